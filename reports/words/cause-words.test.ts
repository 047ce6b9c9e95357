/** The request that a cause shows, on one line. */
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
