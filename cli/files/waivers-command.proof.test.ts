import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { mutants } from "../../proof/mutants/index.ts";
import { startInMemory } from "../../proof/seeds/in-memory.ts";
import type { StartedProvider } from "../../proof/test-provider.ts";
import { renderers } from "../../reports/index.ts";
import type { RunResult } from "../../result/result.ts";
import { type Ran, command, folder } from "../testing/command.ts";
import { countOf } from "../../spec/testing/counts.ts";

const schema: object = JSON.parse(readFileSync(new URL("waivers.schema.json", import.meta.url), "utf8"));
const validate = new Ajv2020().compile(schema);

const token = "token-of-the-waivers";
const must = countOf("MUST");

function started(mutant: string): StartedProvider {
  const behaviour = mutants.find(({ name }) => name === mutant)?.behaviour;
  if (behaviour === undefined) throw new Error(`There is no mutant ${mutant}`);
  return startInMemory(behaviour, { token });
}

function file(text: string): string {
  const path = join(folder(), "waivers.yaml");
  writeFileSync(path, text);
  return path;
}

/** A waivers file that gives each entry a reason. */
function waiving(...entries: ReadonlyArray<string | readonly [id: string, expires: string]>): string {
  const lines = entries.map((entry) => {
    const [id, expires] = typeof entry === "string" ? [entry, "2999-12-31"] : entry;
    return `- id: ${id}\n  reason: known since the first release\n  expires: ${expires}\n`;
  });
  return file(lines.join(""));
}

async function check(mutant: string | null, ...argv: readonly string[]): Promise<Ran & { readonly result: RunResult }> {
  const path = join(folder(), "result.json");
  const report = ["--report", `json=${path}`];
  await using provider = mutant === null ? undefined : started(mutant);
  const given = provider === undefined ? ["--reference"] : [provider.url, "--token", token];
  const ran = await command(["check", "--details", ...given, ...report, ...argv]);
  return { ...ran, result: JSON.parse(readFileSync(path, "utf8")) as RunResult };
}

/** Breaks refuses-invalid-member, a MUST, in some of its checks, and nothing else. */
const takesStrings = "takes-ids-in-strings";
/** Breaks refuses-invalid-member in one check. */
const takesNull = "takes-0-for-a-null-id";
/** Breaks returns-name, a SHOULD. */
const trims = "trims-names";

describe("a provider that breaks a MUST which is waived", () => {
  test("is not conformant, and is reported to have only waived failures: exit status 1", async () => {
    const { status, out, result } = await check(
      takesStrings,
      "--no-contracts",
      "--waivers",
      waiving("refuses-invalid-member"),
    );
    expect(status).toBe(1);
    expect(result.verdict).toBe("non-conformant");
    expect(out).toContain("Only waived failures: refuses-invalid-member; --allow-waived lets them pass.");
    expect(out).toContain("WAIVED (1)");
    expect(out).toContain(`NOT CONFORMANT   1 of ${must} MUST broken and waived\n`);
    expect(result.summary.must).toMatchObject({ passed: must - 1, failed: 0, waived: 1 });
  });

  test("is conformant with --allow-waived, and the first reason names what is waived: exit status 0", async () => {
    const argv = ["--no-contracts", "--allow-waived", "--waivers", waiving("refuses-invalid-member")];
    const { status, out, result } = await check(takesStrings, ...argv);
    expect(status).toBe(0);
    expect(result).toMatchObject({
      verdict: "conformant",
      reasons: ["1 requirement broken and waived: refuses-invalid-member.", "Every other requirement is met."],
      waivers: { allowed: true, entries: [{ id: "refuses-invalid-member", status: "applied" }] },
    });
    expect(out).toContain(`CONFORMANT WITH 1 REQUIREMENT WAIVED   ${must - 1} of ${must} MUST met\n`);
  });

  test("is waived by its one failing check as well, and not by another one", async () => {
    const own = waiving("refuses-invalid-member/id-is-null");
    expect((await check(takesNull, "--no-contracts", "--allow-waived", "--waivers", own)).status).toBe(0);
    const another = waiving("refuses-invalid-member/id-is-string");
    const { status, result } = await check(takesNull, "--no-contracts", "--allow-waived", "--waivers", another);
    expect(status).toBe(1);
    expect(result.reasons).toEqual([
      "1 requirement broken: refuses-invalid-member.",
      "1 waiver stale: refuses-invalid-member/id-is-string; what is waived passes now, so delete the entry.",
    ]);
  });

  test("is allowed nothing by a waiver that has expired, which is reported", async () => {
    const waivers = waiving(["refuses-invalid-member", "2026-10-31"]);
    const { status, result } = await check(takesStrings, "--no-contracts", "--allow-waived", "--waivers", waivers);
    expect([status, result.verdict]).toEqual([1, "non-conformant"]);
    expect(result.reasons).toEqual([
      "1 requirement broken: refuses-invalid-member.",
      "1 waiver expired: refuses-invalid-member (2026-10-31); delete the entry, or give it a later date.",
    ]);
  });

  test("needs no second waiver for a part of the run, which stays inconclusive: exit status 3", async () => {
    const argv = ["--only", "refuses-invalid-member", "--allow-waived", "--waivers", waiving("refuses-invalid-member")];
    const { status, result } = await check(takesStrings, ...argv);
    expect([status, result.verdict]).toEqual([3, "inconclusive"]);
    expect(result.reasons.at(-1)).toBe("1 requirement broken and waived: refuses-invalid-member.");
  });
});

