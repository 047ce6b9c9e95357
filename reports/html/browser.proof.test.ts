/** The page in a real browser. Where none is found these tests are skipped, and a line says so. */
import { renderHtml } from "../testing/render.ts";
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { sampleResult } from "../../result/testing/sample-result.ts";
import { chromiumOfTests, open, saved, unfold } from "../../proof/gate/chromium.ts";
import { longResult, poisonedWith } from "./testing/results.ts";

const sample = saved(renderHtml(sampleResult));

describe("the page in Chromium", () => {
  const browser = chromiumOfTests();

  test("a hostile provider runs no script, sends no request and breaks nothing", async () => {
    const attack = `</script></pre><script>document.title='x'</script><img src=http://127.0.0.1:9/x onerror=alert(1)><style>*{background:url(http://127.0.0.1:9/y)}</style><a href="javascript:alert(1)" id=page>x</a>`;
    const { page, seen } = await open(browser(), saved(renderHtml(poisonedWith(attack))));
    await unfold(page);
    expect(await page.title()).toContain("NOT CONFORMANT");
    expect(await page.locator("img, iframe, object, a[href^='javascript']").count()).toBe(0);
    expect(seen).toEqual([]);
    await page.context().close();
  });

  test("a policy that failed to stop a script would be noticed here", async () => {
    const html = renderHtml(sampleResult).replace("</main>", "<img src=http://127.0.0.1:9/x onerror=alert(1)></main>");
    const { page, seen } = await open(browser(), saved(html));
    expect(seen.join("\n")).toMatch(/Content Security Policy/);
    await page.context().close();
  });

  describe("the filter", () => {
    const shown = (page: Page): Promise<string[]> =>
      page.locator(".requirements > li:visible > details > summary > code").allTextContents();

    test("by words, level and outcome, together", async () => {
      const { page } = await open(browser(), sample);
      const all = await shown(page);
      expect(all.length).toBe(sampleResult.requirements.length);
      await page.getByLabel("Search").fill("member object");
      expect(await shown(page)).toEqual(["refuses-missing-member", "refuses-invalid-member"]);
      await page.getByLabel("Outcome").selectOption("not judged");
      expect(await shown(page)).toEqual(["refuses-invalid-member"]);
      expect(await page.locator(".checks > li:visible code").first().textContent()).toBe(
        "refuses-invalid-member/tag-is-integer",
      );
      expect(await page.getByRole("status").textContent()).toBe("1 of 15 checks");
      await page.getByLabel("Level").selectOption("OPEN");
      expect(await shown(page)).toEqual([]);
      await page.getByLabel("Search").fill("");
      await page.getByLabel("Level").selectOption("");
      await page.getByLabel("Outcome").selectOption("");
      expect(await shown(page)).toEqual(all);
      await page.context().close();
    });

    test("a link to what it hides shows it", async () => {
      const { page } = await open(browser(), sample);
      await page.getByLabel("Search").fill("nothing like that");
      await page.evaluate("location.hash = 'refuses-non-utf8/latin-1'");
      await page.locator("[id='refuses-non-utf8/latin-1']").waitFor({ state: "visible" });
      await page.context().close();
    });
  });

  describe("the keyboard", () => {
    const focused = (page: Page): Promise<string> => page.evaluate<string>("document.activeElement.textContent.trim()");

    test("begins with the way past the navigation", async () => {
      const { page } = await open(browser(), sample);
      await page.keyboard.press("Tab");
      expect(await focused(page)).toBe("Skip to the findings");
      await page.keyboard.press("Enter");
      expect(await page.evaluate("document.activeElement.id")).toBe("_main");
      await page.context().close();
    });

    test("goes from failure to failure, opens one, and searches", async () => {
      const { page } = await open(browser(), sample);
      const visited: string[] = [];
      for (const key of ["j", "j", "k", "k"]) {
        await page.keyboard.press(key);
        visited.push((await focused(page)).split(" ")[0] ?? "");
      }
      expect(visited).toEqual(["plant-media-type", "plant-encoding", "plant-media-type", "adds-no-tag"]);
      await page.keyboard.press("Enter");
      await page.locator("[id='adds-no-tag/ordinary']").waitFor({ state: "visible" });
      await page.keyboard.press("/");
      await page.keyboard.type("json");
      expect(await page.getByLabel("Search").inputValue()).toBe("json");
      await page.context().close();
    });

    test("has single keys that can be switched off (WCAG 2.1.4)", async () => {
      const { page } = await open(browser(), sample);
      await page.getByText("Keyboard", { exact: true }).click();
      await page.getByLabel("These keys are on").uncheck();
      await page.locator("h1").click();
      await page.keyboard.press("/");
      expect(await page.evaluate("document.activeElement.tagName")).not.toBe("INPUT");
      await page.context().close();
    });
  });

  test("a copy button copies the command as it stands there", async () => {
    const { page } = await open(browser(), sample, { permissions: ["clipboard-read", "clipboard-write"] });
    const command = page.locator("details.failure[open] .command").first();
    await command.getByRole("button").click();
    expect(await page.evaluate("navigator.clipboard.readText()")).toBe(await command.locator("code").textContent());
    expect(await command.getByRole("button").textContent()).toBe("Copied");
    await page.context().close();
  });

  test("a deep link opens the requirement or the check that it leads to", async () => {
    for (const [id, within] of [
      ["refuses-non-utf8", "refuses-non-utf8/latin-1"],
      ["error-shape", "error-shape/every-400"],
      ["refuses-missing-member/missing-name", "refuses-missing-member/missing-name"],
    ]) {
      const { page } = await open(browser(), `${sample}#${id}`);
      await page.locator(`[id='${within}']`).waitFor({ state: "visible" });
      await page.context().close();
    }
  });

  test("an address that leads nowhere, or is none, changes nothing", async () => {
    for (const hash of ["#no-such-check", "#%", "#_main'"]) {
      const { page, seen } = await open(browser(), `${sample}${hash}`);
      await page.keyboard.press("j");
      expect(await page.evaluate("document.activeElement.tagName")).toBe("SUMMARY");
      expect(seen).toEqual([]);
      await page.context().close();
    }
  });

  describe("without JavaScript", () => {
    test("everything is there, and nothing that would not work", async () => {
      const { page } = await open(browser(), sample, { javaScriptEnabled: false });
      expect(await page.locator("form, button").filter({ visible: true }).count()).toBe(0);
      await page.locator("summary", { hasText: "error-shape" }).first().click();
      await page.locator("[id='error-shape/every-400']").waitFor({ state: "visible" });
      await page.context().close();
    });

    test("a deep link unfolds what it leads to", async () => {
      const { page } = await open(browser(), `${sample}#refuses-missing-member/missing-name`, {
        javaScriptEnabled: false,
      });
      await page.locator("[id='refuses-missing-member/missing-name']").waitFor({ state: "visible" });
      await page.context().close();
    });
  });

  test("as Jenkins serves it, without script and style, it reads in order and unfolds", async () => {
    const context = await browser().newContext({ colorScheme: "light", viewport: { width: 900, height: 900 } });
    const page = await context.newPage();
    const policy = "sandbox allow-same-origin; default-src 'none'; img-src 'self'; style-src 'self'";
    await page.route("**/*", (route) =>
      route.fulfill({
        headers: { "Content-Security-Policy": policy },
        contentType: "text/html",
        body: renderHtml(sampleResult),
      }),
    );
    await page.goto("http://jenkins.invalid/report.html");
    expect(await page.locator("button, form").filter({ visible: true }).count()).toBe(0);
    await page.locator("summary", { hasText: "refuses-missing-member" }).first().click();
    expect(await page.locator("h1").innerText()).toContain("NOT CONFORMANT");
    const text = await page.locator("main").innerText();
    const order = [
      "Fix first",
      "MUST broken (4)",
      "Rule",
      "Sent",
      "Received",
      "SHOULD not met (1)",
      "Requirements by level",
    ];
    const places = order.map((words) => text.indexOf(words));
    expect(places).toEqual(places.toSorted((one, other) => one - other));
    expect(places).not.toContain(-1);
    await context.close();
  });

  test.each(["light", "dark"] as const)(
    "on paper everything is unfolded and black on white (%s)",
    async (colorScheme) => {
      const { page } = await open(browser(), sample, { colorScheme, javaScriptEnabled: false });
      await page.emulateMedia({ media: "print", colorScheme });
      const looks = `getComputedStyle(document.body).backgroundColor + getComputedStyle(document.body).color`;
      await page.locator("[id='refuses-missing-member/missing-name']").waitFor({ state: "visible" });
      await page.locator("[id='refuses-non-utf8/latin-1']").waitFor({ state: "visible" });
      expect(await page.locator("nav, form, button").filter({ visible: true }).count()).toBe(0);
      expect(await page.evaluate(looks)).toBe("rgb(255, 255, 255)rgb(26, 29, 33)");
      expect((await page.pdf({ format: "A4" })).length).toBeGreaterThan(10_000);
      await page.context().close();
    },
  );

  test("ten thousand checks are opened and searched with as little layout as one hundred", async () => {
    const work = async (requirements: number): Promise<Work> => {
      const { page } = await open(browser(), saved(renderHtml(longResult(requirements))));
      const opened = await openingTime(page);
      const layouts = await countLayouts(page);
      const before = await layouts();
      const searched = await searchingTime(page, "number 42");
      const after = await layouts();
      expect(await page.getByRole("status").textContent()).toMatch(
        new RegExp(`^[1-9]\\d* of ${requirements * 100} checks$`),
      );
      await page.context().close();
      return { opened, searched, layouts: after - before };
    };
    const [few, many] = [await work(1), await work(100)];
    process.stdout.write(`10,000 checks: opened in ${many.opened} ms, searched in ${many.searched} ms\n`);
    // A search that lays the page out again for each check does it ten thousand times.
    expect(many.layouts).toBeLessThanOrEqual(few.layouts + 10);
    // An idle machine needs less than two seconds to open and one to search. These bounds find work that grows with the
    // square of the checks, which takes minutes on any machine.
    expect(many.opened).toBeLessThan(60_000);
    expect(many.searched).toBeLessThan(60_000);
  });
});

