/**
 * GitHub annotations, as workflow commands for the log of a step. GitHub shows ten of each kind per step, so if there
 * are more, the tenth counts the rest. GitHub cuts a message after 4,096 characters. No annotation names a source file,
 * because the files of the provider are not known.
 */
import type { RequirementResult, RunResult } from "../../result/result.ts";
import { count, excerpt } from "../../result/safe-text.ts";
import { findingAtRequest } from "../words/cause-words.ts";
import { type Docs, explainedAt } from "../words/printed-commands.ts";
import { renderVerdictLine } from "../words/verdict-line.ts";
import { notices } from "../words/result-words.ts";
import { type CaseKind, casesOf, type TestCase } from "./test-cases.ts";

type AnnotationKind = "error" | "warning" | "notice";

interface Annotation {
  readonly kind: AnnotationKind;
  readonly title: string;
  readonly message: string;
}

const mostOfAAnnotationKind = 10;
const longestTitle = 200;
const longestMessage = 1000;

/** The verdict, failures, waivers and warnings, one annotation per line. */
export function renderAnnotations(result: RunResult, docs?: Docs): string {
  const all = [
    verdictAnnotation(result),
    ...notices(result).map((message) => ({ kind: "warning" as const, title: result.tool.name, message })),
    ...result.requirements.flatMap((requirement) => requirementAnnotation(result, requirement, docs)),
    ...casesOf(result).flatMap(caseAnnotation),
  ];
  const kinds: readonly AnnotationKind[] = ["error", "warning", "notice"];
  return kinds
    .flatMap((kind) => atMostTen(all.filter((one) => one.kind === kind)))
    .map((one) => `${command(one)}\n`)
    .join("");
}

function verdictAnnotation(result: RunResult): Annotation {
  const kind = result.exitCode === 0 ? "notice" : "error";
  return { kind, title: result.tool.name, message: `${renderVerdictLine(result)}. ${result.reasons[0]}` };
}

function requirementAnnotation(result: RunResult, requirement: RequirementResult, docs: Docs): readonly Annotation[] {
  const { id, level, status, statement, fix, checks } = requirement;
  const title = `${id} (${level})`;
  if (status === "waived") {
    const reasons = new Set(checks.flatMap((check) => (check.status === "waived" ? [check.reason ?? ""] : [])));
    return [{ kind: "notice", title, message: `waived: ${[...reasons].join("; ")}` }];
  }
  if (status !== "failed") return [];
  const failed = checks.filter((check) => check.status === "failed");
  const [finding] = failed.flatMap(({ findings }) => findings);
  const more = failed.length > 1 ? ` (and ${count(failed.length - 1, "more failed check")})` : "";
  const message = `${statement} ${finding === undefined ? "" : findingAtRequest(finding, result)}${more}. ${level === "OPEN" ? "" : "To fix it: "}${fix} More: ${explainedAt(result, id, docs)}`;
  return [{ kind: level === "SHOULD" && !result.strict ? "warning" : "error", title, message }];
}

/** How an interaction or a waiver is annotated. */
const annotationKinds: Partial<Record<CaseKind, AnnotationKind>> = {
  failed: "error",
  warning: "warning",
  waived: "notice",
};

/** The annotation of a failed interaction or an invalid waiver. A check is part of its requirement's annotation. */
function caseAnnotation({ check, level, kind, group, name, message }: TestCase): readonly Annotation[] {
  const annotated = annotationKinds[kind];
  if (check !== undefined || level === "VERDICT" || annotated === undefined) return [];
  return [{ kind: annotated, title: group, message: `${name}: ${message}` }];
}

function atMostTen(annotations: readonly Annotation[]): readonly Annotation[] {
  const rest = annotations.slice(mostOfAAnnotationKind - 1);
  const [first] = rest;
  if (first === undefined || rest.length === 1) return annotations;
  const more = { kind: first.kind, title: "and more", message: `${rest.length} more are in the report` };
  return [...annotations.slice(0, mostOfAAnnotationKind - 1), more];
}

/** A workflow command. A line feed ends its data; `,` and `::` also end a property. Excerpts contain no line feed. */
function command({ kind, title, message }: Annotation): string {
  const data = excerpt(message, longestMessage).replaceAll("%", "%25");
  const property = excerpt(title, longestTitle).replaceAll("%", "%25").replaceAll(":", "%3A").replaceAll(",", "%2C");
  return `::${kind} title=${property}::${data}`;
}
