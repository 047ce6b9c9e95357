/** What the HTML report takes beside the result. */

import type { Docs } from "../explained-at.ts";

/** What changed against an earlier result. Ids are those of requirements. */
export interface BaselineChanges {
  /** What the earlier run is called, for example when it was started. */
  readonly name: string;
  readonly broken: readonly string[];
  readonly mended: readonly string[];
  readonly appeared: readonly string[];
  readonly gone: readonly string[];
  /** Open points that are answered differently now; null where there was or is no answer. */
  readonly profile: ReadonlyArray<{ readonly id: string; readonly before: string | null; readonly now: string | null }>;
}

export interface HtmlOptions {
  /** Told on the first screen and in the behaviour profile; left out, the page does not speak of it. */
  readonly changes?: BaselineChanges;
  /** Where the requirements are explained; left out, the page names the command that does. */
  readonly docs?: Docs;
}
