import { describe, expect, test } from "vitest";
import { afterRefusals } from "./http-connections.ts";
import { revised } from "../../spec/testing/revised.ts";
import { nameOf } from "../bodies/body-drafts.ts";
import { checkNamed, evidenceOf, inShort, outcomeOf } from "../testing/checks.ts";
import { checksFor } from "../testing/revised-checks.ts";
import { type Given, historyOf } from "../testing/history.ts";

test("a valid request right after a refused one passes on a new connection", () => {
  expect(
    outcomeOf(
      "recovers-after-refusal/new-connection",
      [{}, { kind: "not-a-plant", status: 400 }, { kind: "valid" }],
      [1, 2],
    ),
  ).toBe("passed");
});

test("the refused request before a new connection has its label in the query alone", () => {
  const [refused] = checkNamed("recovers-after-refusal/new-connection").next((k) => 7_000_000 + k, []);
  const [path, query] = (refused?.path ?? "").split("?");
  expect({ path, kind: refused?.kind }).toEqual({ path: "/plants", kind: "not-allowed" });
  expect(new URLSearchParams(query).get("name")).toBe(nameOf(1_000_000));
  expect(new TextDecoder().decode(refused?.body ?? undefined)).not.toContain('"name"');
});

test("it is in no query where the document has no label", () => {
  const { named } = checksFor(
    revised(({ components }) => {
      components.schemas.NewPlant.allOf = [
        { type: "object", required: ["id"], properties: { id: { type: "integer", format: "int64" } } },
      ];
    }, {}),
  );
  const [refused] = named("recovers-after-refusal/new-connection")?.next((k) => 7_000_000 + k, []) ?? [];
  expect({ path: refused?.path, kind: refused?.kind }).toEqual({ path: "/plants", kind: "not-a-plant" });
});

describe("a connection that is used again", () => {
  const id = "answers-every-request/used-connections";
  const kept: Given = { isReused: true };
  const closed = [0, 20, 60, 200].map((closedAfterMs): Given => ({ attempts: 2, closedAfterMs }));
  const unread = (given: Given): Given => ({ ...given, isReadOnce: true });

  test.each<readonly [string, readonly Given[], string]>([
    ["passes where none is closed", [{}, kept], "passed"],
    ["passes wherever they are closed under requests, because they were idle before", [kept, ...closed], "passed"],
    ["passes where they are ended with 408", [kept, ...closed.map(unread)], "passed"],
    ["passes where one answer had more bytes", [kept, { isAfterMore: true }], "passed"],
    [
      "fails where two answers had more bytes",
      [{ isAfterMore: true }, { isAfterMore: true }],
      "status bytes that belong to no answer, and so after 2 answers of the run",
    ],
    ["is not judged where none is", [{}, {}], "no-occasion"],
    ["is not judged where each is closed under the request", [{}, ...closed], "no-occasion"],
  ])("%s", (_title, given, expected) => {
    expect(outcomeOf(id, given)).toBe(expected);
  });

  test("shows the request whose answer more bytes followed, where it is known", () => {
    const more: Given = { isAfterMore: true };
    const shown = (...given: readonly Given[]): readonly unknown[] => {
      const { outcome } = checkNamed(id).judge([], historyOf(...given));
      return outcome.status === "failed" ? outcome.findings.map(({ exchange, expected }) => [exchange, expected]) : [];
    };
    expect(shown(kept, { ...more, follows: 0 }, more)).toEqual([[0, "nothing after it on its connection"]]);
    expect(shown(kept, more, more)).toEqual([[1, "nothing after the answer before it on its connection"]]);
  });

  test("is shown by each request before which more bytes came", () => {
    const more: Given = { isAfterMore: true };
    expect(evidenceOf(id, [kept, more, {}, more, more])).toEqual([1, 3, 4]);
  });
});

describe("valid requests that have a refused one before them on their connection", () => {
  const after = (given: Given): Given => ({ kind: "valid", features: ["after-refusal"], ...given });
  const judged = (...given: readonly Given[]): string => inShort(afterRefusals(historyOf(...given)));

  test("pass where one of them was answered on that connection", () => {
    expect(judged(after({}), after({ isReused: true }))).toBe("passed");
  });

  test("pass where none was accepted after a refusal, which the other checks judge", () => {
    expect(judged({ isReused: true })).toBe("passed");
  });

  test.each<readonly [string, readonly Given[], string]>([
    ["all were closed", [after({}), { isReused: true }], "no-occasion"],
    ["it was closed under them", [after({ attempts: 2, closedAfterMs: 0 })], "no-occasion"],
    ["it was ended with 408", [after({ attempts: 2, closedAfterMs: 0, isReadOnce: true })], "no-occasion"],
    ["the one that was answered on it was refused", [after({}), after({ isReused: true, status: 400 })], "no-occasion"],
  ])("are not judged where %s", (_title, given, expected) => {
    expect(judged(...given)).toBe(expected);
  });

  test.each<readonly [1 | 2, string]>([
    [1, "the connection was closed after the refusal, so that nothing followed on it"],
    [2, "the connection of the refusal ended under the valid request"],
  ])("say what became of the connection where it took %i attempts", (attempts, reason) => {
    expect(afterRefusals(historyOf(after({ attempts })))).toMatchObject({ reason });
  });
});
