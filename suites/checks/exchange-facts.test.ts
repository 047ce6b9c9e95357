/** What a request and its answer are to the checks, fact by fact. */
import { describe, expect, test } from "vitest";
import { type Given, only } from "../testing/history.ts";
import type { Sent } from "./check.ts";
import {
  isAskedAgain,
  isBeyondLimit,
  isForgiven,
  isHeard,
  isLeftUnanswered,
  isLengthRequired,
  isOfLimit,
  isNeverAnswered,
  isServerError,
  isUnanswered,
} from "./exchange-facts.ts";

const cut = { noAnswer: "connection-closed", readTo: "header" } as const;
const late = { noAnswer: "timeout", readTo: "header" } as const;
const silent: Given = { noAnswer: "timeout" };
const again: Given = { standing: "asked-again" };
const retryAfter: Given["headers"] = [["Retry-After", "1"]];

/** A fact, an exchange, and whether the fact holds of it. */
type Row = readonly [what: string, given: Given, holds: boolean];

function holds(fact: (sent: Sent) => boolean, rows: readonly Row[]): void {
  test.each(rows)("%s", (_what, given, expected) => {
    expect(fact(only(given))).toBe(expected);
  });
}

describe("an answer came", () => {
  holds(isHeard, [
    ["with a success that was read", {}, true],
    ["with a refusal that was cut off", { status: 400, ...cut }, true],
    ["not with a success that was cut off", cut, false],
    ["not without a status line", silent, false],
  ]);
});

describe("a limit of the suite kept an answer from being read", () => {
  holds(isBeyondLimit, [
    ["a limit of time", late, true],
    ["a limit of the size of a header", { noAnswer: "headers-too-large", readTo: "status" }, true],
    ["not where the connection was closed", cut, false],
    ["not where nothing arrived", silent, false],
    ["not where it was read", {}, false],
  ]);
});

describe("the provider failed", () => {
  holds(
    isServerError,
    [
      [499, false],
      [500, true],
      [501, true],
      [502, false],
      [503, false],
      [504, false],
      [505, true],
      [599, true],
    ].map(([status, expected]): Row => [`answered ${status}`, { status: Number(status) }, expected === true]),
  );
  holds(isServerError, [["not without an answer", silent, false]]);
});

describe("not all of an answer came back", () => {
  holds(isUnanswered, [
    ["in time", silent, true],
    ["where it was cut off", cut, true],
    ["not where it was read", {}, false],
    ["not because the run ended", { noAnswer: "run-ended" }, false],
    ["not because the suite failed", { noAnswer: "harness-fault" }, false],
  ]);
});

describe("a request was left unanswered", () => {
  const closed: Given = { noAnswer: "connection-closed" };
  holds(isLeftUnanswered, [
    ["where nothing arrived", closed, true],
    ["whatever it was", { kind: "open", ...closed }, true],
    ["not where the provider was not reached", { noAnswer: "connection-refused" }, false],
    ["where the provider had ended", { noAnswer: "connection-refused", standing: "ends-provider" }, true],
    ["not where another one ended it", { ...closed, standing: "bystander" }, false],
    ["where its plant was cut off", { kind: "valid", ...cut }, true],
    ["not where the success was cut off of what may be refused", { kind: "open", ...cut }, false],
    ["not where its refusal was cut off", { kind: "valid", status: 400, ...cut }, false],
    ["not where a limit of the suite cut it off", { kind: "valid", ...late }, false],
    ["not where it was answered", {}, false],
  ]);
});

describe("a request was never answered", () => {
  holds(isNeverAnswered, [
    ["once, under which the provider ended", { ...silent, standing: "ends-provider" }, true],
    ["three times, or once where the run could send no more", { ...silent, standing: "last-sent" }, true],
    ["not once", silent, false],
    ["not where it was answered", { standing: "last-sent", status: 400 }, false],
  ]);
});

test("a bystander of the end of a process was sent again, too", () => {
  const standings = ["asked-again", "bystander", "ends-provider", "last-sent"] as const;
  expect(standings.filter((standing) => isAskedAgain(only({ standing })))).toEqual(["asked-again", "bystander"]);
});

describe("a body was refused for its framing", () => {
  holds(isLengthRequired, [
    ["a chunked one with 411", { status: 411, framing: "chunked" }, true],
    ["not one with a Content-Length", { status: 411 }, false],
    ["not with another status", { status: 400, framing: "chunked" }, false],
  ]);
});

describe("a valid request met a limit", () => {
  holds(isOfLimit, [
    ["413, if its body is longer than its value needs", { status: 413, sent: '{ "id": 1 }' }, true],
    ["not 413 otherwise, in chunks neither", { status: 413, sent: '{"id":1}', framing: "chunked" }, false],
    ["not 413 to no body", { status: 413 }, false],
    ["not 413 to no JSON", { status: 413, sent: '{ "id": 1' }, false],
    ["not 431, whatever its body", { status: 431, sent: '{ "id": 1 }' }, false],
    ["a chunked one with 411", { status: 411, framing: "chunked" }, true],
    ["not 411 to one with a Content-Length", { kind: "valid", status: 411 }, false],
    ["not with another status", { kind: "valid", status: 400 }, false],
  ]);
});

describe("an answer that was followed by a later one counts for nothing", () => {
  holds(isForgiven, [
    ...[401, 403, 429].map((status): Row => [`${status}`, { ...again, status }, true]),
    ["503 that says how long", { ...again, status: 503, headers: retryAfter }, true],
    ["not 503 that does not", { ...again, status: 503 }, false],
    ["not 502, however long", { ...again, status: 502, headers: retryAfter }, false],
    ["not 504, however long", { ...again, status: 504, headers: retryAfter }, false],
    ["not 400, however long", { ...again, status: 400, headers: retryAfter }, false],
    ["not where it was the last", { status: 429 }, false],
    ["not where there was none", { ...again, ...silent }, false],
  ]);
});
