/** A Chromium found on the machine, for tests. Nothing is downloaded. */
import { existsSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { type Browser, type BrowserContextOptions, type Page, chromium } from "playwright-core";

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
export function findChromium(env: Readonly<Record<string, string | undefined>>): string | undefined {
  const named = env["CHROMIUM"];
  return named === undefined || named === "" ? places.find((path) => existsSync(path)) : named;
}

/** The sandbox of Chromium cannot be had as root or in most containers; the pages are our own. */
export function startChromium(executablePath: string): Promise<Browser> {
  return chromium.launch({ executablePath, args: ["--no-sandbox"], timeout: 150_000 });
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
