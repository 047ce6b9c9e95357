/**
 * Pacts compared with the document without a server: by a comparator of pacts and OpenAPI documents, as a second
 * opinion, and by the project's own code, which knows what the comparator misses and what the document leaves open.
 */
import { readdirSync } from "node:fs";
import * as comparator from "@pactflow/openapi-pact-comparator";
import { describe, expect, test } from "vitest";
import { readOperation } from "../spec/read-operation.ts";
import { readRecords } from "../spec/requirements.ts";
import { loadValidators } from "../spec/validators.ts";
import { documentForPacts } from "./document-for-pacts.ts";
import {
  type DocumentReading,
  readAgainstDocument,
  undescribedParts,
  unreturnedTexts,
} from "./pact-against-document.ts";
import { shippedFiles, shippedPacts } from "./shipped-pacts.ts";
import { type Interaction, readPact } from "./pact-file.ts";
import { shippedText } from "./testing/contract-provider.ts";

const operation = readOperation();
const document = documentForPacts(operation, await loadValidators(operation));
const requirements = readRecords();

/** The package's types name their files without an extension, which TypeScript does not resolve in a module of Node. */
const { Comparator } = comparator as unknown as {
  readonly Comparator: new (document: object) => {
    readonly compare: (pact: unknown) => AsyncIterable<{ readonly code: string }>;
  };
};

/** The codes of what the comparator finds in a pact. */
async function compared(text: string): Promise<readonly string[]> {
  const found: string[] = [];
  const pact: unknown = JSON.parse(text);
  // The comparator writes to the document that it is given.
  for await (const { code } of new Comparator(structuredClone(operation.document)).compare(pact)) found.push(code);
  return found;
}

/** What the suite itself says of every interaction of a pact. */
function read(text: string): readonly DocumentReading[] {
  return readPact({ text, name: "test", origin: "user-supplied" }).interactions.map((one) =>
    readAgainstDocument(one, document),
  );
}

const catalogue = shippedText("plant-catalogue");
const form = shippedText("plant-form");
const importer = shippedText("plant-importer");

/** An interaction of the shipped form, with another answer. */
function formWith(response: { readonly status: number; readonly [part: string]: unknown }, body?: object): Interaction {
  const [interaction] = readPact({ text: form, name: "test", origin: "user-supplied" }).interactions;
  if (interaction === undefined) throw new Error("There is no interaction");
  const value = Object(interaction.value);
  const request = body === undefined ? value.request : { ...value.request, body, generators: {} };
  return { ...interaction, status: response.status, value: { ...value, request, response } };
}

test.each<readonly [string, Parameters<typeof formWith>[0], readonly string[]]>([
  ["a header field of a 200", { status: 200, headers: { Location: "/1" } }, ["the header field location"]],
  ["a usual header field", { status: 200, headers: { "content-type": "text/plain" } }, []],
  ["a header field of a 201", { status: 201, headers: { Location: "/1" } }, ["the header field location"]],
  ["a header field of a 409", { status: 409, headers: { Location: "/1" } }, []],
  ["a member that Error does not have", { status: 400, body: { code: "E1", error: 1 } }, ["the member code"]],
  ["a member that Plant does not have, which is contradicted", { status: 200, body: { code: "E1" } }, []],
])("of what a pact expects, the document does not describe: %s", (_what, response, parts) => {
  expect(undescribedParts(formWith(response), document)).toEqual(parts);
});

test("of an answer with another success, all that the document rules out is named", () => {
  const response = { status: 201, headers: { "Content-Type": "text/html" }, body: { id: 7, name: "Fern" } };
  const { contradicts } = readAgainstDocument(formWith(response), document);
  expect(contradicts.map(({ where }) => where)).toEqual(["status", "header content-type", "/id"]);
});

const sent = { id: 1, name: "Fern", tag: "a" };
const byType = { body: { "$.name": { matchers: [{ match: "type" }] } } };

