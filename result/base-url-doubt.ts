/** Whether the base URL may be wrong, because the operation is not there. */
import type { RunResult } from "./result.ts";

/** The end of the reason of a run whose first valid request did not find the operation. */
export const DOUBT = "The base URL may be wrong.";

/** Whether a redirect leads to what a request created, below its own URL, and not to another place of the operation. */
export function leadsBelow(url: string, location: string | null | undefined): boolean {
  if (location == null || !URL.canParse(location, url)) return false;
  const [own, target] = [new URL(url), new URL(location, url)];
  const below = `${own.pathname.replace(/\/+$/, "")}/`;
  return target.origin === own.origin && target.pathname.startsWith(below) && target.pathname.length > below.length;
}

const MEANT_PREFIX = "If its routes have a prefix, give it as `basePath`.";

/** A result of an application that was served for the run: nobody gave a base URL, and none can be asked again. */
export function ofServedApp(result: RunResult): RunResult {
  const worded = (reason: string): string => reason.replace(DOUBT, MEANT_PREFIX);
  const [first, ...others] = result.reasons;
  const provider = { ...result.provider, inProcess: true as const };
  return { ...result, provider, reasons: [worded(first), ...others.map(worded)] };
}

/** The doubt in the words of the first line, with the base URL that is meant if it repeats the operation's path; or nothing. */
export function baseUrlDoubt(result: RunResult): string {
  if (!hasReason(result, DOUBT)) return "";
  const meant = meantUrl(result);
  return `the base URL may be wrong${meant === null ? "" : `: did you mean ${meant}?`}`;
}

/** What to do about an operation that is not there, if that may be the fault of the address that was judged; or nothing. */
export function baseUrlFix(result: RunResult): string | null {
  if (hasReason(result, MEANT_PREFIX)) {
    return 'Give the prefix of the routes as the option `basePath`, such as "/api", or add the operation to the application.';
  }
  if (!hasReason(result, DOUBT)) return null;
  const meant = meantUrl(result);
  if (meant !== null) return `Give ${meant} as the base URL: the suite adds the path of the operation.`;
  return "Give the base URL under which the provider has the operation, or add the operation to the provider.";
}

function hasReason({ reasons }: RunResult, end: string): boolean {
  return reasons.some((reason) => reason.endsWith(end));
}

function meantUrl({ provider, exchanges }: RunResult): string | null {
  const url = exchanges[0]?.request.url ?? "";
  const base = provider.baseUrl.replace(/\/+$/, "");
  const path = url.startsWith(base) ? url.slice(base.length) : "";
  const meant = base.slice(0, -path.length);
  return path.length > 1 && base.endsWith(path) && URL.canParse(meant) ? meant : null;
}
