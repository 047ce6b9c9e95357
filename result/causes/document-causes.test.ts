/** Causes for another document use its words. */
import { expect, test } from "vitest";
import { documentWords } from "../../spec/document-words.ts";
import { readOperation } from "../../spec/read-operation.ts";
import { bookings } from "../../spec/testing/bookings.ts";
import { readRequirements } from "../../spec/requirements.ts";
import { type GeneralCause, generalCauses, generalWords, unmetTitle } from "./cause-table.ts";

const words = documentWords(readOperation(bookings));

/** Names that only the document that ships has. */
const ofPlants =
  /plant|\b200s?\b|\btags?\b|\bnames? (?:or|comes)\b|`(?:id|name|tag|error)`|\{error|\bPlant\b|\bError\b/u;

test("no general cause has a word of the document that ships", () => {
  const ids = Object.keys(generalCauses) as readonly GeneralCause[];
  const texts = ids.map((id) => generalWords(id, words)).flatMap(({ title, fix }) => [title, fix]);
  expect(texts.length).toBeGreaterThan(40);
  expect(texts.filter((text) => ofPlants.test(text))).toEqual([]);
});

test("no title of a requirement has a word of the document that ships", () => {
  const titles = readRequirements().flatMap(({ id }) => unmetTitle(id, words) ?? []);
  expect(titles.length).toBeGreaterThan(40);
  expect(titles.filter((title) => ofPlants.test(title))).toEqual([]);
});

test("the causes of a document name its statuses, its schemas and its members", () => {
  expect(generalWords("valid-plants-refused", words).fix).toBe(
    "Accept every body that matches AskForRoom, and answer 201.",
  );
  expect(generalWords("missing-members-accepted", words).fix).toContain(
    "(`guest`, `room`) are in the body; answer 400 or 415 or 422",
  );
  expect(generalWords("other-error-format", words).fix).toContain("Answer as application/problem+json");
  expect(unmetTitle("returns-name", words)).toBe("`guest` comes back changed");
});

test("a document whose errors have no media type is not quoted with one", () => {
  const { fix } = generalWords("other-error-format", { ...words, errorTypes: [] });
  expect(fix).toContain("Answer as the media type that the document shows");
});

test("a member is named as the integer only where the document has an identity", () => {
  expect(generalWords("booleans-as-integers", words).fix).toContain("Refuse a boolean for an integer:");
  const known = { ...words, identity: "number" };
  expect(generalWords("booleans-as-integers", known).fix).toContain("Refuse a boolean for `number`:");
});
