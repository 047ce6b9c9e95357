/** Odd tags, and the words that are sent with them as names. */
import { expect, test } from "vitest";
import { operationWith } from "../bodies/testing/other-schemas.ts";
import { requestsTo } from "../checks/check-requests.ts";
import { oddTextChecks } from "./plant-answer-texts.ts";
import { operation } from "../testing/checks.ts";
import { historyOf } from "../testing/history.ts";

/** The names that are sent with odd tags, at first and when they are repeated, for a document. */
function besideTags(of: typeof operation): readonly (readonly (string | undefined)[])[] {
  const tags = oddTextChecks(requestsTo(of)).filter(
    ({ id, reads }) => id.startsWith("returns-tag/") && reads === undefined,
  );
  const known = { variants: [], refused: [] };
  return [[], historyOf({ status: 400 })].map((own) =>
    tags.map(({ next }) => {
      const [request] = next((k) => 7_000_000 + k, own, known);
      return (JSON.parse(new TextDecoder().decode(request?.body ?? undefined)) as { name?: string }).name;
    }),
  );
}

test("an odd tag that is refused beside a word as a name is asked again beside an ordinary name", () => {
  const [first, again] = besideTags(operation);
  expect(first).toEqual(["No", "NaN", "true", "undefined", "Infinity", "1e5"]);
  for (const name of again ?? []) expect(name).toMatch(/^[A-Za-z]{3,}( [A-Za-z]{3,}){0,2}$/);
});

test("a word that the document does not allow as a name is not sent as one", () => {
  const long = operationWith(({ allOf }) => ({ allOf: [...allOf, { properties: { name: { minLength: 8 } } }] }));
  const [first = []] = besideTags(long);
  expect(first.filter((name) => name === "undefined" || name === "Infinity")).toHaveLength(2);
  expect(first.filter((name) => (name ?? "").length < 8)).toEqual([]);
});

test("odd tags are asked about where the document has no name for plants", () => {
  const { request } = operation;
  const members = request.members.map(({ role, ...member }) => ({
    ...member,
    ...(role === "label" || role === undefined ? {} : { role }),
  }));
  const [first] = besideTags({ ...operation, request: { ...request, members } });
  expect(first).toHaveLength(6);
});
