/** What a success returns, by the roles that another document gives its members, or does not. */
import { describe, expect, test } from "vitest";
import type { Roles } from "../../spec/member-roles.ts";
import { givesBackChecks } from "../requirements/plant-answer.ts";
import { operation } from "../testing/checks.ts";
import { answered, historyOf } from "../testing/history.ts";
import { besideAccepted, idIn } from "./chance-failures.ts";
import type { PlannedRequest, Sent } from "./check.ts";
import { requestsTo } from "./check-requests.ts";
import {
  addedOptionalLabel,
  hasOptionalLabel,
  isAnothers,
  markMember,
  markOf,
  returnedIn,
  returnedLabel,
  returnedMembers,
  returnedOptionalLabel,
} from "./returned-members.ts";

const none: Roles = { identity: null, label: null, optionalLabel: null, returned: [], leftOut: [], namedOnly: false };
const keyed: Roles = { ...none, identity: "key", returned: ["key", "colour"] };
const labelled: Roles = { ...none, identity: "key", label: "title", returned: ["title", "colour"] };

const [usual] = historyOf({});

/** A valid request of a document with these roles. */
function requestOf(
  roles: Roles | undefined,
  plant: Readonly<Record<string, string>> | undefined,
  body = {},
): PlannedRequest {
  if (usual === undefined) throw new Error("There is no request");
  const { plant: _plant, roles: _roles, ...request } = usual.request;
  return {
    ...request,
    kind: "valid",
    askedBy: "any/check",
    body: new TextEncoder().encode(JSON.stringify(body)),
    ...(roles === undefined ? {} : { roles }),
    ...(plant === undefined ? {} : { plant }),
  };
}

/** The same request, answered with a body. */
function sentOf(request: PlannedRequest, body: unknown, index = 0): Sent {
  return answered(request, { body: typeof body === "string" ? body : JSON.stringify(body) }, index);
}

describe("the mark that distinguishes plants", () => {
  test("is the label, then an identity that is returned, then the whole body", () => {
    expect([labelled, keyed, { ...keyed, returned: [] }, none].map(markMember)).toEqual(["title", "key", null, null]);
    expect(markMember({ ...none, returned: ["null"] })).toBeNull();
    expect(markOf(requestOf(labelled, { title: "Fern", colour: "green" }))).toBe("Fern");
    expect(markOf(requestOf(keyed, { key: "a", colour: "green" }))).toBe("a");
    expect(markOf(requestOf(none, {}, { count: 1 }))).toBe('{"count":1}');
  });

  test("is none where no plant is known, or not what its members are for", () => {
    expect(markOf(requestOf(keyed, undefined))).toBeUndefined();
    expect(markOf(requestOf(none, undefined))).toBeUndefined();
    expect(markOf(requestOf(undefined, { key: "a" }))).toBeUndefined();
  });
});

describe("the answer of another request", () => {
  const one = requestOf(keyed, { key: "a", colour: "green" });
  const other = { request: requestOf(keyed, { key: "b", colour: "red" }) };

  test("is one that returns its mark, where there is no optional label", () => {
    expect(isAnothers(sentOf(one, { key: "b" }), [other])).toBe(true);
    expect(isAnothers(sentOf(one, { key: "c" }), [other])).toBe(false);
  });

  test("is not known where nothing is returned that is a mark, or nothing of the plant is known", () => {
    expect(
      isAnothers(sentOf(requestOf(none, {}, { count: 1 }), { count: 2 }), [
        { request: requestOf(none, {}, { count: 2 }) },
      ]),
    ).toBe(false);
    expect(isAnothers(sentOf(requestOf(undefined, { key: "a" }), { key: "b" }), [other])).toBe(false);
  });
});

