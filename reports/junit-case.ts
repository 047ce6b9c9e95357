/** One test case of a JUnit file. */
import type { Level } from "../spec/requirements.ts";
import type { RunResult } from "./result.ts";
import { element, textElement } from "./xml.ts";

/** How a test case is told: the states that JUnit knows. */
export type Told =
  | { readonly as: "passed"; readonly output?: string }
  | { readonly as: "skipped"; readonly text: string; readonly details?: string }
  | { readonly as: "failure" | "error"; readonly type: string; readonly message: string; readonly text: string };

export interface TestCase {
  /** With one dot: what is before it is the package in Jenkins, what follows it the class. */
  readonly classname: string;
  /** The same in every run, whatever the outcome: consumers know a test case by it from run to run. */
  readonly name: string;
  readonly told: Told;
  /** Indices into the result's exchanges. */
  readonly exchanges: readonly number[];
}

/** Whether a failure at a level decides the verdict. */
export function decides(level: Level, result: RunResult): boolean {
  return level !== "SHOULD" || result.strict;
}

/** Milliseconds as the seconds of JUnit. */
export function seconds(ms: number): string {
  return (ms / 1000).toFixed(3);
}

/** A test case as XML. GitLab reads an element's content, Azure and Jenkins its `message`; both hold the cause. */
export function written({ classname, name, told }: TestCase, durationMs: number): string {
  const attributes = { classname, name, time: seconds(durationMs) };
  return element("testcase", attributes, children(told));
}

function children(told: Told): readonly string[] {
  switch (told.as) {
    case "passed":
      return told.output === undefined ? [] : [textElement("system-out", {}, told.output)];
    case "skipped":
      return [
        textElement(
          "skipped",
          { message: told.text },
          told.details === undefined ? told.text : `${told.text}\n\n${told.details}`,
        ),
      ];
    case "failure":
    case "error":
      return [textElement(told.as, { type: told.type, message: told.message }, `${told.message}\n\n${told.text}`)];
  }
}
