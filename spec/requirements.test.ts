import { createHash } from "node:crypto";
import { readdirSync } from "node:fs";
import { parse } from "yaml";
import { describe, expect, test } from "vitest";
import { readShipped, shipped } from "./shipped-yaml.ts";
import { readRecords, readRequirements } from "./requirements.ts";

interface Section {
  readonly section: string;
  readonly entries: ReadonlyArray<{
    readonly says: string;
    /** The words by which sources name it; by default the whole sentence. */
    readonly cited?: readonly string[];
    readonly excluded?: string;
  }>;
}

const requirements = readRequirements();
const ids = requirements.map(({ id }) => id);
const sections = parse(shipped("document.yaml")) as readonly Section[];
const placeOf = (section: string, entry: string): string => `${section}: ${entry}`;
const entries = sections.flatMap(({ section, entries: list }) =>
  list.map(({ says, cited = [says], excluded }) => ({
    name: placeOf(section, says),
    says,
    places: cited.map((entry) => placeOf(section, entry)),
    excluded,
  })),
);
const sourced = requirements.flatMap(({ id, level, sources }) =>
  sources.flatMap((place) => ("document" in place ? [{ id, level, place: placeOf(place.document, place.entry) }] : [])),
);

describe("the catalogue", () => {
  test("has each id once, in lower-case words", () => {
    expect(new Set(ids).size).toBe(ids.length);
    for (const id of ids) expect(id).toMatch(/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/);
  });

  test("keeps its ids and levels: a change here is a change for everybody who pinned one", () => {
    expect(requirements.map(({ id, level }) => `${level} ${id}`)).toMatchSnapshot();
  });

  test("says every requirement in one sentence, in the indicative, with a source and a fix", () => {
    for (const { id, statement, sources, fix, topic, level } of requirements) {
      expect(statement, id).not.toMatch(/\b(should|must|shall)\b/i);
      expect(statement, id).toMatch(/^[^.]+(\.[^. ][^.]*)*\.$/);
      expect(["MUST", "SHOULD", "OPEN"], id).toContain(level);
      expect(sources.length, id).toBeGreaterThan(0);
      expect(fix.length, id).toBeGreaterThan(20);
      expect(topic, id).toMatch(/^[a-z-]+$/);
    }
  });

  test("has each topic in one file of its name", () => {
    const topics = [...new Set(requirements.map(({ topic }) => topic))];
    expect(readdirSync(new URL("./requirements/", import.meta.url))).toEqual(
      topics.map((topic) => `${topic}.yaml`).sort(),
    );
  });

  test("has an order by numbers, in which the files are too, and a thousand numbers a topic", () => {
    const inFiles = readShipped("requirements.yaml").value as ReturnType<typeof readRecords>;
    expect(inFiles).toEqual(readRecords());
    expect(new Set(inFiles.map(({ order }) => order)).size).toBe(inFiles.length);
    const thousands = new Map(inFiles.map(({ topic, order }) => [topic, Math.floor(order / 1000)]));
    expect(new Set(thousands.values()).size).toBe(thousands.size);
    for (const { topic, order } of inFiles) expect(Math.floor(order / 1000)).toBe(thousands.get(topic));
  });

  test("names what a pact relies on in open points alone, and once for a part of the document", () => {
    const relied = readRecords().filter(({ pact }) => pact !== undefined);
    expect(relied.filter(({ level }) => level !== "OPEN")).toEqual([]);
    expect(new Set(relied.map(({ pact, about }) => `${pact} ${about}`)).size).toBe(relied.length);
  });

  test("has a place in the document for every MUST, and a `not shown` for every open point", () => {
    for (const { id, level, sources } of requirements) {
      const places = sources.map((place) => ("document" in place ? place.entry : null));
      if (level === "MUST")
        expect(
          places.some((entry) => entry !== null && !entry.startsWith("Not shown")),
          id,
        ).toBe(true);
      if (level === "OPEN")
        expect(
          places.some((entry) => entry?.startsWith("Not shown") === true),
          id,
        ).toBe(true);
    }
  });
});

describe("the source document and the catalogue", () => {
  test("every statement is the source of a requirement by each of its names, or is excluded with a reason", () => {
    const places = sourced.map(({ place }) => place);
    for (const { name, places: named, excluded } of entries) {
      if (excluded === undefined) for (const place of named) expect(places, name).toContain(place);
      else {
        for (const place of named) expect(places, name).not.toContain(place);
        expect(excluded.length, name).toBeGreaterThan(30);
      }
    }
  });

  test("every source in the document is a statement of spec/document.yaml", () => {
    const places = entries.flatMap(({ places: named }) => named);
    for (const { id, place } of sourced) expect(places, `the source of ${id}`).toContain(place);
  });

  test("every `not shown` is the source of open points, and of nothing that is judged", () => {
    const notShown = entries.filter(({ says }) => says.startsWith("Not shown")).map(({ name }) => name);
    for (const { id, level } of sourced.filter(({ place }) => notShown.includes(place))) expect(level, id).toBe("OPEN");
  });

  test("has every section of the document", () => {
    expect(new Set(sections.map(({ section }) => section.split(" / ")[0]))).toEqual(
      new Set([
        "What the service does",
        "Resources and their fields",
        "States and transitions",
        "Endpoints",
        "Authentication",
        "Events",
        "Errors",
        "Limits",
        "Versioning",
      ]),
    );
  });
});

test("the digest of a document is that of its bytes", async () => {
  const { readOperation } = await import("./read-operation.ts");
  expect(readOperation().sha256).toBe(createHash("sha256").update(shipped("openapi.yaml")).digest("hex"));
});
