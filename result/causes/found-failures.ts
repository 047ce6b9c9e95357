/** The data for recognising causes: each finding of a failed check, with the exchange that shows it. */
import type { DocumentWords } from "../../spec/document-words.ts";
import { bodyJson, mediaTypeOf } from "./recorded-body.ts";
import type { CheckResult, Exchange, Finding, Json, RequirementResult } from "../result.ts";

/** An exchange as input for recognisers. */
export interface Seen {
  readonly index: number;
  readonly exchange: Exchange;
  /** The check that sent it, and the requirement of that check. */
  readonly sender: string;
  readonly senderRequirement: string;
  /** Undefined if there was no answer. */
  readonly status: number | undefined;
  readonly mediaType: string;
  /** The bodies as JSON values; undefined if they are not JSON. */
  readonly sent: Json | undefined;
  readonly answer: Json | undefined;
}

/** One finding of a failed check. */
export interface FoundFailure {
  readonly requirement: RequirementResult;
  readonly check: CheckResult;
  readonly finding: Finding;
  /** Undefined if no single exchange shows it. */
  readonly seen: Seen | undefined;
}

/** All failures of a run, and lookups for recognisers. */
export interface Failures {
  readonly all: readonly FoundFailure[];
  /** Ids of the checks that failed. */
  readonly checks: ReadonlySet<string>;
  /** The failure of the check that sent an exchange, if it was answered with the same status. */
  readonly ownOf: (seen: Seen) => FoundFailure | undefined;
  readonly seenAt: (index: number) => Seen | undefined;
  readonly requirement: (id: string) => RequirementResult | undefined;
  /** Those of the document used in the run; undefined for the document that ships. */
  readonly words: DocumentWords | undefined;
}

/** Whether a failure is about a request that its own check sent, not a request of another check. */
export function isOwn({ check, seen }: FoundFailure): boolean {
  return seen !== undefined && seen.sender === check.id;
}

/** The failures of a result. */
export function failuresOf(
  requirements: readonly RequirementResult[],
  exchanges: readonly Exchange[],
  words?: DocumentWords,
): Failures {
  const views = new Map<number, Seen>();
  const seenAt = (index: number): Seen | undefined => {
    const exchange = exchanges[index];
    if (exchange === undefined) return undefined;
    const view = views.get(index) ?? viewOf(exchange, index);
    views.set(index, view);
    return view;
  };
  const all = requirements.flatMap((requirement) =>
    requirement.checks.flatMap((check) =>
      check.status !== "failed"
        ? []
        : check.findings.map((finding) => ({
            requirement,
            check,
            finding,
            seen: finding.exchange === undefined ? undefined : seenAt(finding.exchange),
          })),
    ),
  );
  const own = new Map(all.filter(isOwn).map((one) => [one.check.id, one]));
  const byId = new Map(requirements.map((one) => [one.id, one]));
  return {
    all,
    checks: new Set(all.map(({ check }) => check.id)),
    ownOf: ({ sender, status }) => {
      const failure = own.get(sender);
      return failure?.seen?.status === status ? failure : undefined;
    },
    seenAt,
    requirement: (id) => byId.get(id),
    words,
  };
}

function viewOf(exchange: Exchange, index: number): Seen {
  const { request, response, check: sender = "" } = exchange;
  return {
    index,
    exchange,
    sender,
    senderRequirement: sender.split("/")[0] ?? "",
    status: response?.status,
    mediaType: response === null ? "" : mediaTypeOf(response.headers),
    sent: request.body === null ? undefined : bodyJson(request.body),
    answer: response === null ? undefined : bodyJson(response.body),
  };
}
