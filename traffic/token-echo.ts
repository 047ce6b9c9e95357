/** Whether an answer holds the token of its request. Text that answers hold anyway is no echo, so that others are compared. */
import type { Exchange } from "../result/recorded-exchange.ts";
import type { Redact } from "../result/redact.ts";
import type { Check, Sent } from "../suites/checks/check.ts";
import { TOKEN } from "../suites/checks/requests.ts";
import type { AskedOfTraffic } from "./provider-questions.ts";

/** Answers that are kept to compare with, and characters of each. */
const KEPT = { answers: 8, characters: 16 * 1024 } as const;

interface OtherAnswer {
  readonly digest: string;
  readonly text: string;
}

/** Looks for the token in one answer. */
export interface EchoFinder {
  /** The check that the suite has for it, asked of an answer and of others that were not sent this token; null where it cannot be. */
  readonly ask: (sent: Sent, digest: string, redact: Redact) => AskedOfTraffic | null;
  /** An answer that is to be compared with later ones. */
  readonly keep: (digest: string, text: () => string) => void;
}

/** @param checks every check of the suite */
export function openEchoFinder(checks: readonly Check[]): EchoFinder {
  const requirement = "keeps-token-secret";
  const check = checks.find((one) => one.requirement === requirement);
  let others: readonly OtherAnswer[] = [];
  return {
    ask: (sent, digest, redact) => {
      const findings: AskedOfTraffic["findings"] = [];
      if (sent.exchange.redacted.length === 0) return { requirement, findings };
      const without = others.filter((other) => other.digest !== digest).map(({ text }) => answerTo(redact, text, sent));
      const outcome = check?.judge([], [...without, sent]).outcome;
      if (outcome?.status === "failed") return { requirement, findings: outcome.findings };
      return outcome?.status === "passed" ? { requirement, findings } : null;
    },
    keep: (digest, text) => {
      if (others.length === KEPT.answers || others.some((other) => other.digest === digest)) return;
      others = [...others, { digest, text: text().slice(0, KEPT.characters) }];
    },
  };
}

/** An answer to a request that did not carry the token. */
function answerTo(redact: Redact, text: string, like: Sent): Sent {
  const exchange: Exchange = { ...like.exchange, redacted: redact(text).found ? ["body"] : [] };
  const headers = like.request.headers.filter(([, value]) => !value.includes(TOKEN));
  return { ...like, request: { ...like.request, headers }, exchange };
}
