/** Providers that convert some spellings of a number in a string are found under each seed, with the same checks. */
import { expect, test } from "vitest";
import { runInMemory } from "../seeds/memory-run.ts";
import { asNumber, asText } from "./conversions.ts";
import { coerceMember } from "./mutant.ts";

/** Runs against each provider; `SEED_RUNS=20` for more. */
const RUNS = Number(process.env["SEED_RUNS"] ?? 3);
const SEEDS = Array.from({ length: RUNS }, (_, k) => `numbers in strings ${k}`);

const readers: ReadonlyArray<readonly [name: string, text: RegExp]> = [
  ["digits and a sign, as Integer.parseInt", /^[+-]?\d+$/],
  ["digits with blanks around them, as int() of Python", /^\s*[+-]?\d+\s*$/],
  ["digits, also with a fraction of zero, as pydantic", /^[+-]?\d+(?:\.0+)?$/],
  ["what is_numeric of PHP knows", /^\s*[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?\s*$/i],
  ["what Number() of JavaScript knows", /^\s*(?:[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?|0x[\da-f]+)?\s*$/i],
  ["digits and hexadecimal, as Integer() of Ruby", /^\s*[+-]?(?:0x[\da-f]+|\d+)\s*$/i],
  ["hexadecimal alone", /^0x[\da-f]+$/i],
  ["an exponent alone", /^\d+e\d+$/i],
  ["a fraction alone", /^\d+\.\d+$/],
  ["a leading zero alone", /^0\d+$/],
];

test.each(readers)("a provider that converts %s has the same failures in each run", async (_name, text) => {
  const behaviour = coerceMember("id", "string", (id) => (text.test(asText(id)) ? asNumber(id) : id));
  const failed = new Set<string>();
  for (const seed of SEEDS) {
    const { exitCode, requirements } = await runInMemory(behaviour, { token: "token-of-numbers", seed });
    const [broken] = requirements.filter(({ status }) => status === "failed");
    const checks = broken?.checks.filter(({ status }) => status === "failed").map(({ id }) => id);
    failed.add(JSON.stringify([exitCode, broken?.id, checks]));
  }
  expect([...failed]).toEqual([expect.stringContaining('[1,"refuses-invalid-member"')]);
});
