/** The page of the requirements has all of the catalogue and the checks, and its anchors are the ids. */
import { describe, expect, test } from "vitest";
import { code, prose } from "../../reports/markdown/markdown.ts";
import { nodesOf, readMarkdown } from "../../reports/testing/readers.ts";
import { checkAnchor, explainAll } from "./explain.ts";
import { requirementsPage } from "./requirements-page.ts";

const catalogue = await explainAll();
const page = requirementsPage(catalogue);
const ids = catalogue.requirements.map(({ requirement }) => requirement.id);

describe("the anchors of the page", () => {
  /**
   * The anchors that GitHub makes from headings: in lower case, only letters, digits, `-` and `_`, with `-` for blanks,
   * and a number if the anchor already exists.
   */
  const anchors = page
    .split("\n")
    .filter((line) => /^#{1,6} /.test(line))
    .map((line) =>
      line
        .replace(/^#+ /, "")
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N} _-]/gu, "")
        .replaceAll(" ", "-"),
    );

  test("of the headings are the ids of the requirements, each once", () => {
    expect(new Set(anchors).size).toBe(anchors.length);
    expect(anchors.filter((anchor) => ids.includes(anchor))).toEqual(ids);
  });

  test("of the checks are all there, each once, and like no heading", () => {
    const written = [...page.matchAll(/<a id="([^"]*)"><\/a>/g)].map(([, id = ""]) => id);
    const checks = catalogue.requirements.flatMap(({ checks: own }) => own.map(({ id }) => checkAnchor(id)));
    expect(written).toEqual(checks);
    expect(new Set([...written, ...anchors]).size).toBe(written.length + anchors.length);
  });

  test("are where the links of the index lead", () => {
    const nodes = nodesOf(readMarkdown(page));
    const links = nodes.flatMap((node) => (node.type === "link" ? [node.url] : []));
    expect(links.toSorted()).toEqual(ids.map((id) => `#${id}`).toSorted());
  });
});

test("every sentence stands on the page as a sentence, whole and not as code", () => {
  for (const { requirement, explanation, checks } of catalogue.requirements) {
    // Titles of checks may begin with a number, and are code then.
    const said = [
      requirement.statement,
      requirement.fix,
      explanation.why,
      explanation.met ?? "",
      ...explanation.causes.flatMap(({ cause, fix = "", stacks }) => [cause, fix, ...stacks]),
      ...checks.map(({ basis }) => basis ?? ""),
    ].filter((text) => text !== "");
    for (const text of said) {
      expect(prose(text), text).not.toBe(code(text, 600));
      for (const [, span = ""] of text.matchAll(/`([^`]*)`/g)) expect(span.length, span).toBeLessThanOrEqual(120);
    }
  }
});

test("the same seed makes the same page", async () => {
  expect(requirementsPage(await explainAll())).toBe(page);
});