/** What a page of so many checks costs. Times in milliseconds. */
interface Work {
  readonly opened: number;
  readonly searched: number;
  /** How often the page was laid out, and its styles worked out, for a search. */
  readonly layouts: number;
}

/** Counts how often the page is laid out and its styles are worked out from now on. */
async function countLayouts(page: Page): Promise<() => Promise<number>> {
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable");
  return async () => {
    const { metrics } = await session.send("Performance.getMetrics");
    const counts = metrics.filter(({ name }) => name === "LayoutCount" || name === "RecalcStyleCount");
    if (counts.length !== 2) throw new Error("The browser does not count layouts");
    return counts.reduce((sum, { value }) => sum + value, 0);
  };
}

/** Milliseconds until the page was loaded and something of it was seen. */
async function openingTime(page: Page): Promise<number> {
  // A slow machine paints after the page is loaded.
  const time = await page.evaluate<number>(`new Promise((resolve) => {
    const loaded = performance.getEntriesByType("navigation")[0].loadEventEnd;
    new PerformanceObserver((list, observer) => {
      const [paint] = list.getEntriesByName("first-contentful-paint");
      if (paint === undefined) return;
      observer.disconnect();
      resolve(Math.max(loaded, paint.startTime));
    }).observe({ type: "paint", buffered: true });
  })`);
  if (time <= 0) throw new Error("The page was not loaded when its time was taken");
  return Math.round(time);
}

/** Milliseconds from the input of words to the next picture. */
function searchingTime(page: Page, words: string): Promise<number> {
  return page.evaluate<number>(`(async () => {
    const field = document.querySelector("input[name=words]");
    const start = performance.now();
    field.value = ${JSON.stringify(words)};
    field.dispatchEvent(new Event("input", { bubbles: true }));
    await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
    return Math.round(performance.now() - start);
  })()`);
}
