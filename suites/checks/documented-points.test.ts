/** Points that a document decides and ours leaves open: invented runs, and outcomes worked out by hand. */
import { describe, expect, test } from "vitest";
import { likeTheError, responsesIn, revised } from "../../spec/testing/revised.ts";
import { checkNamed, outcomeOf as usualOutcomeOf } from "../testing/checks.ts";
import type { Given } from "../testing/history.ts";
import { checksFor } from "../testing/revised-checks.ts";

/** The requests of a check, between two accepted ordinary requests. */
function between(...own: readonly Given[]): [readonly Given[], readonly number[]] {
  return [[{}, ...own, {}], own.map((_, place) => place + 1)];
}

describe("by a document that shows a 401, a missing token", () => {
  const { outcomeOf, named } = checksFor(revised((document) => void (responsesIn(document)["401"] = likeTheError)));
  const id = "missing-token/value";
  const kind = "not-allowed" as const;

  test.each<readonly [Given, string]>([
    [{ kind, status: 401 }, "passed"],
    [{ kind, status: 403 }, "status 403 with application/json"],
    [{ kind, status: 400 }, "status 400 with application/json"],
    [{ kind, status: 499 }, "status 499 with application/json"],
    [{ kind, status: 500 }, "no-answer"],
    [{ kind, status: 408 }, "no-answer"],
    [{ kind, status: 429 }, "no-answer"],
    [{ kind, status: 200 }, "no-occasion"],
    [{ kind, noAnswer: "timeout" }, "no-answer"],
  ])("that is answered %j: %s", (sent, outcome) => {
    expect(outcomeOf(id, ...between(sent))).toBe(outcome);
  });

  test("is judged only beside accepted requests", () => {
    expect(outcomeOf(id, [{ kind, status: 403 }], [0])).toBe("no-accepted-parent");
  });

  test("is observed where nothing was sent, and by the document that ships", () => {
    expect(outcomeOf(id, [{}, {}])).toBe("run-ended");
    expect(usualOutcomeOf(id, ...between({ kind, status: 403 }))).toBe("403");
  });

  test("is asked for by title and statuses", () => {
    expect(named(id)?.title).toBe(`${checkNamed(id).title}: 401`);
  });
});

test("by a document that shows 401 and 403, a missing token receives either", () => {
  const { outcomeOf } = checksFor(
    revised((document) => {
      responsesIn(document)["401"] = likeTheError;
      responsesIn(document)["403"] = likeTheError;
    }),
  );
  for (const status of [401, 403]) {
    expect(outcomeOf("missing-token/value", ...between({ kind: "not-allowed", status }))).toBe("passed");
  }
});

describe("by a document that shows a 409, an id that exists", () => {
  const { outcomeOf } = checksFor(revised((document) => void (responsesIn(document)["409"] = likeTheError)));
  test.each<readonly ["duplicate-id/value" | "duplicate-id-other-body/value", number, string]>([
    ["duplicate-id/value", 409, "passed"],
    ["duplicate-id/value", 200, "passed"],
    ["duplicate-id/value", 400, "status 400 with application/json"],
    ["duplicate-id-other-body/value", 409, "passed"],
    ["duplicate-id-other-body/value", 200, "status 200 with application/json"],
    ["duplicate-id-other-body/value", 400, "status 400 with application/json"],
    ["duplicate-id-other-body/value", 503, "no-answer"],
  ])("%s, answered %d: %s", (id, status, outcome) => {
    expect(outcomeOf(id, ...between({}, { kind: "open", status }))).toBe(outcome);
  });

  test.each(["duplicate-id/value", "duplicate-id-other-body/value"] as const)(
    "%s: does not exist where the request before it was not accepted",
    (id) => {
      for (const first of [{ status: 400 }, { noAnswer: "timeout" as const }]) {
        for (const status of [200, 400]) {
          expect(outcomeOf(id, ...between(first, { kind: "open", status }))).toBe("no-occasion");
        }
      }
    },
  );
});

