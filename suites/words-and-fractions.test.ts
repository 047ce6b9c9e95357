/** Names that are words, and large ids with a fraction of zero: what is asked, and what shows something. */
import { expect, test } from "vitest";
import { operationWith } from "./bodies/testing/other-schemas.ts";
import { requestsTo } from "./checks/requests.ts";
import { oddTextChecks } from "./odd-values.ts";
import { checkNamed, inShort, operation } from "./testing/checks.ts";
import { type Given, historyOf } from "./testing/history.ts";

const words = (...run: readonly Given[]): string => {
  const sent = historyOf(...run);
  return inShort(checkNamed("returns-name/words").judge([], sent).outcome);
};
const back = (name: string): string => JSON.stringify({ name });

test("a word that is accepted has to come back, and other names are not asked about", () => {
  const open = { kind: "open", plant: { name: "No" } } as const;
  expect(words({ ...open, body: back("No") })).toBe("passed");
  expect(words({ ...open, body: back("NO") })).not.toBe("passed");
  expect(words({ ...open, status: 400, body: back("NO") })).toBe("no-occasion");
  expect(words({ kind: "open", plant: { name: "Fern" }, body: back("FERN") })).toBe("no-occasion");
});

test("the name of another request in place of a word is left to the question whether answers are kept apart", () => {
  expect(words({ plant: { name: "Fern" } }, { kind: "open", plant: { name: "No" }, body: back("Fern") })).toBe(
    "no-occasion",
  );
});

/** The names that stand beside odd tags, first and when they are asked again, by a document. */
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

test("a large id with a fraction is asked where large ids are accepted, and shows nothing otherwise", () => {
  const { next, judge } = checkNamed("accepts-integer-spellings/large-fraction-zero");
  const asked = (...names: readonly string[]): number =>
    next((k) => 7_000_000 + k, [], { variants: [names], refused: [] }).length;
  expect([asked("id-beyond-53-bits"), asked("id-beyond-32-bits"), asked("charset")]).toEqual([1, 1, 0]);
  expect(judge([], [])).toMatchObject({ outcome: { because: "no-occasion" } });
  const run = historyOf({}, { kind: "valid" }, {});
  expect(inShort(judge(run.slice(1, 2), run).outcome)).toBe("passed");
});
