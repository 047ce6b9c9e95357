/** Converts the facts about a request that its exchange lacks to the form of a result, and back. Pure. */
import { defined } from "../../spec/defined.ts";
import { DEFAULT_LIMITS } from "../../http/provider.ts";
import type { Exchange, RecordedResponse, SentFacts } from "../../result/result.ts";
import { partOf, readAnswer } from "../checks/decoded-answer.ts";
import type { CheckId, History, PlannedRequest, Sent } from "../checks/check.ts";
import { isAskedAgain } from "../checks/exchange-facts.ts";
import { plannedAgain } from "../run/record-exchange.ts";

/** The facts of each request that was sent, in the order of the list. */
export function factsOf(history: History, sentBy: ReadonlyMap<CheckId, History>): readonly SentFacts[] {
  const places = new Map([...sentBy.values()].flatMap((own) => own.map((sent, place) => [sent.index, place] as const)));
  return history.map((sent) => {
    const { kind, plant, features, askedBy, onlyRequired, mayMeet } = sent.request;
    const { mayBeRead, standing } = sent;
    const place = places.get(sent.index);
    return defined({
      kind,
      plant,
      features,
      askedBy,
      place,
      idMayBeTaken: ifSo(mayMeet === "taken-id"),
      onlyRequired,
      isAskedAgain: ifSo(isAskedAgain(sent)),
      mayBeRead,
      endsProvider: ifSo(standing === "ends-provider"),
      isBystander: ifSo(standing === "bystander"),
      isLastSent: ifSo(standing === "last-sent"),
      mayBeCutOff: ifSo(mayMeet === "cut-off"),
    });
  });
}

/** The parts of its operation that each request carries: the roles of its members, and the statuses of its answers. */
export type OfOperation = Pick<PlannedRequest, "roles" | "statuses">;

function ifSo(is: boolean): true | undefined {
  return is ? true : undefined;
}

function standingOf({ isBystander, isAskedAgain: isAgain, endsProvider, isLastSent }: SentFacts): Sent["standing"] {
  if (isBystander === true) return "bystander";
  if (isAgain === true) return "asked-again";
  if (endsProvider === true) return "ends-provider";
  return isLastSent === true ? "last-sent" : undefined;
}

function mayMeetOf({ idMayBeTaken, mayBeCutOff }: SentFacts): PlannedRequest["mayMeet"] {
  if (idMayBeTaken === true) return "taken-id";
  return mayBeCutOff === true ? "cut-off" : undefined;
}

/**
 * Restores a sent request from the data in a result.
 * @param place.baseUrl the base URL of the run
 * @param place.common the parts of its operation that each request of the run carries
 */
export function sentOf(
  exchange: Exchange,
  facts: SentFacts,
  { index, baseUrl, common }: { readonly index: number; readonly baseUrl: string; readonly common: OfOperation },
): Sent {
  const { mayBeRead, kind, plant, features, askedBy, onlyRequired } = facts;
  const known = defined({ plant, features, askedBy, onlyRequired, mayMeet: mayMeetOf(facts) });
  const replanned = plannedAgain(exchange.request, baseUrl);
  const { method, headers, framing, url } = exchange.request;
  // Only the first part of a long body is kept, and no check looks into one.
  const bare = { method, path: url.slice(baseUrl.length), headers, body: null, framing };
  const request = { ...("request" in replanned ? replanned.request : bare), ...known, kind, ...common };
  const standing = defined({ mayBeRead, standing: standingOf(facts) });
  return { request, exchange, index, answer: answerOf(exchange), ...standing };
}

/** Whether the answer was recorded as it was read: whole, and with nothing removed. */
export function isKeptWhole(exchange: Exchange): boolean {
  return isKept(exchange) && exchange.redacted.length === 0;
}

function isKept({ response, readTo, notKept, truncated }: Exchange): boolean {
  const isPart = response?.body.sha256 !== undefined || readTo !== undefined || notKept === true || truncated;
  return response === null || !isPart;
}

/** If only a part of an answer was kept, only its header is used. */
function answerOf(exchange: Exchange): Sent["answer"] {
  const { response, redacted } = exchange;
  if (response === null) return null;
  const { status, headers, body } = response;
  if (exchange.readTo !== undefined) return partRecorded(exchange, response);
  const bytes = Buffer.from(body.content, body.encoding === "utf-8" ? "utf8" : "base64");
  const isRead = isKept(exchange);
  // If the token was removed from a body, the body is recorded decompressed.
  const coded = redacted.includes("body") ? headers.filter(([name]) => !/^content-encoding$/i.test(name)) : headers;
  const read = readAnswer(
    { status, headers: coded, body: bytes },
    { bytes: DEFAULT_LIMITS.bodyBytes, wasCut: !isRead },
  );
  if (isRead) return { ...read, headers };
  return {
    ...read,
    size: body.size,
    reading: { as: "unread", why: "a body that the shard did not keep as it was read" },
  };
}

/** An answer that was not read in full. Of its body, only the size matters. */
function partRecorded({ readTo, noAnswer }: Exchange, { status, headers, body }: RecordedResponse): Sent["answer"] {
  return partOf({ status, headers: readTo === "status" ? null : headers, size: body.size }, noAnswer?.detail ?? "");
}
