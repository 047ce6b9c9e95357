/**
 * Finds answers that contain the token of their request. Text that answers contain anyway is not an echo, so answers to
 * other requests are compared.
 */
import type { Exchange } from "../result/result.ts";
import type { Redact } from "../result/redact.ts";
import type { Check, Sent } from "../suites/checks/check.ts";
import { type AskedOfTraffic, shownBy } from "./recorded-provider.ts";

/**
 * The most answers kept for comparison, the most characters of each, and the most answers that wait for a comparison.
 */
const KEPT = { answers: 8, characters: 16 * 1024, waiting: 20 } as const;

interface OtherAnswer {
  readonly digest: string;
  readonly text: string;
}

/** An answer, and the token of its request. */
export interface AskedAnswer {
  readonly sent: Sent;
  readonly digest: string;
  readonly redact: Redact;
  /** Receives the findings: immediately, or when there is an answer to compare with. */
  readonly tell: (asked: AskedOfTraffic) => void;
}

/** Looks for the token in answers. */
export interface EchoFinder {
  /** Judges an answer with the suite's own check, together with answers to requests without this token. */
  readonly ask: (asked: AskedAnswer) => void;
  /** Keeps an answer for comparison. */
  readonly keep: (digest: string, text: () => string) => void;
  /** Whether an answer contains its token and waits for another one to compare with. */
  readonly isWaiting: () => boolean;
}

/** @param checks every check of the suite */
export function openEchoFinder(checks: readonly Check[]): EchoFinder {
  const [requirement = ""] = shownBy("token-in-answer");
  const check = checks.find((one) => one.requirement === requirement);
  let others: readonly OtherAnswer[] = [];
  let waiting: readonly AskedAnswer[] = [];
  /** False if there is nothing to compare it with. */
  const isAsked = ({ sent, digest, redact, tell }: AskedAnswer): boolean => {
    const without = others.filter((other) => other.digest !== digest).map(({ text }) => answerTo(redact, text, sent));
    const outcome = check?.judge([], [...without, sent]).outcome;
    if (outcome?.status !== "failed" && outcome?.status !== "passed") return false;
    tell({ requirement, findings: outcome.status === "failed" ? outcome.findings : [] });
    return true;
  };
  return {
    ask: (asked) => {
      if (asked.sent.exchange.redacted.length === 0) asked.tell({ requirement, findings: [] });
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

/** An answer to a request without the token. Only this fact is used. */
function answerTo(redact: Redact, text: string, like: Sent): Sent {
  const exchange: Exchange = { ...like.exchange, redacted: redact(text).found ? ["body"] : [] };
  return { ...like, request: { ...like.request, headers: [] }, exchange };
}
