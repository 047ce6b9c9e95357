/** Requests without Authorization that follow an accepted one, each of which is refused. */
import { describe, expect, test } from "vitest";
import type { Known, PlannedRequest } from "../checks/check.ts";
import { checkNamed, outcomeOf } from "../testing/checks.ts";
import { revised } from "../../spec/testing/revised.ts";
import { type Given, historyOf } from "../testing/history.ts";
import { checksFor } from "../testing/revised-checks.ts";

const ID = "requires-authorization/after-accepted";
const refused: Given = { kind: "not-allowed", status: 401 };
const letIn: Given = { kind: "not-allowed", status: 200 };

/** The outcome when an ordinary request is accepted before and after them. */
function judged(...own: readonly Given[]): string {
  return outcomeOf(
    ID,
    [{}, ...own, {}],
    own.map((_, place) => place + 1),
  );
}

function next(own: readonly Given[], known?: Known): readonly PlannedRequest[] {
  return checkNamed(ID).next((k) => 7_000_000 + k, historyOf(...own), known);
}

const namesOf = ({ headers }: PlannedRequest): readonly string[] => headers.map(([name]) => name);
const mediaTypeOf = ({ headers }: PlannedRequest): string | undefined =>
  headers.find(([name]) => name === "Content-Type")?.[1];

describe("after an accepted request, one without Authorization", () => {
  const [accepted] = next([]);
  const [first] = next([{}]);
  const [again, other, sameBody] = next([{}, refused]);

  test("is sent on its connection with another plant", () => {
    if (accepted === undefined || first === undefined) throw new Error("There is no request");
    expect(namesOf(accepted)).toContain("Authorization");
    expect(namesOf(first)).not.toContain("Authorization");
    expect(accepted.connection).toBeDefined();
    expect(first.connection).toBe(accepted.connection);
    expect(first.body).not.toEqual(accepted.body);
  });

  test("is sent three more times at once: byte for byte, in another form, and with the accepted body", () => {
    if (other === undefined || sameBody === undefined) throw new Error("There is no request");
    expect(again).toEqual(first);
    expect(mediaTypeOf(other)).toBe("application/json; charset=utf-8");
    expect(other.onlyRequired).toBe(true);
    // Some filters ask no token of the machine itself, or of a browser that asks beforehand.
    const fields = ["X-Forwarded-For", "X-Real-IP", "Origin", "Access-Control-Request-Method"];
    expect(namesOf(other)).toEqual(expect.arrayContaining(fields));
    for (const request of [again, sameBody]) expect(namesOf(request ?? other)).not.toContain("Origin");
    expect(sameBody.body).toEqual(accepted?.body);
    for (const request of [other, sameBody]) expect(namesOf(request)).not.toContain("Authorization");
    expect(next([{}, refused, refused, refused, refused])).toEqual([]);
  });

  test("has no charset where the provider is known to accept none", () => {
    const mediaTypes = (...features: readonly string[]) =>
      next([{}, refused], { variants: [features], refused: [] }).map(mediaTypeOf);
    expect(mediaTypes("chunked")).toEqual(["application/json", "application/json", "application/json"]);
    expect(mediaTypes("charset")[1]).toBe("application/json; charset=utf-8");
  });

  test("has the charset once where the document has it as well", () => {
    const { named } = checksFor(
      revised(({ paths }) => {
        const { requestBody } = paths["/plants"].post;
        requestBody.content = { "application/json; charset=utf-8": Object.values(requestBody.content)[0] as object };
      }),
    );
    const requests = named(ID)?.next((k) => 7_000_000 + k, historyOf({}, refused)) ?? [];
    expect(requests.map(mediaTypeOf)).toEqual(Array(3).fill("application/json; charset=utf-8"));
  });

  test("is sent so often whatever the answers are", () => {
    expect(next([{ status: 500 }])).toEqual([first]);
    expect(next([{}, letIn])).toEqual([again, other, sameBody]);
  });

  test("passes refused each time", () => {
    expect(judged({}, refused, refused, { ...refused, status: 403 }, { ...refused, status: 409 })).toBe("passed");
  });

  test.each([0, 1, 2, 3])("fails let in at place %i, whatever the others are answered", (place) => {
    const all = (through: Given): readonly Given[] => [0, 1, 2, 3].map((k) => (k === place ? through : refused));
    expect(judged({}, ...all(letIn))).toBe("status 200 with application/json");
    expect(judged({}, ...all({ ...letIn, status: 204, body: "" }))).toBe("status 204 with an empty body");
    expect(judged({ status: 400 }, ...all(letIn))).toBe("status 200 with application/json");
  });

  test("fails let in once where another of them was not judged", () => {
    expect(judged({}, { ...refused, status: 429 }, letIn, refused, refused)).toBe("status 200 with application/json");
  });

  test("fails let in the first time, also where no more were sent", () => {
    expect(judged({}, letIn)).toBe("status 200 with application/json");
  });

  test("is not judged where one of them was not sent, or got no answer that counts", () => {
    expect(judged({}, refused)).toBe("run-ended");
    expect(judged({}, refused, refused, refused)).toBe("run-ended");
    expect(judged({}, refused, refused, { kind: "not-allowed", noAnswer: "timeout" }, refused)).toBe("no-answer");
    expect(judged({}, refused, refused, refused, { ...refused, status: 429 })).toBe("no-answer");
  });

  test("is not judged where no ordinary request was accepted after it", () => {
    expect(outcomeOf(ID, [{}, {}, refused, refused, refused, refused], [1, 2, 3, 4, 5])).toBe("no-accepted-parent");
  });
});

describe("a request without Authorization that has a query", () => {
  const WITH_QUERY = "requires-authorization/with-query";
  const outcome = (own: Given, query: Given): string =>
    outcomeOf(WITH_QUERY, [{}, own, { ...query, kind: "open", askedBy: "unknown-query/value" }, {}], [1]);

  test("is refused, which shows something where one with a token is accepted", () => {
    expect(outcome(refused, { status: 200 })).toBe("passed");
    expect(outcome(refused, { status: 404 })).toBe("no-occasion");
    expect(outcome(letIn, { status: 404 })).toBe("status 200 with application/json");
  });

  test("is judged alone where no query was sent with a token", () => {
    expect(outcomeOf(WITH_QUERY, [{}, refused, {}], [1])).toBe("passed");
  });

  test("has Expect where the provider is known to take it", () => {
    const framing = (...features: readonly string[]): string | undefined =>
      checkNamed(WITH_QUERY).next((k) => 7_000_000 + k, [], { variants: [features], refused: [] })[0]?.framing;
    expect([framing("charset"), framing("charset", "expect-continue")]).toEqual(["content-length", "expect-continue"]);
  });
});
