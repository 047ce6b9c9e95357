/** Causes for another document use its words. */
import { readFileSync, readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { type DocumentWords, documentWords } from "../../spec/document-words.ts";
import { readOperation } from "../../spec/read-operation.ts";
import { bookings } from "../../spec/testing/bookings.ts";
import { readRequirements } from "../../spec/requirements.ts";
import { generalCause, generalCauses, generalWords, unmetTitle } from "./cause-table.ts";

const operation = readOperation(bookings);
const words = documentWords(operation);

function wordsOf(id: string, of: DocumentWords): ReturnType<typeof generalWords> {
  return generalWords(generalCause(id) ?? expect.fail(id), of);
}

/** Names that only the document that ships has. */
const ofPlants =
  /plant|\b200s?\b|\btags?\b|\bnames? (?:or|comes)\b|`(?:id|name|tag|error)`|\{error|\bPlant\b|\bError\b/u;

test("no general cause has a word of the document that ships", () => {
  const texts = generalCauses()
    .map((cause) => generalWords(cause, words))
    .flatMap(({ title, fix }) => [title, fix]);
  expect(texts.length).toBeGreaterThan(40);
  expect(texts.filter((text) => ofPlants.test(text))).toEqual([]);
});

test("each cause that a recogniser gives is a general one or a requirement, and each general one is given", () => {
  const files = readdirSync(new URL(".", import.meta.url)).filter((file) => /^[a-z-]+\.ts$/.test(file));
  const texts = files.map((file) => readFileSync(new URL(file, import.meta.url), "utf8"));
  const given = texts.flatMap((text) => [...text.matchAll(/(?:return|[?:&]) ["`]([a-z]+(?:-[a-z0-9]+)+)[ "]/g)]);
  const ids = generalCauses().map(({ id }) => id);
  const names = new Set(given.map(([, id]) => id));
  expect(ids.filter((id) => !names.has(id))).toEqual([]);
  const known = new Set([...ids, ...readRequirements().map(({ id }) => id)]);
  expect([...names].filter((id = "") => !known.has(id))).toEqual([]);
});

test("no title of a requirement has a word of the document that ships", () => {
  const titles = readRequirements().flatMap(({ id }) => unmetTitle(id, words) ?? []);
  expect(titles.length).toBeGreaterThan(40);
  expect(titles.filter((title) => ofPlants.test(title))).toEqual([]);
});

test("the causes of a document name its statuses, its schemas and its members", () => {
  expect(wordsOf("valid-plants-refused", words).fix).toBe("Accept every body that matches AskForRoom, and answer 201.");
  expect(wordsOf("missing-members-accepted", words).fix).toContain(
    "(`guest`, `room`) are in the body; answer 400 or 415 or 422",
  );
  expect(wordsOf("other-error-format", words).fix).toContain("Answer as application/problem+json");
  expect(unmetTitle("returns-name", words)).toBe("`guest` comes back changed");
});

test("a document whose errors have no media type is not quoted with one", () => {
  const { fix } = wordsOf("other-error-format", documentWords({ ...operation, failure: null, others: [] }));
  expect(fix).toContain("Answer as the media type that the document shows");
});

test("a member is named as the integer only where the document has an identity", () => {
  expect(wordsOf("booleans-as-integers", words).fix).toContain("Refuse a boolean for an integer:");
  const known = documentWords({ ...operation, roles: { ...operation.roles, identity: "number" } });
  expect(wordsOf("booleans-as-integers", known).fix).toContain("Refuse a boolean for `number`:");
});
