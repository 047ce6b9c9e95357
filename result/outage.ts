/** The part of a result about a provider that stopped answering during the run. */

/** A time at which the provider stopped answering. Its exchanges are indices into `exchanges`. */
export interface Outage {
  /** How its process ended, in words; absent where the suite did not start it. */
  readonly end?: string;
  /** The exchange whose request ended the process again when it was sent alone; absent where none did, or none was tried. */
  readonly endedBy?: number;
  /** What was in flight when it stopped. */
  readonly inFlight: readonly number[];
  /** What was sent last before that, the latest first. */
  readonly before: readonly number[];
  /** The last lines that its process had written, with the secrets taken out. */
  readonly output?: string;
  /** Whether it was started again, so that the run went on. */
  readonly restarted: boolean;
}
