import { describe, expect, test } from "vitest";
import { causesIn } from "../../result/causes/causes-of.ts";
import { sampleResult } from "../../result/testing/sample-result.ts";
import { programFixes, programText } from "../../spec/stack-programs.ts";
import { renderBrief } from "../repair-brief.ts";
import { renderers } from "../index.ts";
import { renderShort } from "../text/terminal-short-report.ts";
import { stackFix } from "./stack-fix.ts";

const on = (id: string, name: string): typeof sampleResult => ({
  ...sampleResult,
  provider: { ...sampleResult.provider, stack: { id, name, shownBy: "--stack" } },
});
const flask = on("flask", "Flask");
const plain = (text: string): string => text.replaceAll(/\s+/g, " ");
const [first] = causesIn(flask);

describe("the fix of a cause on the provider's stack", () => {
  const own = stackFix({ id: "adds-no-tag", requirements: ["adds-no-tag"] }, flask);

  test("is cut from the whole program of the stack", () => {
    expect(own).toEqual({ stack: "Flask", ...programFixes(programText("flask_server.py")).get("adds-no-tag") });
  });

  test("is what is known of a stack without a program", () => {
    const cause = { id: "error-shape", requirements: ["error-shape"] } as const;
    expect(stackFix(cause, on("huma", "huma"))).toEqual({
      stack: "huma",
      advice: "Set `huma.NewError` to make an error of your own type with `error` and `message`.",
    });
  });

  test("is not that of a requirement where the cause is another", () => {
    const cause = { id: "error-as-200", requirements: ["refuses-non-object"] } as const;
    expect(stackFix(cause, on("huma", "huma"))).toBeUndefined();
  });

  test("is that of the requirement that is about the cause", () => {
    const floats = { id: "ids-as-floats", requirements: ["refuses-with-400", "tells-large-ids-apart"] } as const;
    expect(stackFix(floats, flask)?.advice).toContain("`float` cannot tell ids beyond 2^53 apart");
    expect(stackFix({ id: "no-answer", requirements: ["refuses-with-400"] }, flask)).toBeUndefined();
  });

  test("is about what failed, where the requirement asks for more", () => {
    const express = on("express", "Express");
    const adviceFor = (id: string, requirement: string): string | undefined =>
      stackFix({ id, requirements: [requirement] }, express)?.advice;
    expect(adviceFor("server-error-unreadable", "refuses-with-400")).toContain(
      "Ask whether `request.body` is an object",
    );
    expect(adviceFor("error-as-text", "error-media-type")).toContain("in place of `send(text)`");
    expect(adviceFor("fractions-as-integers", "refuses-invalid-member")).toContain("`Number.isInteger(id)`");
  });

  test("is unknown without a stack", () => {
    expect(stackFix({ id: "adds-no-tag", requirements: ["adds-no-tag"] }, sampleResult)).toBeUndefined();
  });
});

describe("the provider's own stack stands at its causes", () => {
  const advice = plain(first === undefined ? "" : (stackFix(first, flask)?.advice ?? ""));

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
