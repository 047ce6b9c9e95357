/** The pages of a fleet and a history in a real browser. If none is found, the tests are skipped with a message. */
import { renderHistoriesHtml, renderHistoryHtml, renderFleetHtml } from "../testing/render.ts";
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { chromiumOfTests, expectAccessible, open, saved } from "../../proof/gate/chromium.ts";
import { sampleHistory } from "../history/testing/sample-history.ts";
import { sampleFleet, sampleMember } from "./testing/sample-fleet.ts";

describe("the page in Chromium", () => {
  const browser = chromiumOfTests();

  const small = sampleFleet(14);
  const history = sampleHistory(30);
  const rows = (page: Page): Promise<string[]> => page.locator("tr.m:visible th bdi:first-child").allTextContents();

  test.each([
    ["a fleet", "light", 1280, renderFleetHtml(small)],
    ["a fleet", "dark", 400, renderFleetHtml(small)],
    ["a history", "light", 400, renderHistoryHtml(history)],
  ] as const)("of %s meets WCAG 2.2 AA, %s, %d pixels wide", async (_name, colorScheme, width, html) => {
    await expectAccessible(browser(), html, { colorScheme, viewport: { width, height: 900 } });
  });

  test.each([
    ["the overview of a history", renderHistoriesHtml([history, sampleHistory(3)])],
    ["the history of a provider", renderHistoryHtml(history)],
  ])("of %s has tables that scroll on a phone, with whole words in them", async (_name, html) => {
    const { page } = await open(browser(), saved(html), { viewport: { width: 390, height: 800 } });
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(390);
    // Two lines at most.
    const lines = "[...document.querySelectorAll('.runs td, .runs th')].map((cell) => cell.getClientRects()[0].height)";
    expect(Math.max(...(await page.evaluate<number[]>(lines)))).toBeLessThan(80);
    await page.context().close();
  });

  test("is filtered by a label without JavaScript, in every section", async () => {
    const { page } = await open(browser(), saved(renderFleetHtml(small)), { javaScriptEnabled: false });
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
    const { page, seen } = await open(browser(), saved(renderFleetHtml(sampleFleet([sampleMember(0), member]))));
    expect(await page.title()).toContain("FLEET FAILED");
    expect(await page.locator("img, script, iframe").count()).toBe(0);
    expect(await page.locator("tr.m:visible").count()).toBe(2);
    expect(seen).toEqual([]);
    await page.context().close();
  });

  test("opens with 500 providers", async () => {
    const { page, seen } = await open(browser(), saved(renderFleetHtml(sampleFleet(500))));
    expect(await page.locator("tr.m").count()).toBe(500);
    await page.getByLabel("go", { exact: true }).check();
    const shown =
      "Array.from(document.querySelectorAll('tr.m')).filter((row) => row.getClientRects().length > 0).length";
    expect(await page.evaluate(shown)).toBe(166);
    expect(seen).toEqual([]);
    await page.context().close();
  });
});
