/** What the parts of fuzzing share. */
import type { FuzzReport } from "../../result/result.ts";
import type { Check, PlannedRequest, Sent } from "../checks/check.ts";
import type { Requests } from "../checks/requests.ts";
import type { FuzzIds } from "../run/id-ranges.ts";
import type { Session } from "../run/session.ts";
import type { Drawn } from "./drawn.ts";
import type { Ledger } from "./ledger.ts";
import type { AnswerFindings } from "./questions.ts";

/** What to fuzz with. */
export interface FuzzOptions {
  readonly cases: number;
  readonly seed: string;
  readonly requests: Requests;
  readonly checks: readonly Check[];
  /** Cases in flight at the same time. */
  readonly concurrency: number;
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
  readonly figures: Figures;
}

/** Counts, as they grow. */
export interface Figures {
  readonly sent: { -readonly [Kind in keyof FuzzReport["sent"]]: number };
  askedAgain: number;
  shrinking: number;
}
