/** Checks and interactions for tests, each with the members that its status requires. */
import type { CheckResult, Finding, Findings, InteractionResult, NotJudgedReason, Status } from "../result.ts";

/** The parts of a check that a test gives. Other members that the status requires are filled in. */
export interface CheckChange extends Partial<Pick<CheckResult, "id" | "title" | "basis" | "drawn" | "exchanges">> {
  readonly status?: Status;
  readonly findings?: readonly Finding[];
  readonly because?: NotJudgedReason;
  readonly reason?: string;
  readonly value?: string;
}

type InteractionFacts =
  | "description"
  | "states"
  | "requirements"
  | "requirement"
  | "level"
  | "pending"
  | "contradicts"
  | "openPoints";

/** The parts of an interaction that a test gives. Other members that the status requires are filled in. */
export interface InteractionOverrides extends Partial<Pick<InteractionResult, InteractionFacts>> {
  readonly status?: InteractionResult["status"];
  readonly findings?: readonly Finding[];
  readonly reason?: string;
}

/** A check that passed, with changes. */
export function check({
  status = "passed",
  findings = [],
  because,
  reason,
  value,
  ...more
}: CheckChange = {}): CheckResult {
  const common = { id: "a/b", title: "", exchanges: [], ...more };
  const valued = value === undefined ? {} : { value };
  switch (status) {
    case "passed":
      return { ...common, status, findings: [] };
    case "failed":
      return { ...common, status, findings: someOf(findings), ...valued };
    case "waived":
      return { ...common, status, findings: someOf(findings), reason: reason ?? "known", ...valued };
    case "not-judged":
      return {
        ...common,
        status,
        findings: [],
        because: because ?? "no-answer",
        reason: reason ?? "nothing came back",
      };
    case "observed":
      return { ...common, status, findings: [], value: value ?? "200" };
  }
}

/** An interaction that passed, with changes. */
export function interaction({
  status = "passed",
  findings = [],
  reason,
  ...more
}: InteractionOverrides = {}): InteractionResult {
  const common = { description: "a plant", states: [], ...more };
  switch (status) {
    case "passed":
      return { ...common, status, findings: [] };
    case "failed":
      return { ...common, status, findings: someOf(findings) };
    case "waived":
      return { ...common, status, findings: someOf(findings), reason: reason ?? "known" };
    case "not-judged":
      return { ...common, status, findings, reason: reason ?? "It was not run." };
  }
}

function someOf([first = { where: "", expected: "one", seen: "two" }, ...others]: readonly Finding[]): Findings {
  return [first, ...others];
}
