/** The command that the page gives for a failed check finds the failure again. */
import { expect, test } from "vitest";
import { providerResult } from "../library/provider-result.ts";
import { runAgain, withSender } from "../reports/words/printed-commands.ts";
import type { RunResult } from "../result/result.ts";
import type { Selection } from "../library/check-selection.ts";
import { mutants } from "./mutants/index.ts";
import { startInMemory } from "./seeds/in-memory.ts";

const token = "token-of-the-mutants";

/** Each fault is found by a check that looks at the requests of other checks. */
const wanted = [
  "answers-a-page-to-malformed-json-alone",
  "closes-the-connection-on-an-empty-name",
  "answers-200-as-html",
];

let runs = 0;

async function judged(url: string, selection?: Selection): Promise<RunResult> {
  const selected = selection === undefined ? {} : { selection };
  runs += 1;
  return providerResult({ url, token, seed: `again ${runs}`, strict: false, ...selected });
}

const failedIn = ({ requirements }: RunResult): RunResult["requirements"][number]["checks"] =>
  requirements.flatMap(({ checks }) => checks.filter(({ status }) => status === "failed"));

test.each(wanted)("%s", async (name) => {
  const mutant = mutants.find((one) => one.name === name);
  if (mutant === undefined) throw new Error(`There is no mutant ${name}`);
  await using started = startInMemory(mutant.behaviour, { token });
  const first = await judged(started.url);
  expect(failedIn(first).length).toBeGreaterThan(0);
  for (const check of failedIn(first)) {
    const only = withSender(check, first);
    expect(runAgain(first, only)).toContain(only.join(","));
    const again = await judged(started.url, { only, skip: [] });
    expect(failedIn(again).map(({ id }) => id)).toContain(check.id);
  }
});
