/** The vectors: which checks they contain, that they match their schema, and that they contain nothing of one run. */
import { readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, test } from "vitest";
import { readOperation } from "../../spec/read-operation.ts";
import { readRequirements } from "../../spec/requirements.ts";
import { loadValidators } from "../../spec/validators.ts";
import { nameOf, tagOf } from "../bodies/body-drafts.ts";
import { acceptance, checkOf, observation, refusal } from "../checks/check-forms.ts";
import type { Check, PlannedRequest } from "../checks/check.ts";
import { passed } from "../checks/judges.ts";
import { requestsTo, TOKEN } from "../checks/check-requests.ts";
import { checksOf } from "../index.ts";
import { bytesOfParts, partsFinder } from "./vector-parts.ts";
import { fixedAttempts, loadVectors } from "./vectors.ts";

const suite = { name: "plant-store-conformance", version: "0" };
const file = await loadVectors({ seed: "one", suite });
const operation = readOperation();
const checks = checksOf(operation, await loadValidators(operation));
const requests = requestsTo(operation);
const fresh = (k: number): number => 64_000_000 + 64 * k;
const label = { requirement: "accepts-valid-plant", slug: "own", title: "A check of this test" };

describe("the document", () => {
  test("matches its schema, and another version does not", () => {
    const schema: unknown = JSON.parse(readFileSync(new URL("vectors.schema.json", import.meta.url), "utf8"));
    const validate = new Ajv2020({ allowUnionTypes: true }).compile(Object(schema));
    expect(validate(JSON.parse(JSON.stringify(file))) || validate.errors).toBe(true);
    expect(validate({ ...file, version: 2 })).toBe(false);
    expect(validate({ ...file, rules: [{ ...file.rules[0], expect: { anything: true } }] })).toBe(false);
  });

  test("has each check that sends requests, but for those whose requests or meaning hang on answers or on ids", () => {
    const sending = checks.filter((check) => check.next(fresh, []).length > 0).map(({ id }) => id);
    const ids = new Set<string>(file.vectors.map(({ id }) => id));
    expect(sending.filter((id) => !ids.has(id))).toMatchInlineSnapshot(`
      [
        "refuses-lenient-json/hexadecimal",
        "accepts-every-positive-id/small",
        "accepts-every-positive-id/one",
        "accepts-every-positive-id/greatest",
        "tells-large-ids-apart/neighbours",
        "keeps-answers-apart/at-once",
        "id-zero/value",
        "name-length/value",
        "tag-length/value",
        "body-size/value",
        "other-paths/value",
        "accepts-every-ordinary-request/every-one",
        "refuses-lenient-json/grouped-digits",
        "returns-name/marks",
        "returns-name/characters",
        "accepts-every-positive-id/first-beyond-31-bits",
        "accepts-every-positive-id/first-beyond-32-bits",
        "accepts-valid-plant/id-near-a-power-of-two",
        "accepts-json-spellings/escaped-slash",
        "accepts-json-spellings/escaped-surrogates",
        "accepts-json-spellings/escaped-controls",
        "accepts-integer-spellings/large-fraction-zero",
        "accepts-every-ordinary-request/in-each-variant",
        "accepts-chunked-body/odd-chunks",
        "returns-name/filtered-words",
        "returns-tag/name-again",
      ]
    `);
  });

  test("takes level and sources from the catalogue", () => {
    const of = new Map(readRequirements().map((requirement) => [requirement.id, requirement]));
    for (const { requirement, level, sources } of [...file.vectors, ...file.rules, file.opening.notThere]) {
      expect({ level, sources }).toEqual({
        level: of.get(requirement)?.level,
        sources: of.get(requirement)?.sources,
      });
    }
  });

  test("holds no id and no name of a run, and the token as a place", () => {
    const text = JSON.stringify(file.vectors.map(({ attempts }) => attempts));
    expect(text).toContain(`Bearer ${TOKEN}`);
    // Except for the summands of ids, which lie outside the ordinary ids.
    const bodies = text.replaceAll(/"plus":"-?\d+"/g, "");
    const numbers = [...bodies.matchAll(/(?<![\w.-])\d{7,10}(?![\w.])/g)].map(([number]) => number);
    expect(numbers).toEqual([]);
  });

  test("has the same vectors for every seed, though other bodies of a list", async () => {
    const other = await loadVectors({ seed: "another", suite });
    expect(other.vectors.map(({ id }) => id)).toEqual(file.vectors.map(({ id }) => id));
    expect(other).not.toEqual(file);
  });
});

