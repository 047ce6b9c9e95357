/** Invented runs: requests and their answers, as a test writes them down. */
import type { HeaderFields } from "../../http/message.ts";
import type { NoAnswerKind } from "../../http/no-answer.ts";
import type { Exchange } from "../../result/result.ts";
import { readOperation } from "../../spec/read-operation.ts";
import { type FoundOnArrival, partOf, readAnswer } from "../checks/decoded-answer.ts";
import type { History, PlannedRequest, Sent } from "../checks/check.ts";

/** One request and its answer. By default it is an ordinary request that is answered as the document says. */
export interface Given extends Partial<
  Pick<PlannedRequest, "kind" | "method" | "framing" | "path" | "onlyRequired" | "mayMeet" | "askedBy" | "features">
> {
  readonly plant?: PlannedRequest["plant"] | null;
  readonly sent?: string;
  /** The Authorization of the request; none if it is left out. */
  readonly authorization?: string;
  readonly status?: number;
  readonly body?: string;
  readonly headers?: HeaderFields;
  readonly noAnswer?: NoAnswerKind;
  /** How much of an answer arrived before it ended as `noAnswer` says; nothing if it is left out. */
  readonly readTo?: "header" | "status";
  /** How many bytes of its body arrived then; 12 if left out. */
  readonly size?: number;
  readonly whileSending?: true;
  readonly attempts?: 1 | 2;
  readonly isReused?: true;
  readonly closedAfterMs?: number;
  readonly isAfterMore?: true;
  readonly follows?: number;
  readonly isReadOnce?: true;
  readonly standing?: Sent["standing"] & string;
  readonly mayBeRead?: true;
  readonly redacted?: Exchange["redacted"];
  readonly startedMs?: number;
  readonly totalMs?: number;
}

const { roles } = readOperation();

/** The only exchange of a run. */
export function only(given: Given): Sent {
  return sentOf(given, 0);
}

/** An exchange whose body the checks looked at when it arrived, and that was not kept. */
export function lookedAt(found: FoundOnArrival = new Map()): Sent {
  const reading = { as: "looked-at", why: "a body that was not kept", found } as const;
  const answer = readAnswer(
    { status: 200, headers: [["Content-Type", "application/json"]], body: new TextEncoder().encode("{}") },
    { bytes: 9 },
  );
  return { ...only({}), answer: { ...answer, reading } };
}

/** A run, in the given order. */
export function historyOf(...given: readonly Given[]): History {
  return given.map(sentOf);
}

function sentOf(given: Given, index: number): Sent {
  const plant = given.plant === undefined ? { name: `Fern ${index}`, tag: "moss" } : given.plant;
  const { kind = "ordinary", method = "POST", path = "/plants" } = given;
  const request: PlannedRequest = {
    kind,
    method,
    path,
    headers: given.authorization === undefined ? [] : [["Authorization", given.authorization]],
    body: new TextEncoder().encode(given.sent ?? ""),
    framing: given.framing ?? "content-length",
    roles,
    ...(plant === null ? {} : { plant }),
    ...(given.onlyRequired === undefined ? {} : { onlyRequired: given.onlyRequired }),
    ...(given.features === undefined ? {} : { features: given.features }),
    ...(given.askedBy === undefined ? {} : { askedBy: given.askedBy }),
    ...(given.mayMeet === undefined ? {} : { mayMeet: given.mayMeet }),
  };
  return answered(request, given, index);
}

/** A planned request and its answer, at its place in the run. */
export function answered(request: PlannedRequest, given: Given, index: number): Sent {
  const { standing, mayBeRead } = given;
  return {
    request,
    index,
    exchange: exchangeOf(given, index),
    answer: answerOf(given, request.plant),
    ...(standing === undefined ? {} : { standing }),
    ...(mayBeRead === undefined ? {} : { mayBeRead }),
  };
}

function answerOf(given: Given, plant: PlannedRequest["plant"]): Sent["answer"] {
  const { status = 200, body, headers, noAnswer, readTo, size = 12 } = given;
  if (noAnswer !== undefined && readTo === undefined) return null;
  const text = body ?? JSON.stringify(status === 200 ? (plant ?? null) : { error: status, message: "No" });
  const fields = headers ?? [["Content-Type", "application/json"] as const];
  if (readTo !== undefined) {
    return partOf({ status, headers: readTo === "status" ? null : fields, size }, "it was cut off");
  }
  return readAnswer({ status, headers: fields, body: new TextEncoder().encode(text) }, { bytes: 100_000 });
}

function exchangeOf(given: Given, index: number): Exchange {
  const {
    noAnswer,
    attempts = 1,
    isReused,
    closedAfterMs,
    isAfterMore,
    follows,
    isReadOnce,
    redacted = [],
    // One after the other.
    startedMs = index,
    totalMs = 1,
  } = given;
  return {
    request: { method: "POST", url: "http://127.0.0.1/plants", headers: [], body: null, framing: "content-length" },
    response: null,
    ...(noAnswer === undefined
      ? {}
      : { noAnswer: { kind: noAnswer, detail: "it was cut off", ...(given.whileSending && { whileSending: true }) } }),
    timing: { startedMs, firstByteMs: null, totalMs },
    truncated: false,
    redacted,
    attempts,
    ...(isReused === undefined ? {} : { isReused }),
    ...(closedAfterMs === undefined ? {} : { closedAfterMs }),
    ...(isAfterMore === undefined ? {} : { isAfterMore }),
    ...(follows === undefined ? {} : { follows }),
    ...(isReadOnce === undefined ? {} : { isReadOnce }),
  };
}
