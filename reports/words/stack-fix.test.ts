import { describe, expect, test } from "vitest";
import { causesIn } from "../../result/causes/causes-of.ts";
import { generalCause, generalCauses } from "../../result/causes/cause-table.ts";
import { listedStacks } from "../../result/recognised-stacks.ts";
import type { CauseResult } from "../../result/result.ts";
import { sampleResult } from "../../result/testing/sample-result.ts";
import { programFixes, programText } from "../../spec/stack-programs.ts";
import { renderBrief } from "../repair-brief.ts";
import { renderers } from "../index.ts";
import { renderShort } from "../text/terminal-short-report.ts";
import { shortFix } from "./cause-words.ts";
import { stackFix } from "./stack-fix.ts";

const on = (id: string, name: string): typeof sampleResult => ({
  ...sampleResult,
  provider: { ...sampleResult.provider, stack: { id, name, shownBy: "--stack" } },
});
const flask = on("flask", "Flask");
const plain = (text: string): string => text.replaceAll(/\s+/g, " ");
const [first] = causesIn(flask);
if (first === undefined) throw new Error("the sample has no cause");
const sampleCause: CauseResult = first;

describe("the fix of a cause on the provider's stack", () => {
  const own = stackFix({ id: "adds-no-tag" }, flask);

  test("is cut from the whole program of the stack", () => {
    expect(own).toEqual({ stack: "Flask", ...programFixes(programText("flask_server.py")).get("adds-no-tag") });
  });

  test("is what is known of a stack without a program", () => {
    const cause = { id: "error-shape" };
    expect(stackFix(cause, on("huma", "huma"))).toEqual({
      stack: "huma",
      advice: "Set `huma.NewError` to make an error of your own type with `error` and `message`.",
    });
  });

  test("is not that of a requirement where the cause is another", () => {
    const cause = { id: "error-as-200" };
    expect(stackFix(cause, on("huma", "huma"))).toBeUndefined();
  });

  test("is about the cause, and not about a requirement for which it fails", () => {
    const express = on("express", "Express");
    expect(stackFix({ id: "ids-as-floats" }, flask)?.advice).toContain("`float` cannot tell ids beyond 2^53 apart");
    expect(stackFix({ id: "refused-at-times" }, flask)).toBeUndefined();
    expect(stackFix({ id: "server-error-unreadable" }, express)?.advice).toContain(
      "whether `request.body` is an object",
    );
    expect(stackFix({ id: "error-as-text" }, express)?.advice).toContain("in place of `send(text)`");
  });

  test("is unknown without a stack", () => {
    expect(stackFix({ id: "adds-no-tag" }, sampleResult)).toBeUndefined();
  });
});

describe("the provider's own stack stands at its causes", () => {
  const advice = plain(stackFix(sampleCause, flask)?.advice ?? "");

  test("in the terminal, and so does the command that shows the lines", () => {
    const short = plain(renderShort(flask));
    expect(short).toContain("fix: on Flask: ");
    expect(short).toMatch(/explain [\w-]+ --stack flask/);
  });

  test("in the brief", () => {
    const [line = ""] = renderBrief(flask).split("\n");
    expect((JSON.parse(line) as { fix: string }).fix).toContain(`On Flask: ${advice}`);
  });

  test("in the full report, first and alone of its programs", async () => {
    const [cause] = causesIn(sampleResult);
    const text = plain(await renderers.text.render(on("express", "Express")));
    expect(text).toContain("fix On Express: ");
    expect(text).toContain(plain(cause?.fix ?? "no cause"));
    expect(text).not.toMatch(/Express [45] (?:by hand|with)|openapi-generator/);
  });

  test("as a fact, and as no warning", async () => {
    const whose = "Fixes are shown for Flask first";
    expect(await renderers.annotations.render(flask)).not.toContain(whose);
    expect(await renderers.html.render(flask)).toContain(whose);
    expect(await renderers.html.render(flask)).not.toContain(`<li class="notice">${whose}`);
  });

  test("in the page, with the lines of the program", async () => {
    const page = await renderers.html.render(flask);
    expect(page).toContain("On Flask: ");
    expect(page).toContain("The lines of a correct program on Flask");
  });
});

describe("the fix that is printed of a general cause", () => {
  test.each(listedStacks())(
    "on $family is its own, or that of a region that names the cause",
    ({ id, family, program }) => {
      const regions = programFixes(program === undefined ? "" : programText(program));
      for (const { id: general, fix } of generalCauses()) {
        // Each of these has a line in the programs, or a known fix on a stack without one.
        for (const requirement of ["accepts-valid-plant", "refuses-with-400", "error-media-type", "error-shape"]) {
          const cause = { ...sampleCause, id: general, requirements: [requirement] as const, fix };
          const own = regions.get(general)?.advice;
          const printed = shortFix(cause, on(id, family));
          expect(own === undefined ? fix : `on ${family}: ${own}`, `${general} ${id}`).toContain(printed);
          // Only the first sentence is printed.
          if (own !== undefined) expect(printed, `${general} ${id}`).toBe(`on ${family}: ${own}`);
        }
      }
    },
  );

  test.each([
    ["flask", "server-error", "`RecursionError`"],
    ["flask", "unchecked-in-capitals", "`request.mimetype`"],
    ["express", "unchecked-in-capitals", "`request.is`"],
    ["go", "unchecked-in-capitals", "`mime.ParseMediaType`"],
    ["express", "refused-as-sent", "`express.raw`"],
    ["express", "ids-as-floats", "refuse what is outside int64"],
    ["go", "no-answer", "`http: panic serving`"],
    ["go", "error-as-200", "an empty 200"],
    ["go", "text-after-json", "`json.Decoder`"],
    ["flask", "error-shape", "`error` as an integer"],
    ["go", "error-shape", '`json:"error"`'],
    ["go", "error-encoding", "`return` after it"],
    ["go", "error-media-type", "before `WriteHeader`"],
    ["express", "plant-shape", "not inside another object"],
    ["express", "asks-for-time", "Retry-After"],
    ["express", "refuses-with-400", "422"],
    ["flask", "refuses-with-400", "422"],
    ["go", "refuses-with-400", "422"],
    ["flask", "texts-changed", "leave out"],
    ["flask", "authentication-bypassed", "what the accepted requests have"],
  ])("on %s for %s says what helps: %s", (stack, id, words) => {
    const fix = generalCause(id)?.fix ?? "";
    expect(shortFix({ ...sampleCause, id, fix }, on(stack, stack))).toContain(words);
  });
});
