/** What is known of a request beside its exchange, as a result keeps it, and the way back. Pure. */
import { DEFAULT_LIMITS } from "../../http/provider.ts";
import type { Exchange, SentFacts } from "../../result/result.ts";
import { readAnswer } from "../checks/answer.ts";
import type { CheckId, History, PlannedRequest, Sent } from "../checks/check.ts";
import { plannedAgain } from "../run/recorded.ts";

/** The facts of each request that was sent, in the order of the list. */
export function factsOf(history: History, sentBy: ReadonlyMap<CheckId, History>): readonly SentFacts[] {
  const places = new Map([...sentBy.values()].flatMap((own) => own.map((sent, place) => [sent.index, place] as const)));
  return history.map((sent) => {
    const { kind, plant, features, askedBy, idMayBeTaken, onlyRequired, mayBeCutOff } = sent.request;
    const { asked, isAskedAgain, mayBeRead, endsProvider, isBystander } = sent;
    const place = places.get(sent.index);
    const known = { plant, features, askedBy, place, idMayBeTaken, onlyRequired, asked, isAskedAgain, mayBeRead };
    const isCut = mayBeCutOff === true ? (true as const) : undefined;
    return { kind, ...present({ ...known, endsProvider, isBystander, mayBeCutOff: isCut }) };
  });
}

/** What each request carries of its operation: what its members are for, and the statuses of its answers. */
export type OfOperation = Pick<PlannedRequest, "roles" | "statuses">;

/** The members that have a value. */
type Present<T> = { readonly [Name in keyof T]?: Exclude<T[Name], undefined> };

function present<T extends object>(members: T): Present<T> {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as Present<T>;
}

/**
 * A request that was sent, from what a result holds of it.
 * @param place.baseUrl that of the run
 * @param place.common what each request of the run carries of its operation
 */
export function sentOf(
  exchange: Exchange,
  facts: SentFacts,
  { index, baseUrl, common }: { readonly index: number; readonly baseUrl: string; readonly common: OfOperation },
): Sent {
  const { asked, isAskedAgain, mayBeRead, endsProvider, isBystander, ...rest } = facts;
  const { kind, plant, features, askedBy, idMayBeTaken, onlyRequired, mayBeCutOff } = rest;
  const known = { plant, features, askedBy, idMayBeTaken, onlyRequired, mayBeCutOff };
  const replanned = plannedAgain(exchange.request, baseUrl);
  const { method, headers, framing, url } = exchange.request;
  // Of a long body only the first part is kept, and no judge looks into one.
  const bare = { method, path: url.slice(baseUrl.length), headers, body: null, framing };
  const request = { ...("request" in replanned ? replanned.request : bare), ...present(known), kind, ...common };
  const flags = present({ asked, isAskedAgain, mayBeRead, endsProvider, isBystander });
  return { request, exchange, index, answer: answerOf(exchange), ...flags };
}

/** Whether the answer was recorded as it was read: whole, and with nothing taken out. */
export function isKeptWhole(exchange: Exchange): boolean {
  return isKept(exchange) && exchange.redacted.length === 0;
}

function isKept({ response, notKept, truncated }: Exchange): boolean {
  return response === null || (response.body.sha256 === undefined && notKept !== true && !truncated);
}

/** An answer of which only a part was kept is known by its header alone. */
function answerOf(exchange: Exchange): Sent["answer"] {
  const { response, redacted } = exchange;
  if (response === null) return null;
  const { status, headers, body } = response;
  const bytes = Buffer.from(body.content, body.encoding === "utf-8" ? "utf8" : "base64");
  const isRead = isKept(exchange);
  // A body that the token was taken out of is recorded as it was before it was compressed.
  const coded = redacted.includes("body") ? headers.filter(([name]) => !/^content-encoding$/i.test(name)) : headers;
  const read = readAnswer(status, coded, bytes, { bytes: DEFAULT_LIMITS.bodyBytes, wasCut: !isRead });
  if (isRead) return { ...read, headers };
  return {
    ...read,
    size: body.size,
    reading: { as: "unread", why: "a body that the shard did not keep as it was read" },
  };
}