test.each<readonly [string, object, object, readonly string[]]>([
  ["another name", sent, { body: { name: "Oak" } }, ["returns-name"]],
  ["another tag", sent, { body: { name: "Fern", tag: "b" } }, ["returns-tag"]],
  ["another name with 201", sent, { status: 201, body: { name: "Oak" } }, ["returns-name"]],
  ["the same name", sent, { body: { name: "Fern" } }, []],
  ["any name", sent, { body: { name: "Oak" }, matchingRules: byType }, []],
  ["a name that is generated", sent, { body: { name: "Oak" }, generators: { body: { "$.name": {} } } }, []],
  ["a message", sent, { status: 400, body: { message: "Oak" } }, []],
  ["a name where none is sent", { id: 1 }, { body: { name: "Oak" } }, []],
])("a pact that expects %s is compared with what it sends", (_what, body, response, ids) => {
  const found = unreturnedTexts(formWith({ status: 200, ...response }, body), document);
  expect(found.map(({ id }) => id)).toEqual(ids);
});

describe("the pacts that ship", () => {
  test("are all named in the index", () => {
    expect(readdirSync(new URL("./pacts/", import.meta.url)).sort()).toEqual([...shippedFiles].sort());
  });

  test.each(shippedPacts().map((source) => [source.name, source] as const))(
    "%s: each interaction names requirements of the catalogue, and each of them can be proved broken",
    (_name, source) => {
      for (const { description, requirements: named } of readPact(source).interactions) {
        expect(named, description).not.toEqual([]);
        for (const name of named) {
          const { level, contract } = { ...requirements.find(({ id }) => id === name) };
          expect(["MUST", "SHOULD"], name).toContain(level);
          expect(contract, name).toBeDefined();
        }
      }
    },
  );

  test.each(shippedPacts().map((source) => [source.name, source] as const))(
    "%s agrees with the document, in the comparator's opinion",
    async (_name, { text }) => {
      expect(await compared(text)).toEqual([]);
    },
  );

  test.each(shippedPacts().map((source) => [source.name, source] as const))(
    "%s: nothing in it is ruled out by the document, and nothing is left open",
    (_name, { text }) => {
      for (const reading of read(text)) expect(reading).toEqual({ contradicts: [], openPoints: [] });
    },
  );
});

type Change = readonly [from: string | RegExp, to: string];

function changed(text: string, [from, to]: Change): string {
  const result = text.replace(from, to);
  expect(result).not.toBe(text);
  return result;
}

const inTag = (tag: string): Change => [/"tag": "succulent"/g, `"tag": "${tag}"`];

describe("a fault that the comparator misses is found", () => {
  test.each([
    [
      "a matcher that no Plant meets",
      catalogue,
      [/"match": "regex",\s+"regex": "\^\[A-Za-z\][^"]*"/, '"match": "integer"'] as Change,
      { where: "/name", expected: "a string", seen: "the matcher integer" },
    ],
    [
      "an id beyond int64 that is to be accepted",
      importer,
      ["9007199254740993", "9223372036854775808"] as Change,
      { where: "request /id", expected: "an integer within int64", seen: "9223372036854775808" },
    ],
    [
      "a request without a member that is required behind a reference in allOf",
      importer,
      [/,\s+"name": "Baobab bcdefgh"/, ""] as Change,
      { where: "request /name", expected: "to be present", seen: "nothing" },
    ],
  ])("%s", async (_what, text, change, finding) => {
    const wrong = changed(text, change);
    expect(await compared(wrong)).toEqual([]);
    expect(read(wrong).flatMap(({ contradicts }) => contradicts)).toContainEqual(finding);
  });

  test("but a member of an answer that the pact does not name may be there", () => {
    expect(read(changed(form, [/,\s+"message": "name is missing"/, ""]))).toEqual(read(form));
  });

  test("a member that NewPlant does not have, which is left open", async () => {
    const wrong = changed(importer, ['"name": "Baobab bcdefgh"', '"name": "Baobab bcdefgh", "colour": "green"']);
    expect(await compared(wrong)).toEqual([]);
    expect(read(wrong).flatMap(({ openPoints }) => openPoints)).toEqual([
      { id: "unknown-members", where: "request /colour" },
    ]);
  });
});

