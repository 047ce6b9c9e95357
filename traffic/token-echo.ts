/** Whether an answer holds the token of its request. Text that answers hold anyway is no echo, so that others are compared. */
import type { Exchange } from "../result/recorded-exchange.ts";
import type { Redact } from "../result/redact.ts";
import type { Check, Sent } from "../suites/checks/check.ts";
import type { AskedOfTraffic } from "./provider-questions.ts";

/** Answers that are kept to compare with, characters of each, and answers that wait for one. */
const KEPT = { answers: 8, characters: 16 * 1024, waiting: 20 } as const;

/** The requirement that is asked about. */
export const KEEPS_TOKEN_SECRET = "keeps-token-secret";

interface OtherAnswer {
  readonly digest: string;
  readonly text: string;
}

/** An answer, and what its request was sent with. */
export interface AskedAnswer {
  readonly sent: Sent;
  /** Of its token. */
  readonly digest: string;
  readonly redact: Redact;
  /** Takes what was found: at once, or once there is an answer to compare with. */
  readonly tell: (asked: AskedOfTraffic) => void;
}

/** Looks for the token in answers. */
export interface EchoFinder {
  /** Asks the check that the suite has for it of an answer and of others that were not sent this token. */
  readonly ask: (asked: AskedAnswer) => void;
  /** An answer that others are compared with. */
  readonly keep: (digest: string, text: () => string) => void;
  /** Whether an answer holds its token, and there is none to compare it with. */
  readonly isWaiting: () => boolean;
}

/** @param checks every check of the suite */
export function openEchoFinder(checks: readonly Check[]): EchoFinder {
  const check = checks.find((one) => one.requirement === KEEPS_TOKEN_SECRET);
  let others: readonly OtherAnswer[] = [];
  let waiting: readonly AskedAnswer[] = [];
  /** False where there is nothing to compare it with. */
  const isAsked = ({ sent, digest, redact, tell }: AskedAnswer): boolean => {
    const without = others.filter((other) => other.digest !== digest).map(({ text }) => answerTo(redact, text, sent));
    const outcome = check?.judge([], [...without, sent]).outcome;
    if (outcome?.status !== "failed" && outcome?.status !== "passed") return false;
    tell({ requirement: KEEPS_TOKEN_SECRET, findings: outcome.status === "failed" ? outcome.findings : [] });
    return true;
  };
  return {
    ask: (asked) => {
      if (asked.sent.exchange.redacted.length === 0) asked.tell({ requirement: KEEPS_TOKEN_SECRET, findings: [] });
      else if (!isAsked(asked) && waiting.length < KEPT.waiting) waiting = [...waiting, asked];
    },
    keep: (digest, text) => {
      if (others.length === KEPT.answers || others.some((other) => other.digest === digest)) return;
      others = [...others, { digest, text: text().slice(0, KEPT.characters) }];
      waiting = waiting.filter((asked) => !isAsked(asked));
    },
    isWaiting: () => waiting.length > 0,
  };
}

/** An answer to a request that did not carry the token: that is all that is asked of it. */
function answerTo(redact: Redact, text: string, like: Sent): Sent {
  const exchange: Exchange = { ...like.exchange, redacted: redact(text).found ? ["body"] : [] };
  return { ...like, request: { ...like.request, headers: [] }, exchange };
}
