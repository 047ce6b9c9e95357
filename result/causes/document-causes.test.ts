/** Causes for another document use its words. */
import { expect, test } from "vitest";
import { documentWords } from "../../spec/document-words.ts";
import { readOperation } from "../../spec/read-operation.ts";
import { bookings } from "../../spec/testing/bookings.ts";
import { readRequirements } from "../../spec/requirements.ts";
import { requirementTitles, generalCausesBy, requirementTitlesBy } from "./cause-table.ts";

const words = documentWords(readOperation(bookings));

/** Names that only the document that ships has. */
const ofPlants =
  /plant|\b200s?\b|\btags?\b|\bnames? (?:or|comes)\b|`(?:id|name|tag|error)`|\{error|\bPlant\b|\bError\b/u;

test("no general cause has a word of the document that ships", () => {
  const texts = Object.values(generalCausesBy(words)).flatMap(({ title, fix }) => [title, fix]);
  expect(texts.length).toBeGreaterThan(40);
  expect(texts.filter((text) => ofPlants.test(text))).toEqual([]);
});

test("no title of a requirement has a word of the document that ships", () => {
  const own = requirementTitlesBy(words);
  const titles = Object.entries({ ...requirementTitles, ...own }).map(([id, title]) => `${id}: ${title}`);
  expect(titles.filter((title) => ofPlants.test(title.replace(/^[^ ]* /, "")))).toEqual([]);
  const known = new Set(readRequirements().map(({ id }) => id));
  expect(Object.keys(own).filter((id) => !known.has(id))).toEqual([]);
});

test("the causes of a document name its statuses, its schemas and its members", () => {
  const general = generalCausesBy(words);
  expect(general["valid-plants-refused"].fix).toBe("Accept every body that matches AskForRoom, and answer 201.");
  expect(general["missing-members-accepted"].fix).toContain(
    "(`guest`, `room`) are in the body; answer 400 or 415 or 422",
  );
  expect(general["other-error-format"].fix).toContain("Answer as application/problem+json");
  expect(requirementTitlesBy(words)["returns-name"]).toBe("`guest` comes back changed");
});

test("a document whose errors have no media type is not quoted with one", () => {
  const { fix } = generalCausesBy({ ...words, errorTypes: [] })["other-error-format"];
  expect(fix).toContain("Answer as the media type that the document shows");
});

test("a member is named as the integer only where the document has an identity", () => {
  expect(generalCausesBy(words)["booleans-as-integers"].fix).toContain("Refuse a boolean for an integer:");
  const known = { ...words, identity: "number" };
  expect(generalCausesBy(known)["booleans-as-integers"].fix).toContain("Refuse a boolean for `number`:");
});