describe("what the document contradicts is reported, by the comparator and by the suite", () => {
  test.each([
    ["a status", catalogue, ['"status": 200', '"status": 201'] as Change, "status"],
    [
      "an id in the answer",
      catalogue,
      [/"name": "Baobab bcdefgh"(?=\s*\},\s*"contentType[\s\S]*?"status")/, '"id": 7, "name": "x"'] as Change,
      "/id",
    ],
    ["no id", importer, [/"id": 9007199254740993,/, ""] as Change, "request /id"],
    ["an id in words", importer, [/"id": 9007199254740993/, '"id": "7"'] as Change, "request /id"],
    [
      "another scheme",
      importer,
      [/"Bearer pact-example-token"/, '"Basic pact"'] as Change,
      "request header authorization",
    ],
  ])("%s", async (_what, text, change, where) => {
    const wrong = changed(text, change);
    expect((await compared(wrong)).length).toBeGreaterThan(0);
    expect(read(wrong).flatMap(({ contradicts }) => contradicts.map((finding) => finding.where))).toContain(where);
  });
});

describe("what the document leaves open is reported with the id of the open point", () => {
  test.each([
    [
      "an exact value of error",
      form,
      [/"\$\.error": \{\s+"combine": "AND",\s+"matchers": \[\s+\{\s+"match": "number"\s+\}\s+\]\s+\},/, ""] as Change,
      "error-values",
    ],
    ["another path", form, ['"path": "/plants"', '"path": "/plants/1"'] as Change, "other-paths"],
    ["a slash after the path", form, ['"path": "/plants"', '"path": "/plants/"'] as Change, "trailing-slash"],
    ["another method", form, ['"method": "POST"', '"method": "DELETE"'] as Change, "method-delete"],
    ["a query", form, ['"path": "/plants"', '"path": "/plants", "query": { "dry": ["1"] }'] as Change, "unknown-query"],
    ["another status", form, ['"status": 400', '"status": 422'] as Change, "other-statuses"],
    ["an empty tag", catalogue, inTag(""), "empty-tag"],
    ["a long tag", catalogue, inTag("x".repeat(13)), "tag-length"],
    ["a blank tag", catalogue, inTag("  "), "blank-tag"],
    ["the id 0", importer, ['"id": 9007199254740993', '"id": 0'] as Change, "id-zero"],
    ["a negative id", importer, ['"id": 9007199254740993', '"id": -1'] as Change, "negative-id"],
    [
      "a header of the answer",
      form,
      ['"status": 200', '"headers": { "X-Version": ["1"] }, "status": 200'] as Change,
      "version-headers",
    ],
    ["a refusal for the state of the store", form, [/"status": 200/, '"status": 400'] as Change, "duplicate-id"],
  ])("%s", (what, text, change, id) => {
    const stated = what.includes("state of the store")
      ? text.replaceAll("a plant that the store does not have", "a plant exists")
      : text;
    const ids = read(changed(stated, change)).flatMap(({ openPoints }) => openPoints.map((point) => point.id));
    expect(ids).toContain(id);
    expect(requirements.find((requirement) => requirement.id === id)?.level).toBe("OPEN");
  });

  test("a valid NewPlant that is to be refused in no state at all is ruled out", () => {
    const [found] = read(changed(form, [/"status": 200/, '"status": 400'])).flatMap(({ contradicts }) => contradicts);
    expect(found).toEqual({ where: "status", expected: "200 for a valid NewPlant", seen: "400" });
  });
});

test("pacts of specification 2 are read like those of 4", () => {
  const pact = {
    consumer: { name: "c" },
    provider: { name: "p" },
    interactions: [
      {
        description: "old",
        request: {
          method: "post",
          path: "/plants",
          headers: { Authorization: "Bearer x", "Content-Type": "application/json" },
          body: { id: 1234567, name: "Fern" },
        },
        response: {
          status: 200,
          headers: { "Content-Type": "application/json" },
          body: { name: "Fern", id: 1234567 },
          matchingRules: { "$.body.name": { match: "decimal" } },
        },
      },
    ],
  };
  const [reading] = read(JSON.stringify(pact));
  expect(reading?.contradicts.map(({ where }) => where)).toEqual(["/id", "/name"]);
  expect(reading?.openPoints).toEqual([]);
});
