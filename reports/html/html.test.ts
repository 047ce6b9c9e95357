import { renderHtml } from "../testing/render.ts";
import { createHash } from "node:crypto";
import { type DefaultTreeAdapterTypes, parse } from "parse5";
import { assert, property, string } from "fast-check";
import { describe, expect, test } from "vitest";
import { compare } from "../../result/over/compare-results.ts";
import type { RunResult } from "../../result/result.ts";
import { sampleResult } from "../../result/testing/sample-result.ts";
import { longResult, poisonedWith } from "./testing/results.ts";
import { applyExpectations } from "../../result/verdict.ts";

type Node = DefaultTreeAdapterTypes.Node;
type Element = DefaultTreeAdapterTypes.Element;

const isElement = (node: Node): node is Element => "tagName" in node;

function elementsOf(node: Node): readonly Element[] {
  const own = isElement(node) ? [node] : [];
  return "childNodes" in node ? [...own, ...node.childNodes.flatMap(elementsOf)] : own;
}

function textOf(node: Node): string {
  if ("value" in node) return node.value;
  return "childNodes" in node ? node.childNodes.map(textOf).join("") : "";
}

const elements = (html: string): readonly Element[] => elementsOf(parse(html));
const attribute = (element: Element, name: string): string | undefined =>
  element.attrs.find((one) => one.name === name)?.value;
const named = (all: readonly Element[], name: string): readonly Element[] =>
  all.filter(({ tagName }) => tagName === name);
const sha256 = (text: string): string => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

const html = renderHtml(sampleResult);
const sample = elements(html);
const find = (id: string): Element => {
  const [found] = sample.filter((element) => attribute(element, "id") === id);
  if (found === undefined) throw new Error(`Nothing has the id ${id}`);
  return found;
};

const { baseline: _left, ...withoutBaseline } = sampleResult;

test("the page of the sample is what it was", async () => {
  // Without style and script, which are files of their own, and broken into lines, so that a difference can be read.
  const page = html
    .replace(/<style>[^]*?<\/style>/, "<style></style>")
    .replace(/<script>[^]*?<\/script>/, "<script></script>")
    .replaceAll(/'sha256-[^']*'/g, "'sha256-...'");
  const lines = page.replaceAll(
    /<(?=section|h\d|div|d[ldt]|details|summary|li|tr|p|pre|table|nav|svg|path|text|form)/g,
    "\n<",
  );
  await expect(lines).toMatchFileSnapshot("../golden/report.html");
});

