/** What requirements on every answer find in a run, they also find in a recording, and nothing else is accused. */
import { describe, expect, test } from "vitest";
import { loadValidators } from "../../spec/validators.ts";
import { readOperation } from "../../spec/read-operation.ts";
import { checksOf } from "../../suites/index.ts";
import { mutants } from "../mutants/index.ts";
import { needsNoSocket } from "../seeds/in-memory.ts";
import { isLong, judgedItems, ordinaryTraffic, recorded } from "./recorded-rights.ts";

const operation = readOperation();
const checks = checksOf(operation, await loadValidators(operation));
/** A recording cannot show a request without an answer: its client may have disconnected. */
const ofEveryAnswer = new Set(
  checks.flatMap(({ form, requirement }) =>
    form === "invariant" && requirement !== "answers-every-request" ? [requirement] : [],
  ),
);

/** Mutants whose fault a recording of the operation does not show, and why. */
const notShown: Readonly<Record<string, string>> = {
  "echoes-the-headers-in-405s": "no request to the operation is answered 405",
};

/** What a recording shows broken in addition to the report of a run, and why. */
const brokenBeside: Readonly<Record<string, readonly string[]>> = {
  // One of these requests also has no name; a run sends it only for its credentials.
  "answers-200-and-an-error-without-a-token": ["refuses-missing-member"],
};

const caught = mutants
  .filter(({ breaks, behaviour }) => breaks.some((id) => ofEveryAnswer.has(id)) && needsNoSocket(behaviour))
  .filter(({ name }) => !Object.hasOwn(notShown, name));

/** Every fourth, which takes a few seconds; with `TRAFFIC=whole` all. */
const tried = caught.filter((_, place) => process.env["TRAFFIC"] === "whole" || place % 4 === 0);

describe("a mutant that breaks a requirement of every answer is caught from its recording", () => {
  test.each(tried.map((mutant) => [mutant.name, mutant] as const))("%s", async (name, { behaviour, breaks }) => {
    // One long body takes longer than all others together.
    const traffic = /large|mebibyte/.test(name) ? ordinaryTraffic : ordinaryTraffic.filter((one) => !isLong(one));
    const result = judgedItems(await recorded(behaviour, traffic), { side: "provider" });
    const failed = result.requirements.filter(({ status }) => status === "failed").map(({ id }) => id);
    const expected = breaks.filter((id) => ofEveryAnswer.has(id));
    expect(failed.filter((id) => ofEveryAnswer.has(id)).toSorted()).toEqual(expected.toSorted());
    const allowed = [...breaks, ...(brokenBeside[name] ?? [])];
    expect(failed.filter((id) => !allowed.includes(id))).toEqual([]);
  });
});
