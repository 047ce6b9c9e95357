/** The part of a result about a provider that stopped answering during the run. */

/** A time at which the provider stopped answering. Its exchanges are indices into `exchanges`. */
export interface Outage {
  /** How its process ended, in words; absent if the suite did not start it. */
  readonly end?: string;
  /**
   * The exchange whose request ended the process again when it was sent alone; absent if none did, or none was tried.
   */
  readonly endedBy?: number;
  /** The exchanges in flight when the provider stopped. */
  readonly inFlight: readonly number[];
  /** The exchanges sent last before that, the latest first. */
  readonly before: readonly number[];
  /** The last lines that its process wrote, without secrets. */
  readonly output?: string;
  /** Whether it was restarted and the run continued. */
  readonly restarted: boolean;
}
