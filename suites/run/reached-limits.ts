/** Sentences about the limits that a run reached. What was not read is not judged, and the report says so. */
import type { NoAnswerKind } from "../../http/no-answer.ts";
import type { Exchange } from "../../result/result.ts";
import { isTooShort } from "../../result/redact.ts";
import type { Limits, Provider } from "../../http/provider.ts";

/** The limits that the exchanges of a run show. The deadline and the longest wait are reported as the run's end. */
export function limitsReached(exchanges: readonly Exchange[], limits: Limits): readonly string[] {
  const unanswered = (kind: NoAnswerKind): number =>
    exchanges.filter(({ noAnswer }) => noAnswer?.kind === kind && noAnswer.withinMs === undefined).length;
  const shortened = exchanges.flatMap(({ noAnswer }) => noAnswer?.withinMs ?? []);
  return [
    sentenceFor(
      unanswered("connect-timeout"),
      (n) => `${n} had no connection within ${seconds(limits.connectMs)}`,
      "--connect-timeout",
    ),
    sentenceFor(
      unanswered("timeout"),
      (n) => `${n} had no whole answer within ${seconds(limits.requestMs)}`,
      "--timeout",
    ),
    sentenceFor(
      shortened.length,
      (n) =>
        `${n} had no whole answer within ${seconds(Math.min(...shortened))} or more, the time for a kind of request that went unanswered before`,
      "--timeout",
    ),
    sentenceFor(
      unanswered("headers-too-large"),
      (n) => `${n} had an answer with a header beyond ${size(limits.headerBytes)} or 1,000 fields`,
      "--max-headers",
    ),
    sentenceFor(
      exchanges.filter(({ truncated }) => truncated).length,
      (n) => `${n} had a body beyond ${size(limits.bodyBytes)}, which was cut off there`,
      "--max-body",
    ),
    sentenceFor(
      exchanges.filter(({ notKept }) => notKept === true).length,
      (n) =>
        `of ${n} little more than the sizes is kept, because the evidence of a run is limited to ${size(limits.evidenceBytes)}`,
      "--max-evidence",
    ),
  ].flat();
}

/** Which secrets of a run are too short to be removed reliably, in sentences. */
export function tooShort({
  token,
  invalidToken,
  headers = [],
}: Pick<Provider, "token" | "invalidToken" | "headers">): readonly string[] {
  const short = [
    ["token", token],
    ["token named as invalid", invalidToken ?? ""],
  ].filter(([, secret = ""]) => secret !== "" && isTooShort(secret));
  const plain = headers.filter(([, value]) => isTooShort(value)).map(([name]) => name);
  return [
    ...short.map(
      ([name]) =>
        `The ${name} is too short to be kept secret reliably (fewer than 8 characters): it is removed from the reports only where it is a word of its own, and an answer that repeats it is not noticed.`,
    ),
    ...(plain.length === 0
      ? []
      : [`Too short to be kept secret, and not taken out of answers: the value of ${plain.join(", ")} (--header).`]),
  ];
}

/** Sentences about a provider that asked to wait, or locked the run out, and then accepted the repeated requests. */
export function askedForTime(busy: ReadonlyMap<number, number>): readonly string[] {
  return Array.from(busy, ([status, count]) => {
    const requests = count === 1 ? "1 request" : `${count} requests`;
    const perhaps = status === 403 ? "perhaps for a quota, or locked" : "perhaps locked";
    return status === 401 || status === 403
      ? `${requests} with the valid token answered ${status} and sent again after a pause, ${perhaps} out after those without one.`
      : `Asked to wait: ${requests} answered ${status} and sent again (ask more slowly with --rate).`;
  });
}

function sentenceFor(count: number, words: (exchanges: string) => string, option: string): readonly string[] {
  if (count === 0) return [];
  return [`Limit reached: ${words(count === 1 ? "1 exchange" : `${count} exchanges`)} (${option}).`];
}

function seconds(ms: number): string {
  return `${ms / 1000} s`;
}

/** A number of bytes in the largest unit that gives a whole number. */
function size(bytes: number): string {
  if (bytes % (1024 * 1024) === 0) return `${bytes / (1024 * 1024)} MiB`;
  return bytes % 1024 === 0 ? `${bytes / 1024} KiB` : `${bytes} bytes`;
}