describe("by a document that allows unknown members in so many words, they", () => {
  const { outcomeOf, named } = checksFor(
    revised(({ components }) => void Object.assign(components.schemas.NewPlant, { additionalProperties: true })),
  );
  const id = "unknown-members/value";
  const refused: Given = { kind: "valid", status: 400 };

  test("are accepted", () => {
    expect(outcomeOf(id, ...between({ kind: "valid" }))).toBe("passed");
    expect(outcomeOf(id, ...between(refused, { kind: "valid" }))).toBe("passed");
  });

  test("are refused three times before that is a fault", () => {
    const run = [{}, refused, {}, refused, {}, refused, {}];
    expect(outcomeOf(id, run, [1, 3, 5])).toBe("status 400 with application/json");
    const next = (given: readonly Given[]): number => {
      const own = given.map(({ status = 200 }) => ({ answer: { status, readTo: "end" } as never }));
      return named(id)?.next((k) => 1_234_567 + k, own).length ?? 0;
    };
    expect([next([]), next([refused]), next([refused, refused, refused]), next([{}])]).toEqual([1, 1, 0, 0]);
  });

  test("are sent with a fresh id each time, as a valid request", () => {
    const [first] = named(id)?.next((k) => 1_234_567 + k, []) ?? [];
    const [second] = named(id)?.next((k) => 1_234_567 + k, [{ answer: { status: 400 } as never }]) ?? [];
    expect([first?.kind, second?.kind]).toEqual(["valid", "valid"]);
    const idOf = (body: Uint8Array | null | undefined): unknown =>
      (JSON.parse(new TextDecoder().decode(body ?? undefined)) as { id: unknown }).id;
    expect([idOf(first?.body), idOf(second?.body)]).toEqual([1_234_567, 1_234_568]);
  });
});

describe("by a document with another success and another failure", () => {
  const { outcomeOf, named } = checksFor(
    revised((document) => {
      const { 200: success = {}, 400: failure = {} } = responsesIn(document);
      document.paths["/plants"].post.responses = { 201: success, 202: success, 422: failure, 423: failure };
    }),
  );

  test.each<readonly [Given, string]>([
    [{ status: 201 }, "passed"],
    [{ status: 202 }, "passed"],
    [{ status: 200 }, "status 200 with application/json"],
  ])("an ordinary request that is answered %j: %s", (sent, outcome) => {
    const given = [{ status: 201 }, sent, { status: 201 }];
    expect(outcomeOf("accepts-valid-plant/with-every-member", given, [1])).toBe(outcome);
  });

  test.each<readonly [Given, string]>([
    [{ status: 422 }, "passed"],
    [{ status: 423 }, "passed"],
    [{ status: 400 }, "status 400 with application/json"],
  ])("a body that is not a NewPlant and answered %j: %s", (sent, outcome) => {
    const given: readonly Given[] = [{ status: 201 }, { kind: "not-a-plant", ...sent }, { status: 201 }];
    expect(outcomeOf("refuses-with-400/every-refusal", given)).toBe(outcome);
  });

  test.each([
    "plant-shape/every-201",
    "plant-shape/every-202",
    "error-shape/every-422",
    "error-shape/every-423",
  ] as const)("%s is asked of its status alone", (id) => {
    const status = Number(id.slice(-3));
    expect(named(id)).toBeDefined();
    expect(outcomeOf(id, [{ status, body: "[]" }])).toBe(" []");
    expect(outcomeOf(id, [{ status: 200, body: "[]" }])).toBe("no-occasion");
  });

  test("other statuses are those beside its own", () => {
    const id = "other-statuses/value";
    const statuses = [201, 202, 422, 423, 200, 400].map((status): Given => ({ status }));
    expect(named(id)?.title).toBe("Status codes other than 201, 202, 422 and 423");
    expect(outcomeOf(id, statuses)).toBe("200, 400");
  });

  test("there is no check for the statuses that it does not show", () => {
    expect([named("plant-shape/every-200"), named("error-shape/every-400"), named("error-shape/every-201")]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });
});

test("by a document that does not limit the statuses of a refusal, other statuses are those that it does not show", () => {
  const { outcomeOf, named } = checksFor(revised((document) => void (responsesIn(document)["default"] = likeTheError)));
  const id = "other-statuses/value";
  expect(named(id)?.title).toBe("Status codes other than 200 and 400");
  expect(outcomeOf(id, [{}, { status: 400 }, { status: 409 }])).toBe("409");
});