describe("places", () => {
  const find = partsFinder([
    [12_345_678, 23_456_789],
    [34_567_890, 45_678_901],
  ]);
  const written = (write: (n: number, m: number) => string): Parameters<typeof find>[0] => ({
    one: Buffer.from(write(12_345_678, 23_456_789)),
    other: Buffer.from(write(34_567_890, 45_678_901)),
  });

  test("are found for ids, names and tags, and filled with those of other numbers", () => {
    const parts = find(written((n, m) => `{"id":${n},"name":"${nameOf(m)}","tag":"${tagOf(n)}"}`)) ?? [];
    expect(parts.map((part) => ("fresh" in part ? `${part.fresh} ${part.of}` : part))).toEqual([
      { text: '{"id":' },
      "id 0",
      { text: ',"name":"' },
      "name 1",
      { text: '","tag":"' },
      "tag 0",
      { text: '"}' },
    ]);
    const filled = Buffer.from(bytesOfParts(parts, [7, 8])).toString();
    expect(filled).toBe(`{"id":7,"name":"${nameOf(8)}","tag":"${tagOf(7)}"}`);
  });

  test("are found for ids of int64 without rounding them", () => {
    expect(find(written((n) => String(BigInt(n) + 9_223_372n * 10n ** 12n)))).toEqual([
      { fresh: "id", plus: "9223372000000000000", of: 0 },
    ]);
  });

  test("keep bytes that are not text, and write a long row of one character once", () => {
    expect(find({ one: Uint8Array.of(0xff), other: Uint8Array.of(0xff) })).toEqual([{ base64: "/w==" }]);
    expect(find(written((n) => `${n}${"[".repeat(1000)}`))).toEqual([
      { fresh: "id", of: 0 },
      { text: "[", repeat: 1000 },
    ]);
  });

  test("are not guessed for what is made from a number in another way", () => {
    expect(find(written((n) => n.toString(16)))).toBeNull();
  });
});

describe("a fixed check", () => {
  const ordinary = (n: number): PlannedRequest => ({ ...requests.ordinary(n), kind: "valid" });
  const judge: Check["judge"] = () => ({ outcome: passed });

  test("is a refusal, with its one request", () => {
    const check = refusal(requests, label, (varied, n) => varied.raw("not-a-plant", `${n}`));
    expect(fixedAttempts(check, fresh)?.map(({ length }) => length)).toEqual([1]);
  });

  test("is an acceptance, with each time that it may ask", () => {
    const check = acceptance(requests, label, (varied, n) => ({ ...varied.ordinary(n), kind: "valid" }));
    expect(fixedAttempts(check, fresh)?.map(({ length }) => length)).toEqual([1, 1, 1]);
  });

  test("is an observation of several requests, one after the other in one attempt", () => {
    const check = observation(label, [(own) => ordinary(own(0)), (own) => ordinary(own(0))]);
    expect(fixedAttempts(check, fresh)?.map(({ length }) => length)).toEqual([2]);
  });

  test.each<[string, Check["next"]]>([
    [
      "goes by a status",
      (own, sent) =>
        sent[0]?.answer?.status === 400 ? [requests.ordinary(own(1))] : sent.length === 0 ? [ordinary(own(0))] : [],
    ],
    [
      "sends something else after a refusal",
      (own, sent) =>
        sent.length === 0
          ? [ordinary(own(0))]
          : sent.length === 1
            ? [ordinary(own(sent[0]?.answer?.status === 200 ? 1 : 2))]
            : [],
    ],
    [
      "sends what a server may cut off",
      (own, sent) => (sent.length === 0 ? [{ ...ordinary(own(0)), mayMeet: "cut-off" }] : []),
    ],
    [
      "sends an id that may be taken",
      (own, sent) => (sent.length === 0 ? [{ ...ordinary(own(0)), mayMeet: "taken-id" }] : []),
    ],
    ["sends nothing", () => []],
  ])("is none that %s", (_what, next) => {
    expect(fixedAttempts(checkOf("observation", label, { next, judge }), fresh)).toBeNull();
  });
});
