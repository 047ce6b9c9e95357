/** Titles of checks name the schema of the request as the document does. */
import { describe, expect, test } from "vitest";
import { type Operation, readOperation } from "../../spec/read-operation.ts";
import { bookings } from "../../spec/testing/bookings.ts";
import { loadValidators } from "../../spec/validators.ts";
import { fuzzChecks } from "../fuzz/fuzz-checks.ts";
import { checksOf } from "../index.ts";
import { historyOf } from "../testing/history.ts";
import { schemaNamed } from "./check-schema-words.ts";

const named = readOperation(bookings);
const unnamed = readOperation(
  bookings.replace(
    'schema: { $ref: "#/components/schemas/AskForRoom" }',
    "schema: { type: object, required: [guest], properties: { guest: { type: string }, room: { type: string } } }",
  ),
);

test.each([
  ["A NewPlant within another member", "An AskForRoom within another member", "A valid body within another member"],
  ["that is not a NewPlant", "that is not an AskForRoom", "that is not a valid body"],
  ["An ordinary NewPlant", "An ordinary AskForRoom", "An ordinary valid body"],
  ["An array of two NewPlants", "An array of two AskForRooms", "An array of two bodies"],
  ["NewPlant is an object", "AskForRoom is an object", "the schema of the request is an object"],
  ["its body is not a NewPlant", "its body is not an AskForRoom", "its body is not a valid body"],
])("%j is %j, and without a name %j", (text, byName, without) => {
  expect(schemaNamed(named)(text)).toBe(byName);
  expect(schemaNamed(unnamed)(text)).toBe(without);
  expect(schemaNamed(readOperation())(text)).toBe(text);
});

describe.each([
  ["with a name", named],
  ["without a name", unnamed],
])("by a document whose schema is %s", (_what, operation) => {
  test("no title and no basis of a check is about plants", async () => {
    const checks = checksOf(operation, await loadValidators(operation));
    const texts = [...checks, ...fuzzChecks(checks, operation).values()].flatMap(({ title, basis = "" }) => [
      title,
      basis,
    ]);
    expect(texts.length).toBeGreaterThan(300);
    expect(texts.filter((text) => /plant|\b200\b|matches Error/iu.test(text))).toEqual([]);
  });
});

test("the schemas of answers are named as the document does", async () => {
  const checks = checksOf(named, await loadValidators(named));
  const titles = checks.map(({ title }) => title);
  expect(titles).toContain("The body of every 201 matches Booking");
  expect(titles).toContain("The body of every 422 matches Problem");
});

test("the member `error` of a failure is asked about only where the document shows it as a number", async () => {
  const asked = async (operation: Operation): Promise<unknown> =>
    checksOf(operation, await loadValidators(operation))
      .filter(({ requirement }) => requirement === "error-values" || requirement === "error-equals-status")
      .map(({ judge }) => judge([], historyOf({})).outcome.status);
  expect(await asked(named)).toEqual(["not-judged", "not-judged"]);
  expect(await asked(readOperation())).toEqual(["observed", "observed"]);
  const withError = bookings.replace("title: { type: string }", "title: { type: string }, error: { type: integer }");
  expect(await asked(readOperation(withError))).toEqual(["observed", "observed"]);
});
