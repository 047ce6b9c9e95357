/** A Chromium found on the machine, for tests. Nothing is downloaded. */
import { existsSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import axe from "axe-core";
import { type Browser, type BrowserContextOptions, type Page, chromium } from "playwright-core";
import { afterAll, beforeAll, expect } from "vitest";
import { needs, skipFor } from "./skips.ts";

const places = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome-stable",
  "/usr/bin/google-chrome",
  "/snap/bin/chromium",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];

/** The path of the browser: the variable CHROMIUM, or where systems keep one; undefined where there is none. */
function findChromium(env: Readonly<Record<string, string | undefined>>): string | undefined {
  const named = env["CHROMIUM"];
  return named === undefined || named === "" ? places.find((path) => existsSync(path)) : named;
}

/** The browser of a suite of tests, which are skipped where there is none. Call it within `describe`. */
export function chromiumOfTests(): () => Browser {
  const executablePath = findChromium(process.env);
  skipFor(executablePath === undefined ? needs("Chromium", "name one with CHROMIUM=/path") : undefined);
  let browser: Browser | undefined;
  beforeAll(async () => {
    if (executablePath === undefined) return;
    // The sandbox of Chromium cannot be had as root or in most containers; the pages are our own.
    browser = await chromium.launch({ executablePath, args: ["--no-sandbox"], timeout: 150_000 });
  });
  afterAll(() => browser?.close());
  return () => {
    if (browser === undefined) throw new Error("There is no browser");
    return browser;
  };
}

/** Writes a page to a file of its own, and gives its address. */
export function saved(html: string): string {
  const path = join(mkdtempSync(join(tmpdir(), "plant-store-page-")), "report.html");
  writeFileSync(path, html);
  return pathToFileURL(path).href;
}

/** An open page, and what the browser complained about and asked for beside it. */
export interface Opened {
  readonly page: Page;
  readonly seen: readonly string[];
}

/** Opens an address in a context of its own. */
export async function open(browser: Browser, url: string, options: BrowserContextOptions = {}): Promise<Opened> {
  const context = await browser.newContext(options);
  // A safety net: a slow machine takes long to open a page, and no test is about that.
  context.setDefaultTimeout(150_000);
  const page = await context.newPage();
  const seen: string[] = [];
  page.on("console", (message) => seen.push(message.text()));
  page.on("pageerror", (error) => seen.push(error.message));
  page.on("dialog", (dialog) => {
    seen.push(`dialog ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on("request", (request) => {
    if (request.url() !== url.split("#")[0]) seen.push(request.url());
  });
  await page.goto(url);
  return { page, seen };
}

/** Unfolds everything. */
export async function unfold(page: Page): Promise<void> {
  await page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })");
}

const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** Expects that a page meets WCAG 2.2 AA with everything unfolded, and that it asks for nothing. */
export async function expectAccessible(browser: Browser, html: string, options: BrowserContextOptions): Promise<void> {
  const { page, seen } = await open(browser, saved(html), options);
  await unfold(page);
  await page.evaluate(axe.source);
  const [broken, passed] = await page.evaluate<[string[], string[]]>(
    `axe.run({ runOnly: ${JSON.stringify(RULES)}, resultTypes: ["violations"] }).then(({ violations, passes }) => [
      violations.flatMap(({ id, nodes }) => nodes.map((node) => id + ": " + node.html.slice(0, 200) + " " + node.failureSummary)),
      passes.map(({ id }) => id),
    ])`,
  );
  expect(broken).toEqual([]);
  expect(passed).toContain("color-contrast");
  expect(await page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "no sideways scroll").toBe(true);
  expect(seen).toEqual([]);
  await page.context().close();
}
