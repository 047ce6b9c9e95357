import { expect, test } from "vitest";
import { checks, evidenceOf, outcomeOf } from "./testing/checks.ts";
import { type Given, historyOf } from "./testing/history.ts";

const id = "keeps-token-secret/every-answer";
const authorization = "Bearer $PLANT_STORE_TOKEN";

test("an echo of the token is compared with every answer to a request without it", () => {
  const run = historyOf(
    { authorization },
    { kind: "not-allowed", status: 401 },
    { kind: "not-allowed", noAnswer: "timeout" },
    { authorization: "Bearer $PLANT_STORE_INVALID_TOKEN", status: 401 },
    { authorization: "Basic $PLANT_STORE_OTHER", status: 401 },
  );
  const context = checks.find((check) => check.id === id)?.context?.(run);
  expect(context?.map(({ index }) => index)).toEqual([1, 4]);
});

test("what is no echo is shown by the first answer that says the same without the token", () => {
  const bare: Given = { kind: "not-allowed", status: 401 };
  const saying: Given = { ...bare, redacted: ["body"] };
  const run: readonly Given[] = [{ authorization, redacted: ["body"] }, bare, saying, saying];
  expect(outcomeOf(id, run)).toBe("passed");
  expect(evidenceOf(id, run)).toEqual([2]);
});
