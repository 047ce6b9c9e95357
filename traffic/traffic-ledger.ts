/**
 * The evidence for requirements and rules: counts, samples, and what other exchanges decide, in a size that does not grow
 * with the number of exchanges.
 */
import type { Exchange, Finding } from "../result/result.ts";
import type { Redact } from "../result/redact.ts";
import type { Check, Sent } from "../suites/checks/check.ts";
import { type AskedOfTraffic, shownBy } from "./recorded-provider.ts";
import type { CountedValue, TrafficSample } from "./traffic-result.ts";

// Counts any number of different values. The first ones are kept, and the others are counted together.

/** Counts of bounded size. */
export interface Counter {
  readonly add: (value: string, times?: number) => void;
  /** The most frequent first. */
  readonly list: () => readonly CountedValue[];
  readonly total: () => number;
}

/** The name for the values that are not kept. */
const OTHERS = "(others)";

/** @param most the maximum number of different values to keep */
export function openCounter(most: number): Counter {
  const counts = new Map<string, number>();
  let total = 0;
  return {
    add: (value, times = 1) => {
      const key = counts.has(value) || counts.size < most ? value : OTHERS;
      counts.set(key, (counts.get(key) ?? 0) + times);
      total += times;
    },
    list: () =>
      Array.from(counts, ([value, count]) => ({ value, count })).toSorted(
        (one, other) => other.count - one.count || (one.value < other.value ? -1 : 1),
      ),
    total: () => total,
  };
}

/** The most different findings kept for one requirement, and the most exchanges that meet it. */
const KEPT = { failing: 5, passing: 1 } as const;

/** A finding and the exchange that shows it. */
export interface KeptFinding {
  readonly findings: readonly Finding[];
  readonly sample: TrafficSample;
}

/** Creates what is shown of an exchange: the findings without secrets, and the sample. Each is called only if there is room. */
export interface Shown {
  readonly findings: () => readonly Finding[];
  readonly sample: () => TrafficSample;
}

/** The findings for one requirement or rule. */
export interface Tally {
  /**
   * Counts the findings in one exchange. Without findings, the rule was met.
   * @returns the findings that were not seen before
   */
  readonly add: (findings: readonly Finding[], shown: Shown) => readonly Finding[];
  readonly asked: () => number;
  readonly failed: () => number;
  readonly kept: () => readonly KeptFinding[];
}

/** Opens a tally. */
export function openTally(): Tally {
  const [failing, passing]: [KeptFinding[], KeptFinding[]] = [[], []];
  const seen = new Set<string>();
  let [asked, failed] = [0, 0];
  return {
    add: (found, shown) => {
      asked += 1;
      if (found.length === 0) {
        if (passing.length < KEPT.passing) passing.push({ findings: [], sample: shown.sample() });
        return [];
      }
      failed += 1;
      if (failing.length >= KEPT.failing) return [];
      const findings = shown.findings();
      const key = findings.map(({ where, expected, seen: was }) => `${where}\n${expected}\n${was}`).join("\n");
      if (seen.has(key)) return [];
      seen.add(key);
      failing.push({ findings, sample: shown.sample() });
      return findings;
    },
    asked: () => asked,
    failed: () => failed,
    kept: () => (failed > 0 ? failing : passing),
  };
}

/** The most open conditions at the same time, the most findings that wait for each, and the most that are known as met. */
const MOST = { conditions: 200, each: 10, met: 50_000 } as const;

/** Findings that count only when a condition is met, such as that a token is accepted. */
export interface Conditions {
  /** Keeps what is to be counted once the condition is met. @param prepare is called only if there is room */
  readonly hold: (condition: string, prepare: () => () => void) => void;
  /** Marks a condition as met. What waited for it is counted. */
  readonly release: (condition: string) => void;
  readonly isMet: (condition: string) => boolean;
}

/** Opens conditions of which none is met. */
export function openConditions(): Conditions {
  const waiting = new Map<string, (() => void)[]>();
  const met = new Set<string>();
  return {
    isMet: (condition) => met.has(condition),
    hold: (condition, prepare) => {
      const list = waiting.get(condition) ?? [];
      if (list.length === 0 && waiting.size >= MOST.conditions) return;
      if (list.length < MOST.each) waiting.set(condition, [...list, prepare()]);
    },
    release: (condition) => {
      // There may be any number of tokens. One that is forgotten is accepted again by its next success.
      if (met.size >= MOST.met) met.clear();
      met.add(condition);
      for (const countNow of waiting.get(condition) ?? []) countNow();
      waiting.delete(condition);
    },
  };
}

// Finds answers that contain the token of their request. Text that answers contain anyway is not an echo, so answers to
// other requests are compared.

/**
 * The most answers kept for comparison, the most characters of each, and the most answers that wait for a comparison.
 */
const MOST_OF_ECHOES = { answers: 8, characters: 16 * 1024, waiting: 20 } as const;

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
      else if (!isAsked(asked) && waiting.length < MOST_OF_ECHOES.waiting) waiting = [...waiting, asked];
    },
    keep: (digest, text) => {
      if (others.length === MOST_OF_ECHOES.answers || others.some((other) => other.digest === digest)) return;
      others = [...others, { digest, text: text().slice(0, MOST_OF_ECHOES.characters) }];
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
