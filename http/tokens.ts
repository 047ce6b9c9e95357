/** The token of a run, which may expire and be fetched again. */
import type { Redaction } from "../result/redact.ts";
import { untilAborted } from "./aborting.ts";
import type { Sent } from "../suites/checks/check.ts";
import type { Provider } from "./provider.ts";
import { TOKEN } from "../suites/checks/requests.ts";

/** What became of the token after an answer: it stays, there is another one, or there is none to be had. */
export type Renewal = "kept" | "renewed" | { readonly failed: string };

export interface Tokens {
  readonly current: () => string;
  /** Fetches another token where the one `used` worked before and was now refused. */
  readonly renewAfter: (sent: Sent, used: string) => Promise<Renewal>;
}

/** Fetched again so many times in a run, and no more: a provider may answer 401 for reasons of its own. */
const MOST_RENEWALS = 5;

/**
 * Holds the token of a run. Requests in flight together fetch one token between them, and nobody waits for it once the
 * run has ended.
 */
export function openTokens(
  { token, renewToken }: Pick<Provider, "token" | "renewToken">,
  redaction: Redaction,
  ended: AbortSignal,
): Tokens {
  let current = token;
  let renewals = 0;
  const worked = new Set<string>();
  let fetching: Promise<Renewal> | null = null;

  const fetchOne = async (renew: (ended: AbortSignal) => Promise<string>): Promise<Renewal> => {
    if (renewals === MOST_RENEWALS) return "kept";
    renewals += 1;
    try {
      const next = await untilAborted(() => renew(ended), ended);
      redaction.add(next);
      current = next;
      return "renewed";
    } catch (error) {
      // A command may print what it has.
      const why = redaction.redact(error instanceof Error ? error.message : String(error)).text;
      return { failed: `The token was refused during the run, and no other could be fetched: ${why}.` };
    }
  };
  return {
    current: () => current,
    renewAfter: async (sent, used) => {
      if (sent.answer?.status === 200) worked.add(used);
      if (renewToken === undefined || !isRefused(sent) || !worked.has(used)) return "kept";
      if (current !== used) return "renewed";
      fetching ??= fetchOne(renewToken).finally(() => (fetching = null));
      return fetching;
    },
  };
}

/** A request with the token as it should be was answered that the token is not good (RFC 6750 section 3.1). */
function isRefused({ request, answer }: Sent): boolean {
  const authorization = request.headers.find(([name]) => name.toLowerCase() === "authorization")?.[1];
  return answer?.status === 401 && authorization === `Bearer ${TOKEN}`;
}
