/** What one exchange shows about a requirement or an open point, and which exchanges are no occasion for it. */
import { describe, expect, test } from "vitest";
import { type Written, brokenIn, judgedLines, line, refused } from "./testing/exchanges.ts";

const provider = { side: "provider" } as const;
const other = { body: { id: 7_654_321, name: "Rose" } };
const fault = { ...refused, body: { id: 1 } };

function statusOf(id: string, written: readonly object[]): unknown {
  return judgedLines(written, provider).requirements.find((one) => one.id === id)?.status;
}

describe("beside an accepted plant", () => {
  test.each<readonly [id: string, status: string, written: Written]>([
    ["refuses-missing-member", "passed", fault],
    ["refuses-with-400", "passed", fault],
    ["refuses-missing-member", "not-seen", { ...fault, status: 422 }],
    ["refuses-missing-member", "not-seen", { ...fault, headers: { "X-Key": "x" } }],
    ["refuses-missing-member", "not-seen", { ...fault, headers: { Authorization: "Basic eDp5" } }],
    ["refuses-other-media-types", "failed", { headers: { "Content-Type": "application/x-www-form-urlencoded" } }],
    ["refuses-other-media-types", "not-seen", { headers: { "Content-Type": "text/plain" }, status: 415 }],
    ["refuses-other-media-types", "not-seen", { headers: { "Content-Type": "text/csv" } }],
    ["refuses-other-media-types", "not-seen", { headers: { "Content-Type": "text/plain" }, body: { id: 1 } }],
    ["requires-authorization", "passed", { headers: { Authorization: null }, status: 403 }],
    ["requires-authorization", "not-seen", { headers: { Authorization: null }, status: 500 }],
    ["requires-bearer-scheme", "passed", { headers: { Authorization: "Basic eDp5" }, status: 403 }],
    ["requires-bearer-scheme", "not-seen", { headers: { Authorization: "Basic eDp5" }, status: 404 }],
    ["requires-bearer-scheme", "not-seen", { headers: { Authorization: "Basic eDp5" }, status: 402 }],
    ["answers-every-request", "not-seen", {}],
  ])("%s is %s by %j", (id, status, written) => {
    expect(statusOf(id, [line(), line(written)])).toBe(status);
  });

  test.each([202, 204])("a %i to another plant accuses nobody", (status) => {
    expect(brokenIn(judgedLines([line(), line({ ...other, status })], provider))).not.toContain("accepts-valid-plant");
  });
});

test("a success that credentials do not allow is named by them", () => {
  const seenFor = (id: string, headers: Readonly<Record<string, string | null>>): unknown => {
    const { requirements } = judgedLines([line(), line({ headers })], provider);
    return requirements.find((one) => one.id === id)?.findings.map(({ seen }) => seen.split(", ").at(-1));
  };
  expect(seenFor("requires-authorization", { Authorization: null })).toEqual(["to a request without Authorization"]);
  expect(seenFor("requires-bearer-scheme", { Authorization: "Basic eDp5" })).toEqual(["to the scheme Basic"]);
});

test("an accepted plant of odd values shows the operation, and nothing of ordinary plants", () => {
  const odd = [line({ body: { id: 7, name: "Rose 7" } })];
  expect([statusOf("operation-exists", odd), statusOf("accepts-valid-plant", odd)]).toEqual(["passed", "not-seen"]);
});

test("an exchange that shows several requirements is kept once", () => {
  expect(judgedLines([line()], provider).exchanges).toHaveLength(1);
});

test("the token is asked about once for each answer", () => {
  const { requirements } = judgedLines([line()], provider);
  expect(requirements.find(({ id }) => id === "keeps-token-secret")?.asked).toBe(1);
});

test("an answer whose header fields are lost is asked about its body alone", () => {
  const without = (written: Written): object => {
    const { request, response } = line(written) as { readonly request: object; readonly response: object };
    return { request, response: { ...response, headers: undefined } };
  };
  const { requirements } = judgedLines([without({}), without(refused), without({ status: 401 })], provider);
  const asked = requirements.filter((one) => one.asked > 0).map(({ id }) => id);
  expect(asked).toEqual(expect.arrayContaining(["plant-shape", "error-shape"]));
  for (const id of ["plant-media-type", "error-media-type", "challenges-with-401"]) expect(asked).not.toContain(id);
});

test("a request that is known to have no body is one without a body", () => {
  const { request, response } = line(refused) as { readonly request: object; readonly response: object };
  expect(statusOf("refuses-no-body", [line(), { request: { ...request, body: null }, response }])).toBe("passed");
});

describe("the profile", () => {
  const pointsOf = (...lines: readonly object[]): readonly string[] =>
    Object.keys(judgedLines(lines, provider).profile);
  const zero = { body: { id: 0, name: "Rose" } };
  test.each<readonly [what: string, points: readonly string[], written: Written]>([
    ["an ordinary plant", [], {}],
    ["no Content-Type", ["no-content-type"], { headers: { "Content-Type": null } }],
    ["a query", ["unknown-query"], { url: "http://plants.example/api/plants?a=1" }],
    ["a question mark", [], { url: "http://plants.example/api/plants?" }],
    ["a token that is none", ["malformed-token", "malformed-token-body"], { headers: { Authorization: "Bearer a b" } }],
    ["the id 0", ["id-zero"], zero],
    ["the id 0 and an empty name", [], { body: { id: 0, name: "" } }],
    ["the id 0 in another media type", [], { ...zero, headers: { "Content-Type": "text/csv" } }],
    ["the id 0 by another scheme", [], { ...zero, headers: { Authorization: "Basic eDp5" } }],
    ["a body that is not a plant", [], { body: { id: 1 } }],
  ])("of %s has %j", (_, points, written) => {
    expect(pointsOf(line(written))).toEqual(points);
  });

  test("has no body for a missing token where the body was lost", () => {
    const { request, response } = line({ headers: { Authorization: null }, status: 401 }) as Record<string, object>;
    const lost = { request, response: { ...response, body: undefined } };
    expect(pointsOf(line(), lost)).toContain("missing-token");
    expect(pointsOf(line(), lost)).not.toContain("missing-token-body");
  });
});
