/** The shared values of the parts of fuzzing. */
import { createHash } from "node:crypto";
import fc, { type Arbitrary } from "fast-check";
import type { FuzzReport, Shard } from "../../result/result.ts";
import type { Check, PlannedRequest, Sent } from "../checks/check.ts";
import type { Feature } from "../checks/feature.ts";
import type { Requests } from "../checks/requests.ts";
import type { Deciding } from "../checks/undecided.ts";
import type { FuzzIds, FuzzNumbers } from "../run/fuzz-ids.ts";
import type { Session } from "../run/session.ts";
import type { Planned } from "./case-requests.ts";
import type { FuzzBody, FuzzCase } from "./cases.ts";
import type { Ledger } from "./ledger.ts";
import type { AnswerFindings } from "./questions.ts";

// Draws cases by their place, in batches, and shrinks their bodies, for which a body is drawn again at its place.

const BATCH = 256;

interface Drawn {
  /** The case at a place. One batch is kept at a time, so request places in order. */
  readonly case: (at: number) => FuzzCase;
  /** Draws the body at a place again, then smaller ones as long as the last one fails. */
  readonly shrink: (at: number, fails: (given: FuzzBody) => Promise<boolean>) => Promise<void>;
}

interface Source {
  readonly bodies: Arbitrary<FuzzBody>;
  readonly sendings: Arbitrary<readonly Feature[]>;
}

/** Draws the cases of a run. The same seed draws the same cases. */
export function drawn({ bodies, sendings }: Source, seed: string): Drawn {
  const seedOf = (batch: number): number => (seedFrom(seed) + batch) | 0;
  const sendingSeedOf = (batch: number): number => (seedFrom(`sending ${seed}`) + batch) | 0;
  let [held, batch]: [readonly FuzzCase[], number] = [[], -1];
  const draw = (wanted: number): readonly FuzzCase[] => {
    const features = fc.sample(sendings, { seed: sendingSeedOf(wanted), numRuns: BATCH });
    return fc
      .sample(bodies, { seed: seedOf(wanted), numRuns: BATCH })
      .map((body, k) => ({ body, features: features[k] ?? [] }));
  };
  return {
    case: (at) => {
      const wanted = Math.floor(at / BATCH);
      if (wanted !== batch) [held, batch] = [draw(wanted), wanted];
      const given = held[at % BATCH];
      if (given === undefined) throw new Error(`There is no case ${at}`);
      return given;
    },
    shrink: async (at, fails) => {
      const property = fc.asyncProperty(bodies, async (given) => !(await fails(given)));
      await fc.check(property, { seed: seedOf(Math.floor(at / BATCH)), path: String(at % BATCH), numRuns: 1 });
    },
  };
}

function seedFrom(text: string): number {
  return createHash("sha256").update(`fast-check ${text}`).digest().readInt32BE(0);
}

/** The options of fuzzing. */
export interface FuzzOptions {
  readonly cases: number;
  /** The part of the cases that is sent; by default all of them. */
  readonly shard?: Shard;
  readonly seed: string;
  readonly requests: Requests;
  readonly checks: readonly Check[];
  /** Cases in flight at the same time. */
  readonly concurrency: number;
  /** Whether requests carry a token, and whether a token is known that is not valid. */
  readonly authentication: "bearer" | "none";
  readonly hasInvalidToken: boolean;
  readonly isSelected: (requirement: string) => boolean;
  /** Marks requests that a choice of schemas decides; absent if there is none. */
  readonly deciding?: Deciding;
}

/** The state of fuzzing during a run. */
export interface Fuzzing {
  readonly options: FuzzOptions;
  readonly session: Session;
  readonly ledger: Ledger;
  readonly drawn: Drawn;
  readonly ids: FuzzIds;
  readonly ask: (sent: Sent) => readonly AnswerFindings[];
  /** Sends a request, and asks the questions about every exchange. */
  readonly exchange: (request: PlannedRequest, at: number) => Promise<Sent>;
  /**
   * Makes the request of a case, for the connections of one worker. A repeated request always follows an accepted one,
   * so that no other request on its connection can be to blame.
   */
  readonly plan: (given: FuzzCase, numbers: FuzzNumbers, worker: number | "after an accepted one") => Planned;
  readonly figures: Figures;
  readonly ways: AcceptedWays;
}

/** What is known about the ways of sending. */
export interface AcceptedWays {
  /** The names of features that an accepted request had. */
  readonly accepted: Set<string>;
  /** Features that are refused together, whatever the plant is. */
  readonly causes: (readonly Feature[])[];
}

/** A case that was sent, with its plan. */
export interface AskedCase {
  readonly given: FuzzCase;
  readonly at: number;
  readonly worker: number;
  readonly plan: Planned;
  readonly sent: Sent;
}

/** Sends a planned request, after the request that precedes it. */
export async function sendPlanned({ exchange }: Pick<Fuzzing, "exchange">, plan: Planned, at: number): Promise<Sent> {
  if (plan.before !== null) await exchange(plan.before, at);
  return exchange(plan.request, at);
}

/** Whether each feature of a request also occurred in an accepted one: otherwise a refusal shows nothing. */
export function isAcceptedWay({ ways }: Pick<Fuzzing, "ways">, features: readonly Feature[]): boolean {
  return features.every(({ name, isKeptOut }) => isKeptOut === true || ways.accepted.has(name));
}

/** The counts, while they grow. */
export interface Figures {
  readonly sent: { -readonly [Kind in keyof FuzzReport["sent"]]: number };
  askedAgain: number;
  shrinking: number;
}
