/** The questions about each exchange of fuzzing, with the exchanges sent before it. */
import { expect, test } from "vitest";
import { checks } from "../testing/checks.ts";
import { type Given, historyOf } from "../testing/history.ts";
import { asker } from "./fuzz-checks.ts";

const authorization = "Bearer $PLANT_STORE_TOKEN";
const bare: Given = { kind: "not-allowed", status: 401 };
const saying: Given = { ...bare, redacted: ["body"] };
const echoing: Given = { authorization, redacted: ["body"] };

test.each<readonly [what: string, before: Given, sent: Given, findings: number | undefined]>([
  ["an echo of the token fails where nothing says the same without it", bare, echoing, 1],
  ["what an answer without the token says too is not an echo", saying, echoing, 0],
  ["an answer without an echo passes", bare, { authorization }, 0],
  ["an answer to a request without the token is not asked", bare, bare, undefined],
])("%s", (_what, before, given, findings) => {
  const [other, sent] = historyOf(before, given);
  if (other === undefined || sent === undefined) throw new Error("There are two exchanges");
  const asked = asker(checks, [other])(sent, []).find(({ requirement }) => requirement === "keeps-token-secret");
  expect(asked?.findings.length).toBe(findings);
});
