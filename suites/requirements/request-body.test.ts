/**
 * Bodies without a required member that other checks send for what follows them: which of them show that these bodies
 * are refused.
 */
import { describe, expect, test } from "vitest";
import { checkNamed, evidenceOf, inShort, outcomeOf } from "../testing/checks.ts";
import type { Sent } from "../checks/check.ts";
import { answered, type Given, historyOf } from "../testing/history.ts";

const ID = "refuses-missing-member/beside-others";

/** A refused body without its name, on whose connection another request follows. */
const nameless = (change: Given = {}): Given => ({
  kind: "not-a-plant",
  askedBy: "recovers-after-refusal/same-connection",
  plant: null,
  sent: '{"id":7000001,"tag":"moss"}',
  status: 400,
  ...change,
});

/** The outcome when an ordinary request is accepted before and after it. */
function amongAccepted(one: Given): string {
  return outcomeOf(ID, [{}, one, {}]);
}

describe("a body without a required member that another check sends", () => {
  test.each<readonly [string, Given]>([
    ["before a valid one", {}],
    ["before a variant of a valid one", { askedBy: "accepts-every-ordinary-request/in-each-variant" }],
    ["without its id", { sent: '{"name":"Fern","tag":"moss"}' }],
    ["without any member", { sent: "{}" }],
  ])("is to be refused: %s", (_what, change) => {
    expect(amongAccepted(nameless(change))).toBe("passed");
    expect(amongAccepted(nameless({ ...change, status: 200 }))).toBe("status 200 with application/json");
    expect(amongAccepted(nameless({ ...change, status: 299 }))).toBe("status 299 with application/json");
  });

  test.each<readonly [string, Given]>([
    ["that is sent by a check with an outcome of its own", { askedBy: "refuses-missing-member/name" }],
    ["that is sent by none of the checks", { askedBy: "" }],
    ["that may be a NewPlant as far as the suite knows", { kind: "open" }],
    ["that has every required member", { sent: '{"id":7000001,"name":"Fern"}' }],
    ["that is cut", { sent: '{"id":7000001' }],
    ["that is an array", { sent: "[]" }],
    ["that is null", { sent: "null" }],
    ["that is a number", { sent: "7000001" }],
    ["that is a string", { sent: '"Fern"' }],
  ])("is not one %s", (_what, change) => {
    expect(amongAccepted(nameless(change))).toBe("no-occasion");
    expect(amongAccepted(nameless({ ...change, status: 200 }))).toBe("no-occasion");
  });

  test("shows something refused only beside accepted ordinary requests, and accepted always", () => {
    expect(outcomeOf(ID, [nameless(), {}])).toBe("no-occasion");
    expect(outcomeOf(ID, [{}, nameless()])).toBe("no-occasion");
    expect(outcomeOf(ID, [nameless({ status: 200 })])).toBe("status 200 with application/json");
  });

  test.each<readonly [string, Given]>([
    ["the provider asked for fewer requests", { status: 429 }],
    ["a proxy answered", { status: 407 }],
    ["it was sent again", { status: 503, standing: "asked-again" }],
    ["nothing came back to it yet", { noAnswer: "timeout" }],
  ])("shows nothing where %s", (_what, change) => {
    expect(amongAccepted(nameless(change))).toBe("no-occasion");
  });

  test("fails by those that were accepted, whatever the others were answered", () => {
    const run = [{}, nameless(), nameless({ status: 201 }), {}];
    expect(outcomeOf(ID, run)).toBe("status 201 with application/json");
    expect(evidenceOf(ID, run)).toEqual([2]);
    expect(evidenceOf(ID, [{}, nameless(), nameless(), {}])).toEqual([1, 2]);
  });
});

describe("a body without its label, which the query has", () => {
  const inQuery = (change: Given): Given => nameless({ kind: "not-allowed", path: "/plants?name=Fern", ...change });

  test("is to be refused, with any status", () => {
    expect(amongAccepted(inQuery({ status: 404 }))).toBe("passed");
    const named = inQuery({ status: 200, body: '{"name":"Fern"}' });
    expect(amongAccepted(named)).toBe("status 200 with application/json");
    const among = { path: "/plants?name=Fern&colour=green", status: 200, body: '{"name":"Fern"}' };
    expect(amongAccepted(inQuery(among))).toBe("status 200 with application/json");
  });

  test("is not said to be accepted where the answer has another name, or is a page of another path", () => {
    expect(amongAccepted(inQuery({ status: 200, body: '{"name":"Moss"}' }))).toBe("no-occasion");
    expect(amongAccepted(inQuery({ status: 200, body: "<h1>Fern</h1>" }))).toBe("no-occasion");
    expect(amongAccepted(nameless({ status: 200, body: "<h1>Plants</h1>" }))).toMatch(/^status 200 /u);
  });
});

describe("a body declared as plain text with a charset, which another check sends", () => {
  const TYPE = "refuses-other-media-types/beside-others";
  const CHECK = checkNamed("recovers-after-refusal/other-media-type");
  const [declared] = CHECK.next((k) => 7_000_000 + k, []);
  const sent = (status: number, type?: string): string => {
    if (declared === undefined) throw new Error("There is no request");
    const headers = declared.headers.map(
      ([name, value]) => [name, name === "Content-Type" ? (type ?? value) : value] as const,
    );
    const own = answered({ ...declared, headers, askedBy: CHECK.id }, { status }, 1);
    const [before, after] = historyOf({}, {}) as readonly [Sent, Sent];
    return inShort(checkNamed(TYPE).judge([], [before, own, { ...after, index: 2 }]).outcome);
  };

  test("is to be refused", () => {
    expect(sent(415)).toBe("passed");
    expect(sent(200)).toBe("status 200 with application/json");
  });

  test("is no other request that is to be refused", () => {
    expect(outcomeOf(TYPE, [{}, nameless({ status: 200 }), {}])).toBe("no-occasion");
    expect(sent(200, "text/xml")).toBe("no-occasion");
  });
});

describe("a body whose integer is in a string, which another check sends", () => {
  const CONVERTED = "refuses-invalid-member/beside-others";
  const inString = (status: number): Given => ({
    kind: "not-a-plant",
    askedBy: "accepts-every-ordinary-request/in-each-variant",
    plant: null,
    sent: '{"id":"0x6acfc1","name":"Fern"}',
    status,
  });

  test("is to be refused", () => {
    expect(outcomeOf(CONVERTED, [{}, inString(400), {}])).toBe("passed");
    expect(outcomeOf(CONVERTED, [{}, inString(200), {}])).toBe("status 200 with application/json");
  });

  test("is none of the bodies without a member", () => {
    expect(outcomeOf(ID, [{}, inString(200), {}])).toBe("no-occasion");
    expect(outcomeOf(CONVERTED, [{}, nameless({ status: 200 }), {}])).toBe("no-occasion");
  });
});