describe("one file that needs nothing and lets nothing in", () => {
  test("no address is that of another file", () => {
    for (const element of sample) {
      for (const { name, value } of element.attrs) {
        if (name === "href" && attribute(element, "rel") !== "noreferrer") {
          expect(value).toMatch(element.tagName === "link" ? /^data:image\/svg\+xml,/ : /^#/);
        }
        expect(name).not.toMatch(/^(?:src|srcset|action|formaction|poster|data|ping|background)$/);
      }
    }
    expect(textOf(named(sample, "style")[0] ?? find("_main"))).not.toMatch(/@import|url\(/);
  });

  test("the only address beside its own is a waiver's issue, which is followed by nobody but the reader", () => {
    const away = sample.filter((element) => attribute(element, "rel") === "noreferrer");
    expect(away.map((element) => [element.tagName, attribute(element, "href")])).toEqual([
      ["a", "https://issues.example/plants/7"],
    ]);
  });

  test.each(["javascript:alert(1)", "data:text/html,x", "https://", "//evil.example"])(
    "an issue %j, in a result that somebody else wrote, is no link",
    (issue) => {
      const entries = sampleResult.waivers?.entries.map((entry) => ({ ...entry, issue })) ?? [];
      const page = renderHtml({ ...sampleResult, waivers: { allowed: false, entries } });
      expect(elements(page).filter((element) => attribute(element, "rel") === "noreferrer")).toEqual([]);
      expect(page).toContain(issue);
    },
  );

  test("the policy allows the one script and the one style by their hashes, and nothing else", () => {
    const [policy] = sample.filter((element) => attribute(element, "http-equiv") === "Content-Security-Policy");
    const [script, ...scripts] = named(sample, "script").map(textOf);
    const [style, ...styles] = named(sample, "style").map(textOf);
    expect([scripts, styles]).toEqual([[], []]);
    expect(attribute(policy ?? find("_main"), "content")?.split("; ")).toEqual([
      "default-src 'none'",
      `script-src ${sha256(script ?? "")}`,
      `style-src ${sha256(style ?? "")}`,
      "img-src data:",
      "base-uri 'none'",
      "form-action 'none'",
    ]);
    expect(html.indexOf("Content-Security-Policy")).toBeLessThan(html.indexOf("<style>"));
  });

  test("no element has a style or a handler of its own, which the policy would refuse", () => {
    const names = sample.flatMap(({ attrs }) => attrs.map(({ name }) => name));
    expect(names.filter((name) => name === "style" || name.startsWith("on"))).toEqual([]);
  });

  test("it is small: 80 KiB for the sample, half a kilobyte for each of two thousand checks", () => {
    expect(Buffer.byteLength(html)).toBeLessThan(80 * 1024);
    expect(Buffer.byteLength(renderHtml(longResult(20)))).toBeLessThan(1024 * 1024);
  });
});

describe("anchors", () => {
  const ids = sample.flatMap((element) => attribute(element, "id") ?? []);

  test("every requirement and every check has one, and it is its id", () => {
    const wanted = sampleResult.requirements.flatMap(({ id, checks }) => [id, ...checks.map((check) => check.id)]);
    expect(ids).toEqual(expect.arrayContaining(wanted));
    expect(new Set(ids).size).toBe(ids.length);
  });

  test.each([["by itself", withoutBaseline] as const, ["with a baseline", sampleResult] as const])(
    "every link within the page leads to one: %s",
    (_name, result) => {
      const all = elements(renderHtml(result));
      const links = all.flatMap((element) => attribute(element, "href") ?? []).filter((link) => link.startsWith("#"));
      const anchors = new Set(all.flatMap((element) => attribute(element, "id") ?? []));
      expect(links.filter((link) => !anchors.has(link.slice(1)))).toEqual([]);
    },
  );

  test("an id that is none cannot break out of its attribute", () => {
    const [first, ...others] = sampleResult.requirements;
    if (first === undefined) throw new Error("The sample is empty");
    const odd = renderHtml({ ...sampleResult, requirements: [{ ...first, id: 'x" onclick="y _main' }, ...others] });
    const found = elements(odd).flatMap((element) => attribute(element, "id") ?? []);
    expect(found).toContain("x.22..20.onclick.3d..22.y.20..5f.main");
  });
});

describe("what the page says", () => {
  const conformant: RunResult = { ...sampleResult, verdict: "conformant", exitCode: 0 };

  test("the first heading is the verdict, and the title says it too", () => {
    expect(textOf(named(sample, "h1")[0] ?? find("_main"))).toBe("✗ NOT CONFORMANT");
    expect(textOf(named(sample, "title")[0] ?? find("_main"))).toContain("NOT CONFORMANT");
    expect(named(sample, "h1").length).toBe(1);
  });

  test("a failure has one order", () => {
    const labels = named(elementsOf(find("plant-media-type")), "dt").map(textOf);
    expect(labels).toEqual([
      "Rule",
      "Source",
      "Check",
      "Why",
      "Sent",
      "Received",
      "At",
      "Evidence",
      "Fix",
      "Why it matters",
      "More",
      "Curl",
      "Rerun",
    ]);
  });

  test.each([
    ["plant-media-type", ["content-type: text/json; charset=utf-8", "text/json; charset=utf-8"]],
    ["plant-encoding", ['{"name":"Ficus \\xe9"}', "bytes that are not UTF-8"]],
    // Its body holds a raw control character: it is not JSON, and a pointer points to nothing in it.
    ["error-shape", ['"\\u001b[32mall good\\u001b[0m"']],
    ["returns-name", ['"Aloë vera"', '"Alo\\u{eb} vera"']],
    ["adds-no-tag", ['"none"', '"none"']],
  ])("%s marks what is different in the answer", (id, marks) => {
    expect(named(elementsOf(find(id)), "mark").map(textOf)).toEqual(marks);
  });

  test("the command that runs a check again names the check that sent what it found, too", () => {
    const commands = named(elementsOf(find("plant-media-type")), "code").map(textOf);
    expect(commands).toContain(
      "npx plant-store-conformance check http://127.0.0.1:8080/store/v1 --only 'plant-media-type/every-200,accepts-valid-plant/every-member'",
    );
  });

  test("an inconclusive run shows its reason, not what to fix", () => {
    const reasons = ["The provider refused the token that it was given."] as const;
    const page = renderHtml({ ...sampleResult, verdict: "inconclusive", exitCode: 3, reasons });
    expect(textOf(named(elements(page), "h1")[0] ?? find("_main"))).toBe("? INCONCLUSIVE");
    expect(page).toContain(reasons[0]);
    expect(page).not.toContain("Fix first");
  });

  test("an open point with another value than expected is reported as the user's expectation, and its value is marked", () => {
    const requirements = applyExpectations(sampleResult.requirements, { "duplicate-id": "200" });
    const all = elements(renderHtml({ ...conformant, exitCode: 1, requirements }));
    const [heading] = named(all, "h1");
    expect(textOf(heading ?? find("_main"))).toBe("✗ CONFORMANT, BUT NOT AS EXPECTED");
    const [section] = all.filter((element) => attribute(element, "id") === "_unexpected");
    expect(textOf(section ?? find("_main"))).toMatch(/^Not as expected \(1\).*duplicate-id.*Question.*Value/s);
    const [profile] = all.filter((element) => attribute(element, "class") === "profile");
    expect(named(elementsOf(profile ?? find("_main")), "mark").map(textOf)).toEqual(["409"]);
    expect(textOf(profile ?? find("_main"))).toContain("409expected 200");
  });

  test("that TLS was not verified stands before everything else", () => {
    const page = textOf(parse(renderHtml({ ...sampleResult, provider: { baseUrl: "https://x", insecure: true } })));
    expect(page.indexOf("TLS WAS NOT VERIFIED")).toBeGreaterThan(0);
    expect(page.indexOf("TLS WAS NOT VERIFIED")).toBeLessThan(page.indexOf("Requirements are broken"));
  });

  test("a run that judged nothing still has a page", () => {
    const nothing: RunResult = { ...sampleResult, requirements: [], contracts: [], exchanges: [], profile: {} };
    expect(textOf(parse(renderHtml(nothing)))).toContain("The run");
  });

  test("the causes stand right below the contents, and the table of levels with all requirements", () => {
    const main = textOf(find("_main"));
    expect(main).toMatch(/^Fix first/);
    expect(main.indexOf("All requirements")).toBeLessThan(main.indexOf("Requirements by level"));
  });

  test("a run of contracts only has no table and no list of requirements", () => {
    const page = textOf(parse(renderHtml({ ...sampleResult, requirements: [], exchanges: [], profile: {} })));
    expect(page).toContain("plant-importer");
    expect(page).not.toMatch(/Requirements by level|All requirements/);
  });

  test("changes since a baseline are shown if there is one, and not mentioned otherwise", () => {
    const page = textOf(parse(html));
    expect(page).toContain("Compared with the baseline of 2026-11-20");
    expect(page).toMatch(/✗ brokenplant-media-type MUST met → broken/);
    expect(page).toContain("adds-no-tag SHOULD met → broken, but waived");
    expect(page).toContain("duplicate-id: 200 → 409");
    expect(page).toContain("4092026-11-21before: 200");
    expect(textOf(parse(renderHtml(withoutBaseline)))).not.toMatch(/Compared with the baseline|Since/);
  });

  test("a baseline without differences is shown with what was compared", () => {
    const same = compare(withoutBaseline, withoutBaseline);
    expect(textOf(parse(renderHtml({ ...withoutBaseline, baseline: same })))).toContain(
      "No difference in 10 requirements, 14 checks, 1 open point and 5 interactions.",
    );
  });
});

const attacks = [
  "<script>alert(1)</script>",
  "</pre></details></main><h1>CONFORMANT</h1>",
  '"><img src=x onerror=alert(1)><a href="javascript:alert(1)">x</a>',
  "' onmouseover='alert(1)",
  "--><!-- ]]><svg/onload=alert(1)>",
  "</style></script></title></textarea><style>*{display:none}</style>",
  "<meta http-equiv=refresh content=0;url=http://evil.example>",
  "&lt;script&gt;&#60;script&#62;&amp;",
  "\u0000\u0008\u001b[31m\ufffe\uffff\ud800",
  "\u202egnp.exe\u2066\u200b\u00ad\u061c",
  '{"error": {"a/b": ["<b>", "\\u003cscript\\u003e"]}}',
] as const;

/** What no page may show: controls but line feed and tab, bidirectional controls, what is not seen, lone surrogates. */
function forbiddenIn(text: string): readonly string[] {
  return (
    text.match(
      /(?![\n\t])[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u061c\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufffe\uffff]/gu,
    ) ?? []
  );
}

describe("a provider's words are words, and nothing else", () => {
  const tags = new Set([...sample.map(({ tagName }) => tagName), "br"]);
  const names = new Set(sample.flatMap(({ attrs }) => attrs.map(({ name }) => name)));
  const anchors = sample.flatMap((element) => attribute(element, "id") ?? []);

  function expectHarmless(text: string): void {
    const page = renderHtml(poisonedWith(text));
    const all = elements(page);
    expect(all.filter(({ tagName }) => !tags.has(tagName))).toEqual([]);
    expect(all.flatMap(({ attrs }) => attrs).filter(({ name }) => !names.has(name))).toEqual([]);
    expect(all.flatMap((element) => attribute(element, "id") ?? [])).toEqual(anchors);
    for (const link of all.flatMap((element) => attribute(element, "href") ?? []))
      expect(link).toMatch(/^#|^data:image|^https:\/\/issues\.example\/plants\/7$/);
    for (const one of ["script", "style", "title", "h1", "main"]) {
      expect(named(all, one).map((element) => element.attrs)).toEqual(
        named(sample, one).map((element) => element.attrs),
      );
    }
    expect(textOf(named(all, "script")[0] ?? find("_main"))).toBe(textOf(named(sample, "script")[0] ?? find("_main")));
    expect(forbiddenIn(page)).toEqual([]);
  }

  test.each(attacks)("%j", expectHarmless);

  test("whatever they are", () => {
    assert(property(string({ unit: "binary" }), expectHarmless), { numRuns: 25 });
  });
});