describe("the waiver of a cause", () => {
  /** One cause that breaks three requirements. */
  const letsEverybodyIn = "lets-everybody-in";
  const cause = (id: string): string => file(`- cause: ${id}\n  reason: a private network\n  expires: 2999-12-31\n`);

  test("waives all that it explains, and the reports name it with what it breaks", async () => {
    const argv = ["--no-contracts", "--allow-waived", "--waivers", cause("no-authentication")];
    const { status, out, result } = await check(letsEverybodyIn, ...argv);
    expect([status, result.verdict, result.causes]).toEqual([0, "conformant", undefined]);
    const explains = ["requires-authorization", "requires-bearer-scheme", "refuses-empty-token"];
    expect(result.waivers?.entries).toMatchObject([
      { id: "no-authentication", cause: true, status: "applied", explains },
    ]);
    expect(out.replaceAll(/\s+/g, " ")).toContain(
      `cause no-authentication (${explains.join(", ")}) MUST a private network`,
    );
  });

  test("leaves the same requirements broken by another cause", async () => {
    const argv = ["--no-contracts", "--strict", "--allow-waived", "--waivers", cause("no-authentication")];
    const { status, result } = await check("takes-an-empty-token", ...argv);
    expect(status).toBe(1);
    expect(result.causes?.map(({ id }) => id)).toEqual(["refuses-empty-token"]);
    expect(result.reasons).toContain(
      "1 waiver stale: cause no-authentication; what is waived passes now, so delete the entry.",
    );
  });

  test("is written by waivers --init --by-cause, one for each cause", async () => {
    const { result } = await check(letsEverybodyIn, "--no-contracts");
    const out = join(folder(), "waivers.yaml");
    const filled = ["--reason", "known", "--until", "2999-12-31", "--out", out];
    const argv = ["waivers", "--init", file(await renderers.json.render(result)), "--by-cause"];
    const { err } = await command([...argv, ...filled]);
    expect(err).toBe(`Written: ${out}, with 1 entry.\n`);
    const text = readFileSync(out, "utf8");
    expect(text).toContain("# MUST: Requests are accepted without a bearer token (requires-authorization, ");
    expect(parse(text)).toEqual([{ cause: "no-authentication", reason: "known", expires: "2999-12-31" }]);
    expect(validate(parse(text))).toBe(true);
    const again = await check(letsEverybodyIn, "--no-contracts", "--allow-waived", "--waivers", out);
    expect([again.status, again.result.verdict]).toEqual([0, "conformant"]);
  });
});

test("a SHOULD that is waived is not a warning, and fails a strict run unless that is allowed", async () => {
  const waivers = ["--no-contracts", "--waivers", waiving("returns-name/outer-blanks")];
  const plain = await check(trims, ...waivers);
  expect(plain.status).toBe(0);
  expect(plain.result.reasons).toEqual(["Every MUST is met; 1 SHOULD waived: returns-name."]);
  expect(plain.out).toContain(`CONFORMANT WITH 1 REQUIREMENT WAIVED   ${must} of ${must} MUST met\n`);
  expect(plain.out).not.toContain("SHOULD WARNINGS");
  expect((await check(trims, ...waivers, "--strict")).status).toBe(1);
  expect((await check(trims, ...waivers, "--strict", "--allow-waived")).status).toBe(0);
});

describe("with contracts, the waiver of a requirement", () => {
  const html = "answers-200-as-html";

  test("waives the interactions that break it, so that a provider can come out conformant", async () => {
    const waivers = waiving("plant-media-type");
    const { status, out, result } = await check(html, "--allow-waived", "--waivers", waivers);
    expect([status, result.verdict]).toEqual([0, "conformant"]);
    expect(result.reasons[0]).toBe("1 requirement broken and waived: plant-media-type.");
    expect(result.waivers?.entries.map((entry) => entry.status)).toEqual(["applied"]);
    expect(out).toMatch(/plant-importer: 1 passed, 0 failed, 0 not judged, 2 waived/);
  });

  test("does not go stale where contracts are left out", async () => {
    const waivers = waiving("plant-media-type", "accepts-valid-plant");
    const { status, result } = await check(html, "--no-contracts", "--allow-waived", "--waivers", waivers);
    expect(status).toBe(0);
    expect(result.waivers?.entries.map((entry) => entry.status)).toEqual(["applied", "not-judged"]);
  });
});

