/** Judges one interaction by the observation of the proxy and the report of Pact's verifier. Pure. */
import type { Finding, Findings, InteractionResult } from "../result/result.ts";
import type { Level } from "../spec/requirements.ts";
import { brokenRequirement } from "./broken.ts";
import type { DocumentForPacts } from "./document-for-pacts.ts";
import { readAgainstDocument } from "./document.ts";
import { listAt, parseJson, stringAt } from "./json-values.ts";
import { findingsOf } from "./mismatch.ts";
import type { Interaction } from "./pact-file.ts";
import type { Observation } from "./proxy.ts";
import { isSupplied } from "./states.ts";

/** The values that all interactions of a verification share. */
export interface Judging {
  /** Removes secrets from a text that is not ours. */
  readonly redact: (text: string) => string;
  /** The levels of the requirements, by id. */
  readonly levels: ReadonlyMap<string, Level>;
  /** Whether there is a URL that sets up the states that the suite does not supply. */
  readonly hasStatesUrl: boolean;
  /** Present if user-supplied pacts are compared with the document. */
  readonly document?: DocumentForPacts;
}

/** The evidence that one interaction is judged by. */
export interface InteractionEvidence extends Judging {
  readonly seen: Observation | undefined;
  /** Whether an ordinary request, with a tag if this one has a tag, was accepted in the same verification. */
  readonly hasAcceptedParent: boolean;
  /** The report of the verifier, as JSON text. */
  readonly report: string | undefined;
  /** Why a report is missing. */
  readonly ended: string;
}

/** The states of an interaction that the suite does not supply. */
export function unsuppliedStates({ states }: Interaction): readonly string[] {
  return states.filter((state) => !isSupplied(state));
}

/** Interactions that can prove this requirement broken send ordinary requests. */
export const ORDINARY = "accepts-valid-plant";

const noParent = "No ordinary request was accepted, so this one may have been refused for any reason.";

/** Judges one interaction. */
export function judgeInteraction(interaction: Interaction, evidence: InteractionEvidence): InteractionResult {
  const { description, states, source } = interaction;
  const isPending = interaction.pending || source.pending === true;
  const isShipped = source.origin === "shipped";
  const common = {
    description,
    states,
    ...(isShipped ? basisOf(interaction.requirements, evidence) : {}),
    ...(isPending ? { pending: true as const } : {}),
    ...documentWords(interaction, evidence),
  };
  const notJudged = (reason: string, findings: readonly Finding[] = []): InteractionResult => {
    return { ...common, status: "not-judged", reason, findings };
  };
  const unanswered = unansweredBy(interaction, evidence);
  if (unanswered !== undefined) return { ...common, ...unanswered };
  const hindrance = hindranceOf(interaction, evidence);
  if (hindrance !== undefined) return notJudged(hindrance);
  const { isMet, mismatches } = readReport(evidence.report ?? "");
  if (isMet) {
    const isProof = !isShipped || interaction.status === 200 || evidence.hasAcceptedParent;
    return isProof ? { ...common, status: "passed", findings: [] } : notJudged(noParent);
  }
  const [first, ...others] = findingsOf(mismatches, evidence.redact).toSorted((one, two) => rankOf(one) - rankOf(two));
  if (first === undefined) return notJudged("Pact's verifier gave no reason for a failure.");
  const findings: Findings = [first, ...others];
  // The consumer does not rely on a pending interaction yet.
  if (isPending) return notJudged("It is pending, and it is not met.", findings);
  if (!isShipped) return { ...common, status: "failed", findings };
  const broken = brokenBy(interaction, findings, evidence);
  if (broken === undefined) {
    const isOther = evidence.hasAcceptedParent || interaction.requirements.includes(ORDINARY);
    return notJudged(isOther ? "The findings of Pact's verifier break no requirement." : noParent, findings);
  }
  return { ...common, ...basisOf(interaction.requirements, evidence, broken), status: "failed", findings };
}

/** The status is told first, then header fields, then the body: a wrong status explains the rest. */
function rankOf({ where }: Finding): number {
  if (where === "status") return 0;
  return where.startsWith("header") ? 1 : 2;
}

const ANSWERS = "answers-every-request";

/**
 * The failure of a shipped interaction whose request ended the process of the provider each time, although an ordinary
 * request was accepted: the request was not answered. If a MUST depends on the answer, the interaction is not judged
 * instead.
 */
function unansweredBy(
  { source, requirements }: Interaction,
  evidence: InteractionEvidence,
):
  | (Pick<InteractionResult, "requirements" | "requirement" | "level"> & { status: "failed"; findings: Findings })
  | undefined {
  const { seen, levels, hasAcceptedParent } = evidence;
  if (seen?.answered !== false || seen.endsProcess !== true || source.origin !== "shipped") return undefined;
  if (!hasAcceptedParent || levels.get(requirements[0] ?? "") === "MUST") return undefined;
  const findings: Findings = [{ where: "status", expected: "an answer", seen: seen.why }];
  return { ...basisOf(requirements, evidence, ANSWERS), status: "failed", findings };
}

/** The requirements that an interaction of a shipped pact can prove broken, and the one whose level counts. */
function basisOf(
  requirements: readonly string[],
  { levels }: Judging,
  requirement = requirements[0] ?? "",
): Pick<InteractionResult, "requirements" | "requirement" | "level"> {
  const level = levels.get(requirement);
  return level === undefined ? {} : { requirements, requirement, level };
}

function brokenBy(
  { requirements, status: expected }: Interaction,
  findings: readonly Finding[],
  { levels, seen, hasAcceptedParent }: InteractionEvidence,
): string | undefined {
  if (seen?.answered !== true) return undefined;
  return brokenRequirement(requirements, levels, { expected, findings, answer: seen, hasAcceptedParent });
}

function documentWords(
  interaction: Interaction,
  { document }: InteractionEvidence,
): Pick<InteractionResult, "contradicts" | "openPoints"> {
  if (interaction.source.origin === "shipped" || document === undefined || "cannot" in interaction.run) return {};
  const { contradicts, openPoints } = readAgainstDocument(interaction, document);
  return {
    ...(contradicts.length === 0 ? {} : { contradicts }),
    ...(openPoints.length === 0 ? {} : { openPoints }),
  };
}

/** Why an interaction is not judged; undefined if it was run. */
function hindranceOf(
  interaction: Interaction,
  { hasStatesUrl, seen, report, ended, redact }: InteractionEvidence,
): string | undefined {
  if ("cannot" in interaction.run) return interaction.run.cannot;
  const unsupplied = unsuppliedStates(interaction).map((state) => JSON.stringify(state));
  if (unsupplied.length > 0 && !hasStatesUrl) {
    return `It needs a provider state that the suite cannot set up: ${unsupplied.join(", ")}. Give --provider-states-url.`;
  }
  if (seen?.answered === false) return seen.why;
  return seen === undefined || report === undefined ? `It was not run: ${redact(ended)}.` : undefined;
}

/** Reads the report of one interaction. It is met only if exactly one interaction was run, and reported as met. */
function readReport(text: string): { readonly isMet: boolean; readonly mismatches: readonly unknown[] } {
  const report = parseJson(text);
  const results = listAt(report, "interactionResults");
  const mismatches = listAt(report, "errors").flatMap((error) => listAt(error, "mismatch", "mismatches"));
  const isMet =
    results.length === 1 && stringAt(results[0], "result") === "OK" && listAt(report, "errors").length === 0;
  return { isMet, mismatches };
}