describe("what comes back", () => {
  test("is compared by member, with the member's name as its place", () => {
    const request = requestOf(labelled, { title: "Fern", colour: "green" });
    expect(returnedLabel(sentOf(request, { title: "fern" }))).toMatchObject([{ where: "/title", seen: '"fern"' }]);
    expect(returnedMembers(["colour"])(sentOf(request, { title: "Fern", colour: "red" }))).toMatchObject([
      { where: "/colour" },
    ]);
    expect(returnedMembers(["colour"])(sentOf(request, { title: "Fern" }))).toMatchObject([{ seen: "no such member" }]);
    expect(returnedMembers(["colour"])(sentOf(request, { title: "Fern", colour: "green" }))).toEqual([]);
  });

  test("is not compared where the document has no such member", () => {
    const sent = sentOf(requestOf(keyed, { key: "a", null: "b" }), { key: "b", null: "c" });
    const unknown = sentOf(requestOf(undefined, { key: "a" }), { key: "b" });
    for (const ask of [returnedLabel, returnedOptionalLabel, addedOptionalLabel, returnedMembers(["key"])]) {
      expect(ask(unknown)).toEqual([]);
      if (ask.name !== "") expect(ask(sent)).toEqual([]);
    }
    expect(hasOptionalLabel(sent.request)).toBe(false);
  });

  test("is nothing where the answer is not an object, or a member that is returned is not a string", () => {
    const request = requestOf(keyed, { key: "a", colour: "green" });
    for (const body of ["nothing", "null", '"a"', "[]", { key: 7 }, { key: null }]) {
      expect(returnedIn(sentOf(request, body), keyed)).toBeNull();
    }
    expect(returnedIn(sentOf(request, {}), keyed)).toEqual({});
    expect(returnedIn(sentOf(request, { colour: "red" }), labelled)).toBeNull();
    expect(Object.keys(returnedIn(sentOf(request, { key: "a" }), keyed) ?? {})).toEqual(["key"]);
  });
});

describe("the check of other texts that a success returns", () => {
  const { request, roles } = operation;
  const text = request.members.find(({ role }) => role === "label")?.shape;
  if (text === undefined) throw new Error("There is no label");
  const others = ["colour", "size"].map((name) => ({ name, required: false, shape: text }));
  const revised = {
    ...operation,
    request: { ...request, members: [...request.members, ...others] },
    roles: { ...roles, returned: [...roles.returned, "colour", "size"] },
  };
  const check = givesBackChecks(requestsTo(revised)).find(({ slug }) => slug === "other-members");
  const statusOf = (plant: Readonly<Record<string, string>>, body: object): string | undefined =>
    check?.judge([], [sentOf(requestOf(revised.roles, plant), body)]).outcome.status;

  test("looks at requests that have one of them", () => {
    expect(statusOf({ name: "Fern", colour: "green" }, { name: "Fern", colour: "green" })).toBe("passed");
    expect(statusOf({ name: "Fern", colour: "green" }, { name: "Fern", colour: "red" })).toBe("failed");
    expect(statusOf({ name: "Fern", size: "small" }, { name: "Fern" })).toBe("failed");
    expect(statusOf({ name: "Fern" }, { name: "Fern", colour: "red" })).toBe("not-judged");
  });

  test("is none where there are no such members", () => {
    expect(givesBackChecks(requestsTo(operation)).map(({ slug }) => slug)).toEqual([
      "ordinary",
      "ordinary",
      "ordinary",
    ]);
  });
});

describe("ordinary values by other roles", () => {
  const isOrdinary = (roles: Roles | undefined, plant: Readonly<Record<string, string>>, body: object): boolean => {
    const run = [sentOf(requestOf(roles, plant, body), {}), sentOf(requestOf(roles, plant, body), {}, 1)];
    return besideAccepted(run).length === 2;
  };

  type Row = readonly [what: string, values: Parameters<typeof isOrdinary>, expected: boolean];

  test.each<Row>([
    ["a word as identity", [keyed, {}, { key: "abcdefg" }], true],
    ["a UUID as identity", [keyed, {}, { key: "00000001-0000-4000-8000-000000000001" }], true],
    ["words as identity", [keyed, {}, { key: "abcdefg abcdefg" }], false],
    ["something before a word", [keyed, {}, { key: "1abcdefg" }], false],
    ["something after a UUID", [keyed, {}, { key: "00000001-0000-4000-8000-000000000001x" }], false],
    ["no identity where the document has one", [keyed, {}, {}], false],
    ["no identity where the document has none", [none, {}, {}], true],
    ["an odd label, and no identity", [{ ...none, label: "title" }, { title: "1" }, {}], false],
    ["an odd label, and an identity", [labelled, { title: "1" }, { key: "abcdefg" }], false],
    ["an ordinary label, and no optional one", [labelled, { title: "Fern" }, { key: "abcdefg" }], true],
    ["members of which nothing is known", [undefined, {}, {}], false],
  ])("%s", (_what, values, expected) => {
    expect(isOrdinary(...values)).toBe(expected);
  });

  test("the identity is read from its own member", () => {
    expect(idIn(requestOf(keyed, {}, { id: 1, key: "a" }))).toBe("a");
    expect(idIn(requestOf(none, {}, { id: 1, null: 2 }))).toBeUndefined();
  });
});
