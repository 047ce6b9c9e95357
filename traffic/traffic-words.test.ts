/** The words in the records of the requirements are those by which traffic is judged. */
import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { readRecords } from "../spec/requirements.ts";

const folder = new URL("./", import.meta.url);
const judging = readdirSync(folder)
  .filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts"))
  .map((name) => readFileSync(new URL(name, folder), "utf8"))
  .join("\n");

test.each(readRecords().flatMap(({ id, traffic }) => (traffic === undefined ? [] : [[id, traffic] as const])))(
  "traffic shows %s by %s",
  (_, word) => {
    const [kind = ""] = /^method |^(?:odd-token|no-credentials)(?=-)/.exec(word) ?? [word];
    expect(judging).toMatch(new RegExp(`["\`]${kind}`));
  },
);
