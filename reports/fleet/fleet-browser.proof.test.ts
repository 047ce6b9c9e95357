/** The pages of a fleet and a history in a real browser. If none is found, the tests are skipped with a message. */
import { renderHistoryHtml, renderFleetHtml } from "../testing/render.ts";
import axe from "axe-core";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findChromium, open, saved, startChromium, unfold } from "../html/testing/chromium.ts";
import { sampleHistory } from "../history/testing/sample-history.ts";
import { sampleFleet, sampleMember } from "./testing/sample-fleet.ts";
import { needs, skipFor } from "../../proof/gate/skips.ts";

const executable = findChromium(process.env);

describe("the page in Chromium", () => {
  skipFor(executable === undefined ? needs("Chromium", "name one with CHROMIUM=/path") : undefined);
  let browser: Browser;
  beforeAll(async () => {
    if (executable !== undefined) browser = await startChromium(executable);
  });
  afterAll(() => browser?.close());

  const small = sampleFleet(14);
  const history = sampleHistory(30);
  const rows = (page: Page): Promise<string[]> => page.locator("tr.m:visible th bdi:first-child").allTextContents();

  test.each([
    ["a fleet", "light", 1280, renderFleetHtml(small)],
    ["a fleet", "dark", 400, renderFleetHtml(small)],
    ["a history", "light", 400, renderHistoryHtml(history)],
  ] as const)("of %s meets WCAG 2.2 AA, %s, %d pixels wide", async (_name, colorScheme, width, html) => {
    const { page, seen } = await open(browser, saved(html), {
      colorScheme,
      viewport: { width, height: 900 },
    });
    await unfold(page);
    await page.evaluate(axe.source);
    const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
    const [broken, passed] = await page.evaluate<[string[], string[]]>(
      `axe.run({ runOnly: ${JSON.stringify(tags)}, resultTypes: ["violations"] }).then(({ violations, passes }) => [
      violations.flatMap(({ id, nodes }) => nodes.map((node) => id + ": " + node.html.slice(0, 200) + " " + node.failureSummary)),
      passes.map(({ id }) => id),
    ])`,
    );
    expect(broken).toEqual([]);
    expect(passed).toContain("color-contrast");
    expect(await page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "no sideways scroll").toBe(true);
    expect(seen).toEqual([]);
    await page.context().close();
  });

  test("is filtered by a label without JavaScript, in every section", async () => {
    const { page } = await open(browser, saved(renderFleetHtml(small)), { javaScriptEnabled: false });
    const all = small.providers.map(({ name }) => name);
    expect((await rows(page)).filter((name) => all.includes(name)).toSorted()).toEqual(all.toSorted());
    await page.getByLabel("java", { exact: true }).check();
    const java = small.providers.filter(({ labels }) => labels.includes("java")).map(({ name }) => name);
    expect((await rows(page)).filter((name) => all.includes(name)).toSorted()).toEqual(java.toSorted());
    expect(await page.locator("tbody.g:visible").count()).toBeLessThan(await page.locator("tbody.g").count());
    const listed = await page.locator("#_causes li.m:visible, #_profiles li.m:visible").allTextContents();
    expect(listed.length).toBeGreaterThan(0);
    expect(listed.filter((name) => !java.includes(name.trim()))).toEqual([]);
    await page.getByLabel("all", { exact: true }).check();
    expect((await rows(page)).filter((name) => all.includes(name))).toHaveLength(all.length);
    await page.context().close();
  });

  test("a hostile name or label runs nothing, loads nothing, and hides nothing", async () => {
    const attack = `</style><script>document.title='x'</script><img src=http://127.0.0.1:9/x onerror=alert(1)>*{display:none}`;
    const member = sampleMember(1, { name: attack, labels: [attack], reasons: [attack] });
    const { page, seen } = await open(browser, saved(renderFleetHtml(sampleFleet([sampleMember(0), member]))));
    expect(await page.title()).toContain("FLEET FAILED");
    expect(await page.locator("img, script, iframe").count()).toBe(0);
    expect(await page.locator("tr.m:visible").count()).toBe(2);
    expect(seen).toEqual([]);
    await page.context().close();
  });

  test("opens with 500 providers", async () => {
    const { page, seen } = await open(browser, saved(renderFleetHtml(sampleFleet(500))));
    expect(await page.locator("tr.m").count()).toBe(500);
    await page.getByLabel("go", { exact: true }).check();
    const shown =
      "Array.from(document.querySelectorAll('tr.m')).filter((row) => row.getClientRects().length > 0).length";
    expect(await page.evaluate(shown)).toBe(166);
    expect(seen).toEqual([]);
    await page.context().close();
  });
});
