import { readdirSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { compileValidators } from "../spec/compile-schemas.ts";
import { shippedOverlay } from "../spec/overlay.ts";
import { readOperation } from "../spec/read-operation.ts";
import { readRequirements } from "../spec/requirements.ts";
import { shipped } from "../spec/shipped-yaml.ts";
import { nameOf, ORDINARY_IDS, tagOf } from "./bodies/body-drafts.ts";
import { type Check, requestsWhereAccepted } from "./checks/check.ts";
import { checksOf } from "./index.ts";
import { checkIds } from "./run/id-ranges.ts";

function checksFor(openapi: string): readonly Check[] {
  const operation = readOperation(openapi, { overlay: shippedOverlay() });
  return checksOf(operation, compileValidators(operation));
}

const text = shipped("openapi.yaml");
const operation = readOperation();
const validators = compileValidators(operation);
const checks = checksFor(text);
const fresh = checkIds("any", checks);
const requests = checks.flatMap((check) => check.next(fresh(check.id), []).map((request) => ({ check, request })));

function bodyOf(request: { readonly body: Uint8Array | null }): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(request.body ?? new Uint8Array()));
  } catch {
    return undefined;
  }
}

function beyondInt64(body: Uint8Array | null): boolean {
  const id = /"id":([^,}]+)/.exec(new TextDecoder().decode(body ?? new Uint8Array()))?.[1] ?? "";
  // A double cannot hold some of them.
  if (!Number.isFinite(Number(id))) return true;
  const value = /^-?\d+$/.test(id) ? BigInt(id) : BigInt(Number(id));
  return value < -(2n ** 63n) || value > 2n ** 63n - 1n;
}

describe("the list of checks", () => {
  test("keeps its ids: a change here is a change for everybody who waived or selected one", () => {
    expect(checks.map(({ id }) => id)).toMatchSnapshot();
    expect(new Set(checks.map(({ id }) => id)).size).toBe(checks.length);
  });

  test("has a check for every requirement, and a requirement for every check", () => {
    const ids = readRequirements().map(({ id }) => id);
    expect(new Set(checks.map(({ requirement }) => requirement))).toEqual(new Set(ids));
  });
});

test("the checks of a topic are in the file of its name, and in files whose names begin with it", () => {
  const topics = [...new Set(readRequirements().map(({ topic }) => topic))].sort();
  const files = readdirSync(new URL("requirements/", import.meta.url))
    .filter((name) => !name.endsWith(".test.ts"))
    .map((name) => name.replace(/\.ts$/, ""));
  expect(files.filter((name) => topics.includes(name)).sort()).toEqual(topics);
  expect(files.filter((name) => !topics.some((topic) => name === topic || name.startsWith(`${topic}-`)))).toEqual([]);
});

describe("what a check is", () => {
  const having = (field: "form" | "stage", value: string): readonly string[] =>
    checks.filter((check) => check[field] === value).map(({ id }) => id);

  test("is in its fields: its id is made of two of them, and of nothing else", () => {
    for (const { id, requirement, slug } of checks) expect(id).toBe(`${requirement}/${slug}`);
  });

  test("says when it is sent: two open a run, and one closes it", () => {
    expect(having("stage", "opening")).toEqual([
      "accepts-valid-plant/with-every-member",
      "accepts-valid-plant/with-required-members",
    ]);
    expect(having("stage", "closing")).toEqual(["accepts-every-ordinary-request/every-one"]);
  });

  test("is an invariant where each exchange is asked by itself, as fuzzing asks it", () => {
    expect(having("form", "invariant")).toMatchSnapshot();
  });

  test("is a refusal exactly where the last of its requests is to be refused, and no open point", () => {
    const open = new Set(readRequirements().flatMap(({ id, level }) => (level === "OPEN" ? [id] : [])));
    const refused = checks.filter((check) => {
      const sent = requestsWhereAccepted(check, fresh(check.id));
      const last = sent.at(-1)?.kind;
      return last === "not-a-plant" || last === "not-allowed";
    });
    expect(having("form", "refusal")).toEqual(refused.map(({ id }) => id));
    expect(refused.filter(({ requirement }) => open.has(requirement))).toEqual([]);
  });

  test("of an open point is an observation, a search, a reading or a tally, and of no other requirement but a tally", () => {
    const formsOf = (isOpen: boolean): ReadonlySet<string> => {
      const ids = readRequirements().flatMap(({ id, level }) => ((level === "OPEN") === isOpen ? [id] : []));
      return new Set(checks.filter(({ requirement }) => ids.includes(requirement)).map(({ form }) => form));
    };
    expect(formsOf(true)).toEqual(new Set(["observation", "search", "reading", "tally"]));
    expect(formsOf(false)).toEqual(new Set(["refusal", "acceptance", "invariant", "comparison", "tally"]));
  });
});

