/** What one interaction came to: from what the proxy saw and what Pact's verifier reports. Pure. */
import type { InteractionResult } from "../reports/result.ts";
import type { Level } from "../spec/requirements.ts";
import type { Validators } from "../spec/validators.ts";
import { readAgainstDocument } from "./document.ts";
import { listAt, parseJson, stringAt } from "./json.ts";
import { findingsOf } from "./mismatch.ts";
import type { Interaction, PactSource } from "./pact-file.ts";
import type { Seen } from "./proxy.ts";
import { isSupplied } from "./states.ts";

/** What every interaction of a verification is judged with. */
export interface Judging {
  /** Takes secrets out of a text that is not ours. */
  readonly redact: (text: string) => string;
  /** The levels of the requirements, by id. */
  readonly levels: ReadonlyMap<string, Level>;
  /** Whether states that the suite does not supply can be asked for. */
  readonly hasStatesUrl: boolean;
  /** Present where pacts that were brought are held against the document. */
  readonly validators?: Validators;
}

/** What is known of one interaction after it was run, or was not. */
export interface Known extends Judging {
  readonly seen: Seen | undefined;
  /** The verifier's report, JSON text. */
  readonly report: string | undefined;
  /** Why there is no report, where there is none. */
  readonly ended: string;
}

/** The states of an interaction that the suite does not supply by itself. */
export function unsuppliedStates({ states }: Interaction): readonly string[] {
  return states.filter((state) => !isSupplied(state));
}

/** Judges one interaction. */
export function judgeInteraction(
  interaction: Interaction,
  source: PactSource | undefined,
  known: Known,
): InteractionResult {
  const { description, states } = interaction;
  const isPending = interaction.pending || source?.pending === true;
  const common = {
    description,
    states,
    ...(source?.origin === "shipped" ? basisOf(interaction, known) : {}),
    ...(isPending ? { pending: true as const } : {}),
    ...documentWords(interaction, source, known),
  };
  const notJudged = (reason: string): InteractionResult => {
    return { ...common, status: "not-judged", reason, findings: [] };
  };
  const hindrance = hindranceOf(interaction, known);
  if (hindrance !== undefined) return notJudged(hindrance);
  const { isMet, mismatches } = readReport(known.report ?? "");
  if (isMet) return { ...common, status: "passed", findings: [] };
  const findings = findingsOf(mismatches, known.redact);
  if (findings.length === 0) return notJudged("Pact's verifier gave no reason for a failure.");
  // A consumer does not rely on a pending interaction yet, so it cannot fail a provider.
  if (isPending) return { ...notJudged("It is pending, and was not met."), findings };
  return { ...common, status: "failed", findings };
}

/** The requirement that an interaction of a pact that ships rests on, and the level at which its failure counts. */
function basisOf(
  { requirement = "" }: Interaction,
  { levels }: Judging,
): Pick<InteractionResult, "requirement" | "level"> {
  const level = levels.get(requirement);
  return level === undefined ? {} : { requirement, level };
}

function documentWords(
  interaction: Interaction,
  source: PactSource | undefined,
  { validators }: Known,
): Pick<InteractionResult, "contradicts" | "openPoints"> {
  if (source?.origin === "shipped" || validators === undefined || "cannot" in interaction.run) return {};
  const { contradicts, openPoints } = readAgainstDocument(interaction, validators);
  return {
    ...(contradicts.length === 0 ? {} : { contradicts }),
    ...(openPoints.length === 0 ? {} : { openPoints }),
  };
}

/** Why an interaction is neither met nor broken; undefined where it was run. */
function hindranceOf(
  interaction: Interaction,
  { hasStatesUrl, seen, report, ended, redact }: Known,
): string | undefined {
  if ("cannot" in interaction.run) return interaction.run.cannot;
  const unsupplied = unsuppliedStates(interaction).map((state) => JSON.stringify(state));
  if (unsupplied.length > 0 && !hasStatesUrl) {
    return `It needs a provider state that the suite cannot bring about: ${unsupplied.join(", ")}. Give --provider-states-url.`;
  }
  if (seen?.answered === false) return seen.why;
  return seen === undefined || report === undefined ? `It was not run: ${redact(ended)}.` : undefined;
}

/** Reads the verifier's report on one interaction. It is met only if exactly this one was run and reported as met. */
function readReport(text: string): { readonly isMet: boolean; readonly mismatches: readonly unknown[] } {
  const report = parseJson(text);
  const results = listAt(report, "interactionResults");
  const mismatches = listAt(report, "errors").flatMap((error) => listAt(error, "mismatch", "mismatches"));
  const isMet =
    results.length === 1 && stringAt(results[0], "result") === "OK" && listAt(report, "errors").length === 0;
  return { isMet, mismatches };
}
