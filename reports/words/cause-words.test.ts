/** The request that a cause shows, on one line. */
import { columnLines, textPage, wrapWords } from "../text/page.ts";
import { interactionWords } from "./words.ts";
import { expect, test } from "vitest";
import { sampleResult } from "../../result/testing/sample-result.ts";
import { present } from "../../spec/defined.ts";
import { findingAtRequest } from "./cause-words.ts";

test("a request that expected 100 is shown with its field, however it is spelt", () => {
  const [first] = sampleResult.exchanges;
  const exchanges = present([first]).map((exchange) => ({
    ...exchange,
    request: { ...exchange.request, headers: [...exchange.request.headers, ["eXpEcT", "100-continue"] as const] },
  }));
  const finding = { where: "status", expected: "200", seen: "400", exchange: 0 };
  expect(findingAtRequest(finding, { ...sampleResult, exchanges })).toContain("sent Expect: 100-continue; ");
});

test("a member that a pact expects and an answer lacks is no missing answer", () => {
  const words = interactionWords({ where: "/id", expected: "to be present", seen: "nothing" });
  expect(words).toBe("/id: the pact expects it to be present, the answer does not have it");
});

test("a number stays on the line of its noun, and a margin is that of each line", () => {
  expect(wrapWords("3 of 3 MUST met, 4 SHOULD not met", 20)).toEqual(["3 of 3 MUST met,", "4 SHOULD not met"]);
  const lines = columnLines(textPage({ width: 60 }), `  ${"word ".repeat(20).trim()}`);
  expect(lines.length).toBeGreaterThan(1);
  expect(lines.every((line) => line.startsWith("  word"))).toBe(true);
});
