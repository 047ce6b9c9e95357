/** What the parts of fuzzing share. */
import type { FuzzReport, Shard } from "../../result/result.ts";
import type { Check, PlannedRequest, Sent } from "../checks/check.ts";
import type { Requests } from "../checks/requests.ts";
import type { Feature } from "../checks/feature.ts";
import type { FuzzIds, FuzzNumbers } from "../run/fuzz-ids.ts";
import type { Session } from "../run/session.ts";
import type { Drawn } from "./drawn.ts";
import type { Ledger } from "./ledger.ts";
import type { FuzzCase } from "./cases.ts";
import type { Planned } from "./case-requests.ts";
import type { AnswerFindings } from "./questions.ts";

/** What to fuzz with. */
export interface FuzzOptions {
  /** Of the whole run. */
  readonly cases: number;
  /** Which part of the cases is sent; by default all of them. */
  readonly shard?: Shard;
  readonly seed: string;
  readonly requests: Requests;
  readonly checks: readonly Check[];
  /** Cases in flight at the same time. */
  readonly concurrency: number;
  /** Whether the provider is asked with a token, and whether one is known that is not valid. */
  readonly authentication: "bearer" | "none";
  readonly hasInvalidToken: boolean;
  /** Whether a requirement is among those that were asked for. */
  readonly isSelected: (requirement: string) => boolean;
}

/** A run's fuzzing under way. */
export interface Fuzzing {
  readonly options: FuzzOptions;
  readonly session: Session;
  readonly ledger: Ledger;
  readonly drawn: Drawn;
  readonly ids: FuzzIds;
  readonly ask: (sent: Sent) => readonly AnswerFindings[];
  /** Sends, and judges what is asked of every exchange. */
  readonly exchange: (request: PlannedRequest, at: number) => Promise<Sent>;
  /**
   * Writes the request of a case down, for the connections of one worker. What is to be repeated follows an accepted
   * request in any case, so that nothing else that its connection has carried is to blame.
   */
  readonly plan: (given: FuzzCase, numbers: FuzzNumbers, worker: number | "after an accepted one") => Planned;
  readonly figures: Figures;
  readonly ways: AcceptedWays;
}

/** What is known of the ways of sending. */
export interface AcceptedWays {
  /** The names of features that a request was accepted with. */
  readonly accepted: Set<string>;
  /** Features that are refused together, whatever the plant is. */
  readonly causes: (readonly Feature[])[];
}

/** A case on its way. */
export interface AskedCase {
  readonly given: FuzzCase;
  readonly at: number;
  readonly worker: number;
  readonly plan: Planned;
  readonly sent: Sent;
}

/** Sends a planned request, after the one that precedes it. */
export async function sendPlanned({ exchange }: Pick<Fuzzing, "exchange">, plan: Planned, at: number): Promise<Sent> {
  if (plan.before !== null) await exchange(plan.before, at);
  return exchange(plan.request, at);
}

/** Whether each feature of a request was seen in one that was accepted: a refusal shows nothing otherwise. */
export function isAcceptedWay({ ways }: Pick<Fuzzing, "ways">, features: readonly Feature[]): boolean {
  return features.every(({ name, isKeptOut }) => isKeptOut === true || ways.accepted.has(name));
}

/** Counts, as they grow. */
export interface Figures {
  readonly sent: { -readonly [Kind in keyof FuzzReport["sent"]]: number };
  askedAgain: number;
  shrinking: number;
}
