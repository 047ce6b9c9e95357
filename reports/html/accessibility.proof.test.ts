/** The page as axe measures it in a real browser. Where none is found these tests are skipped, and a line says so. */
import axe from "axe-core";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { RunResult } from "../../result/result.ts";
import { sampleResult } from "../../result/testing/sample-result.ts";
import { renderHtml } from "../testing/render.ts";
import { findChromium, open, saved, startChromium, unfold } from "./testing/chromium.ts";
import { needs, skipFor } from "../../proof/gate/skips.ts";

const executable = findChromium(process.env);

const inconclusive: RunResult = {
  ...sampleResult,
  verdict: "inconclusive",
  exitCode: 3,
  reasons: ["The provider refused the token that it was given."],
};
const met = sampleResult.requirements.filter(({ status }) => status === "passed" || status === "observed");
const conformant: RunResult = { ...sampleResult, verdict: "conformant", exitCode: 0, requirements: met, contracts: [] };

describe("with everything unfolded the page meets WCAG 2.2 AA, contrast included", () => {
  skipFor(executable === undefined ? needs("Chromium", "name one with CHROMIUM=/path") : undefined);
  let browser: Browser;
  beforeAll(async () => {
    if (executable !== undefined) browser = await startChromium(executable);
  });
  afterAll(() => browser?.close());

  const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
  const pages = {
    "not conformant, with a baseline": renderHtml(sampleResult),
    inconclusive: renderHtml(inconclusive),
    conformant: renderHtml(conformant),
  };
  const cases = Object.entries(pages).flatMap(([name, html], at) =>
    (["light", "dark"] as const).flatMap((scheme) =>
      (at === 0 || at === 3 ? [1280, 400] : [1280]).map((width) => [name, scheme, width, html] as const),
    ),
  );

  test.each(cases)("%s, %s, %d pixels wide", async (name, colorScheme, width, html) => {
    const { page, seen } = await open(browser, saved(html), { colorScheme, viewport: { width, height: 900 } });
    await unfold(page);
    await page.evaluate(axe.source);
    const [broken, passed] = await page.evaluate<[string[], string[]]>(
      `axe.run({ runOnly: ${JSON.stringify(tags)}, resultTypes: ["violations"] }).then(({ violations, passes }) => [
        violations.flatMap(({ id, nodes }) => nodes.map((node) => id + ": " + node.html.slice(0, 200) + " " + node.failureSummary)),
        passes.map(({ id }) => id),
      ])`,
    );
    expect(broken, name).toEqual([]);
    expect(passed).toContain("color-contrast");
    expect(await page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "no sideways scroll").toBe(true);
    expect(seen).toEqual([]);
    await page.context().close();
  });
});