describe("a provider that meets everything", () => {
  test("fails by a waiver that is stale, and stays conformant", async () => {
    const { status, out, result } = await check(null, "--no-contracts", "--waivers", waiving("plant-has-no-id"));
    expect([status, result.verdict]).toEqual([1, "conformant"]);
    expect(result.reasons).toEqual([
      "1 waiver stale: plant-has-no-id; what is waived passes now, so delete the entry.",
      "Every requirement is met.",
    ]);
    expect(out).toContain("OTHER WAIVERS (1)");
  });

  test("fails by a waiver that has expired, although the check passes", async () => {
    const waivers = waiving(["plant-shape", "2026-10-31"]);
    const { status, result } = await check(null, "--no-contracts", "--waivers", waivers);
    expect([status, result.verdict]).toEqual([1, "conformant"]);
    expect(result.reasons[0]).toMatch(/^1 waiver expired: plant-shape \(2026-10-31\)/);
  });

  test("is not held to a waiver of what the run did not judge", async () => {
    const waivers = waiving("requires-authorization/invalid-token", "returns-name/fuzz", "duplicate-id");
    const { status, result } = await check(null, "--no-contracts", "--waivers", waivers);
    expect(status).toBe(0);
    expect(result.waivers?.entries.map((entry) => entry.status)).toEqual(Array(3).fill("not-judged"));
  });

  test("may have another value of an open point than expected, where that is waived and allowed", async () => {
    const waivers = ["--no-contracts", "--expect", "duplicate-id=200", "--waivers", waiving("duplicate-id")];
    const { status, result, out } = await check(null, ...waivers);
    expect([status, result.verdict, result.profile["duplicate-id"]]).toEqual([1, "conformant", "409"]);
    expect(out).toContain("Only waived failures: duplicate-id; --allow-waived lets them pass.");
    expect((await check(null, ...waivers, "--allow-waived")).status).toBe(0);
    const asExpected = waivers.map((word) => word.replace("=200", "=409"));
    expect((await check(null, ...asExpected)).result.waivers?.entries[0]?.status).toBe("stale");
  });
});

test("waivers --init writes an entry for each failure, which is refused until it is filled in and then waives them all", async () => {
  const { result } = await check("answers-200-as-html");
  const out = join(folder(), "waivers.yaml");
  const resultFile = file(await renderers.json.render(result));
  const ran = await command(["waivers", "--init", resultFile, "--out", out]);
  expect(ran).toEqual({
    status: 0,
    out: "",
    err: `Written: ${out}, with 1 entry. Each needs a reason and an expiry date.\n`,
  });
  const text = readFileSync(out, "utf8");
  expect(text).toMatch(/^# yaml-language-server: \$schema=\S*waivers.schema.json\n/);
  const unfilled = await command(["check", "--reference", "--waivers", out]);
  expect(unfilled).toMatchObject({ status: 2, err: expect.stringMatching(/, line \d+: "reason" is empty; say why/) });
  const filled = text
    .replaceAll("  reason:\n", "  reason: known\n")
    .replaceAll("  expires:\n", "  expires: 2999-12-31\n");
  expect(validate(parse(filled)), JSON.stringify(validate.errors)).toBe(true);
  const again = await check("answers-200-as-html", "--allow-waived", "--waivers", file(filled));
  expect([again.status, again.result.verdict]).toEqual([0, "conformant"]);
});

test("waivers --init with --reason and --until writes a file that is complete", async () => {
  const { result } = await check("answers-200-as-html");
  const out = join(folder(), "waivers.yaml");
  const argv = ["waivers", "--init", file(await renderers.json.render(result)), "--out", out];
  const filled = ["--reason", 'rewritten: "PLANT-12" # soon', "--until", "2999-12-31"];
  expect(await command([...argv, ...filled])).toEqual({ status: 0, out: "", err: `Written: ${out}, with 1 entry.\n` });
  const again = await check("answers-200-as-html", "--allow-waived", "--waivers", out);
  expect([again.status, again.result.verdict]).toEqual([0, "conformant"]);
  expect(again.result.waivers?.entries[0]?.reason).toBe('rewritten: "PLANT-12" # soon');
});

test.each([
  [["--reason", "known"], "--reason is given without --until; give both, or neither"],
  [["--until", "2999-12-31"], "--until is given without --reason; give both, or neither"],
  [["--reason", "known", "--until", "2027-02-29"], '--until: "expires" is "2027-02-29"'],
  [["--reason", "known", "--until", "2020-01-01"], "--until 2020-01-01 is in the past"],
  [["--reason", " ", "--until", "2999-12-31"], '--reason: "reason" is empty'],
])("waivers --init %j is refused", async (argv, sentence) => {
  const ran = await command(["waivers", "--init", "result.json", ...argv]);
  expect(ran).toMatchObject({ status: 2, out: "", err: expect.stringContaining(sentence) });
});
