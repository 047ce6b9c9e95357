/** Findings in words. The sentences of all judges are in this file. */
import { orList } from "../../spec/described-responses.ts";
import type { Finding, Json } from "../../result/result.ts";
import type { Answer } from "./decoded-answer.ts";
import { type Sent, statusesOf } from "./check.ts";

/** Text that the provider wrote, without secrets. All text shown of an answer goes through here; ours does not. */
export function foreign({ clean }: Sent, text: string): string {
  return clean === undefined ? text : clean(text);
}

/** An answer in a few words: its status and what kind of body it has. */
export function describe(sent: Sent): string {
  const { answer, exchange } = sent;
  if (answer === null && sent.standing === "ends-provider") return "no answer (the provider's process ended)";
  if (answer === null) return `no answer (${exchange.noAnswer?.detail ?? "the run ended"})`;
  return `${answer.status} with ${describeBody(sent, answer)}`;
}

function describeBody(sent: Sent, answer: Answer): string {
  if (answer.readTo === "status" && answer.reading.as === "unread") return answer.reading.why;
  // Of a body that a recording does not hold, the size is not known.
  if (answer.size === 0 && answer.reading.as !== "unread") return "an empty body";
  const type = answer.mediaType === null ? "a body of no media type" : foreign(sent, answer.mediaType).slice(0, 100);
  const { reading } = answer;
  return reading.as === "json" || reading.as === "looked-at" ? type : `${type}, ${reading.why}`;
}

/** The finding for a status that is not the expected one. */
export function statusFinding(sent: Sent, expected: string): Finding {
  return { where: "status", expected, seen: describe(sent), exchange: sent.index };
}

/** The finding for a valid request that was not answered with a documented success. */
export function notAccepted(sent: Sent): Finding {
  return statusFinding(sent, orList(statusesOf(sent).successes));
}

/** The finding for a request that was accepted and should have been refused with any status. */
export function notRefused(sent: Sent): Finding {
  return statusFinding(sent, "any status except 2xx");
}

/** The finding for a wrong body that was refused with an undocumented status, if the document limits the statuses. */
export function refusedOtherwise(sent: Sent): readonly Finding[] {
  const { refusals, states = [] } = statusesOf(sent);
  // The provider decides whether it looks at the state or the body first.
  if (refusals === null || [...refusals, ...states].includes(sent.answer?.status ?? 0)) return [];
  return [statusFinding(sent, orList(refusals))];
}

type Compared = Pick<Finding, "expected" | "seen">;

/** The finding for a header field; `seen` is null if the answer has no such field. */
export function headerFinding(
  sent: Sent,
  name: string,
  { expected, seen }: { readonly expected: string; readonly seen: string | null },
): Finding {
  return { where: `header ${name}`, expected, seen: seen ?? "no such header", exchange: sent.index };
}

/** The finding for a place in the body of an answer. */
export function bodyFinding(sent: Sent, where: string, compared: Compared): Finding {
  return { where, ...compared, exchange: sent.index };
}

/** A JSON value of an answer for a finding: short, on one line, and without secrets. */
export function showIn(sent: Sent, value: Json | undefined): string {
  return show(value, (text) => foreign(sent, text));
}

/**
 * A JSON value for a finding: short, and on one line.
 * @param clean applied before the text is cut, so that no part of a secret is left at the cut
 */
export function show(value: Json | undefined, clean = (text: string): string => text): string {
  if (value === undefined) return "nothing";
  // JSON.stringify would return null.
  if (typeof value === "number" && !Number.isFinite(value)) return "a number beyond what a double holds";
  const text = jsonOf(value, clean);
  return text.length <= 200 ? text : `${detached(text.slice(0, 197))}...`;
}

/** A copy of a part of a text: a slice would keep the whole text in memory. */
export function detached(part: string): string {
  return JSON.parse(JSON.stringify(part)) as string;
}

function jsonOf(value: Json, clean: (text: string) => string): string {
  try {
    return clean(JSON.stringify(value));
  } catch {
    return "a value nested too deep to be shown";
  }
}

/** A JSON Pointer (RFC 6901) to a top-level member. */
export function pointerTo(name: string): string {
  return `/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`;
}

/** The expected and the seen text. Long texts are shown from the point at which they begin to differ. */
export function showBoth(expected: string, seen: string): Compared {
  const [one, other] = [Array.from(expected), Array.from(seen)];
  if (Math.max(one.length, other.length) <= 100) return { expected: show(expected), seen: show(seen) };
  const common = one.findIndex((character, at) => character !== other[at]);
  const from = common === -1 ? one.length : common;
  const rest = (all: readonly string[]): string =>
    `${all.length} characters, after the first ${from}: ${from >= all.length ? "nothing" : show(all.slice(from, from + 40).join(""))}`;
  return { expected: rest(one), seen: rest(other) };
}

/** The value at a JSON Pointer; undefined if there is none. */
export function valueAt(value: Json, pointer: string): Json | undefined {
  let current: Json | undefined = value;
  for (const token of pointer.split("/").slice(1)) {
    current = memberOf(current, token.replaceAll("~1", "/").replaceAll("~0", "~"));
  }
  return current;
}

/** The member of a value with this name; undefined if there is none. */
export function memberOf(value: Json | undefined, name: string): Json | undefined {
  const isThere = typeof value === "object" && value !== null && Object.hasOwn(value, name);
  return isThere ? (Reflect.get(value, name) as Json) : undefined;
}
