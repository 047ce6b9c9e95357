/** `explain --stack NAME`: the known faults of one stack, by requirement. */
import { count } from "../../result/counts.ts";
import { type KnownStack, isCauseOf } from "../../result/known-stacks.ts";
import { type Page, paint, row, sentence } from "../../reports/text/page.ts";
import { type Cause, readExplanations } from "../../spec/explanations.ts";
import { readRequirements } from "../../spec/requirements.ts";
import type { Level } from "../../spec/requirements.ts";

/** A stack, and the requirements that it breaks. */
export interface ExplainedStack {
  readonly stack: string;
  readonly requirements: ReadonlyArray<{
    readonly id: string;
    readonly level: Level;
    readonly causes: readonly Cause[];
  }>;
}

/** The requirements that a stack breaks by default, in the order of the catalogue. */
export function causesOfStack(stack: KnownStack): ExplainedStack {
  const explanations = readExplanations();
  const requirements = readRequirements().flatMap(({ id, level }) => {
    const causes = (explanations.get(id)?.causes ?? []).filter(({ stacks }) => isCauseOf(stack, stacks));
    return causes.length === 0 ? [] : [{ id, level, causes }];
  });
  return { stack: stack.family, requirements };
}

/** The text of a stack for the terminal. */
export function stackText(page: Page, { stack, requirements }: ExplainedStack): string {
  const lines = [
    paint(page, "heading", `${stack}: ${count(requirements.length, "requirement")} not met as it comes`),
    ...requirements.flatMap(({ id, level, causes }) => [
      "",
      ...sentence(page, `   ${id}   ${level}`, 3),
      ...causes.flatMap(({ stacks, cause, fix }) => [
        ...row(page, "seen in", [stacks.join("; ")]),
        ...row(page, "cause", [cause]),
        ...row(page, "fix", [fix]),
      ]),
    ]),
    "",
    ...sentence(page, "docs/stacks.md of this package shows each of them in full."),
  ];
  return `${lines.join("\n")}\n`;
}
