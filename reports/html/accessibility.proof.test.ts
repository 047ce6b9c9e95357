/** The page as axe measures it in a real browser. Where none is found these tests are skipped, and a line says so. */
import { describe, test } from "vitest";
import type { RunResult } from "../../result/result.ts";
import { sampleResult } from "../../result/testing/sample-result.ts";
import { renderHtml } from "../testing/render.ts";
import { chromiumOfTests, expectAccessible } from "../../proof/gate/chromium.ts";

const inconclusive: RunResult = {
  ...sampleResult,
  verdict: "inconclusive",
  exitCode: 3,
  reasons: ["The provider refused the token that it was given."],
};
const met = sampleResult.requirements.filter(({ status }) => status === "passed" || status === "observed");
const conformant: RunResult = { ...sampleResult, verdict: "conformant", exitCode: 0, requirements: met, contracts: [] };

describe("with everything unfolded the page meets WCAG 2.2 AA, contrast included", () => {
  const browser = chromiumOfTests();

  const pages = {
    "not conformant, with a baseline": renderHtml(sampleResult),
    inconclusive: renderHtml(inconclusive),
    conformant: renderHtml(conformant),
  };
  const cases = Object.entries(pages).flatMap(([name, html], at) =>
    (["light", "dark"] as const).flatMap((scheme) =>
      (at === 0 ? [1280, 400] : [1280]).map((width) => [name, scheme, width, html] as const),
    ),
  );

  test.each(cases)("%s, %s, %d pixels wide", async (_name, colorScheme, width, html) => {
    await expectAccessible(browser(), html, { colorScheme, viewport: { width, height: 900 } });
  });
});
