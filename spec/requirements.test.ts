import { createHash } from "node:crypto";
import { readdirSync } from "node:fs";
import { parse } from "yaml";
import { describe, expect, test } from "vitest";
import { readShipped, shipped } from "./shipped-yaml.ts";
import { type Place, readRecords, readRequirements } from "./requirements.ts";

interface Section {
  readonly section: string;
  readonly entries: ReadonlyArray<{
    readonly says: string;
    readonly requirements?: readonly string[];
    readonly excluded?: string;
  }>;
}

const requirements = readRequirements();
const ids = requirements.map(({ id }) => id);
const sections = parse(shipped("document.yaml")) as readonly Section[];
const entries = sections.flatMap(({ section, entries: list }) =>
  list.map(({ requirements: listed = [], ...entry }) => ({
    section,
    ...entry,
    held: entry.says.startsWith("Not shown") ? [...listed, ...ofSource(section, entry.says)] : listed,
  })),
);

/** The requirements that name a statement of the document as their source, word for word. */
function ofSource(section: string, says: string): readonly string[] {
  const isIt = (place: Place): boolean => "document" in place && place.document === section && place.entry === says;
  return requirements.filter(({ sources }) => sources.some(isIt)).map(({ id }) => id);
}

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
  test("every statement belongs to a requirement, or is excluded with a reason", () => {
    for (const { section, says, held, excluded } of entries) {
      const name = `${section}: ${says}`;
      expect(held.length > 0, name).toBe(excluded === undefined);
      for (const id of held) expect(ids, name).toContain(id);
      if (excluded !== undefined) expect(excluded.length, name).toBeGreaterThan(30);
    }
  });

  test("every requirement with a source in the document is listed under a statement of that section", () => {
    for (const { id, sources } of requirements) {
      const places = sources.flatMap((place) => ("document" in place ? [place.document] : []));
      for (const place of places) {
        const listed = entries.filter(({ section }) => section === place).flatMap(({ held }) => held);
        expect(listed, `${id} has the source ${place}`).toContain(id);
      }
    }
  });

  test("every `not shown` is held by open points, and by nothing that is judged", () => {
    const levels = new Map(requirements.map(({ id, level }) => [id, level]));
    for (const { says, held } of entries.filter((entry) => entry.says.startsWith("Not shown"))) {
      for (const id of held) expect(levels.get(id), `${says}: ${id}`).toBe("OPEN");
    }
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