describe("what is sent", () => {
  test("as valid is a NewPlant by the schema", () => {
    const valid = requests.filter(({ request }) => request.kind === "ordinary" || request.kind === "valid");
    expect(valid.length).toBeGreaterThan(30);
    for (const { check, request } of valid) {
      // The greatest int64 is beyond what a double holds; its text counts.
      const body = bodyOf(request);
      const mismatches = validators.newPlant(body).filter(({ where }) => where !== "/id");
      expect(mismatches, check.id).toEqual([]);
    }
  });

  test("as no plant is not a NewPlant by the schema, or no JSON at all", () => {
    const wrong = requests.filter(({ request }) => request.kind === "not-a-plant");
    expect(wrong.length).toBeGreaterThan(50);
    for (const { check, request } of wrong) {
      const body = bodyOf(request);
      // A double rounds the integer just below int64 to its least value, so ids beyond int64 are compared as text.
      const isBeyond = check.requirement === "refuses-id-beyond-int64";
      const says = isBeyond ? beyondInt64(request.body) : body === undefined || validators.newPlant(body).length > 0;
      expect(says, check.id).toBe(true);
    }
  });

  test("holds the token's place in Authorization alone, and on no other path", () => {
    for (const { check, request } of requests) {
      const holders = request.headers.filter(([, value]) => value.includes("$PLANT_STORE_TOKEN")).map(([name]) => name);
      expect(
        holders.filter((name) => name.toLowerCase() !== "authorization"),
        check.id,
      ).toEqual([]);
      if (request.path.split("?")[0] !== "/plants") expect(holders, check.id).toEqual([]);
    }
  });

  test("to the operation itself has no header but Authorization and Content-Type in one check", () => {
    const bare = requests.find(({ check }) => check.id === "needs-no-other-headers/bare");
    expect(bare?.request.headers.map(([name]) => name)).toEqual(["Authorization", "Content-Type"]);
  });
});

describe("ordinary values", () => {
  const samples = Array.from(
    { length: 5_000 },
    (_, k) => ORDINARY_IDS.least + Math.floor((k / 5_000) * ORDINARY_IDS.count),
  );

  test("are names of one to three words of letters, 3 to 40 characters, and differ", () => {
    for (const n of samples) expect(nameOf(n)).toMatch(/^(?=.{3,40}$)[A-Za-z]+( [A-Za-z]+){0,2}$/);
    expect(new Set(samples.map((n) => nameOf(n).toLowerCase())).size).toBe(samples.length);
  });

  test("are names of many lengths, of one, two and three words, with a first letter in either case", () => {
    const names = samples.slice(0, 400).map(nameOf);
    expect(new Set(names.map(({ length }) => length)).size).toBe(33);
    expect(new Set(names.map((name) => name.split(" ").length))).toEqual(new Set([1, 2, 3]));
    expect(new Set(names.map((name) => /^[A-Z]/.test(name)))).toEqual(new Set([true, false]));
    for (const letter of "abcdefghijklmnopqrstuvwxyz")
      expect(names.some((name) => name.toLowerCase().startsWith(letter))).toBe(true);
  });

  test("are names and tags that differ in more than a letter or two where their numbers are close", () => {
    const close = Array.from({ length: 100 }, (_, k) => 1_500_000_000 + k);
    const ends = close.map((n) => nameOf(n).replaceAll(" ", "").toLowerCase().slice(-7));
    for (const tails of [ends, close.map((n) => tagOf(n).padStart(12))]) {
      const differences = tails.flatMap((one, place) =>
        tails.slice(place + 1).map((other) => Array.from(one).filter((letter, at) => letter !== other[at]).length),
      );
      expect(Math.min(...differences)).toBeGreaterThan(2);
    }
  });

  test("are tags of one lower-case word of 3 to 12 letters, and differ", () => {
    for (const n of samples) expect(tagOf(n)).toMatch(/^[a-z]{3,12}$/);
    expect(new Set(samples.map(tagOf)).size).toBe(samples.length);
  });

  test("are ids from 1,000,000 to 2^31-1, and no two checks draw the same", () => {
    const ids = checks.flatMap(({ id }) => [fresh(id)(0), fresh(id)(63)]);
    for (const id of ids) expect(id).toSatisfy((n: number) => n >= 1_000_000 && n <= 2 ** 31 - 1);
    expect(new Set(ids).size).toBe(ids.length);
  });
});

describe("another schema asks for other checks, without code", () => {
  const idsFor = (edit: (openapi: string) => string): readonly string[] => {
    const before = new Set<string>(checks.map(({ id }) => id));
    return checksFor(edit(text))
      .map(({ id }) => id)
      .filter((id) => !before.has(id) && !id.endsWith("/not-asked"));
  };

  test("a maximal length", () => {
    expect(
      idsFor((openapi) =>
        openapi.replace(
          "          type: string\n        tag:",
          "          type: string\n          maxLength: 40\n        tag:",
        ),
      ),
    ).toEqual(["refuses-invalid-member/name-above-max-length", "accepts-valid-plant/name-at-max-length"]);
  });

  test("bounds", () => {
    expect(
      idsFor((openapi) =>
        openapi.replace("format: int64", "format: int64\n              minimum: 1\n              maximum: 2147483647"),
      ),
    ).toEqual([
      "refuses-invalid-member/id-above-maximum",
      "refuses-invalid-member/id-below-minimum",
      "accepts-valid-plant/id-at-maximum",
      "accepts-valid-plant/id-at-minimum",
    ]);
  });

  test("a required member more", () => {
    const added = idsFor((openapi) =>
      openapi
        .replace(
          "            id:\n              description",
          "            rare:\n              type: boolean\n            id:\n              description",
        )
        .replace("            - id\n", "            - id\n            - rare\n"),
    );
    expect(added).toEqual([
      "refuses-missing-member/missing-rare",
      "refuses-invalid-member/rare-is-null",
      "refuses-invalid-member/rare-is-integer",
      "refuses-invalid-member/rare-is-number",
      "refuses-invalid-member/rare-is-string",
      "refuses-invalid-member/rare-is-array",
      "refuses-invalid-member/rare-is-object",
      "matches-member-names-exactly/rare-written-in-capitals",
      "matches-member-names-exactly/rare-written-capitalised",
      "refuses-invalid-member/rare-is-zero",
      "refuses-invalid-member/rare-is-empty-string",
      "refuses-invalid-member/rare-is-empty-array",
      "refuses-missing-member/missing-rare-without-optional-members",
    ]);
  });
});
