/** Whether the base URL may be wrong, because the operation is not there. */
import type { RunResult } from "./result.ts";

/** The end of the reason of a run whose first valid request did not find the operation. */
export const DOUBT = "The base URL may be wrong.";

/** The doubt in the words of the first line, with the base URL that is meant if it repeats the operation's path; or nothing. */
export function baseUrlDoubt({ reasons, provider, exchanges }: RunResult): string {
  if (!reasons.some((reason) => reason.endsWith(DOUBT))) return "";
  const url = exchanges[0]?.request.url ?? "";
  const base = provider.baseUrl.replace(/\/+$/, "");
  const path = url.startsWith(base) ? url.slice(base.length) : "";
  const isRepeated = path.length > 1 && base.endsWith(path) && URL.canParse(base.slice(0, -path.length));
  return `the base URL may be wrong${isRepeated ? `: did you mean ${base.slice(0, -path.length)}?` : ""}`;
}
