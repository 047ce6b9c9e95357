/** What a run found about generated mutants, and how many mutants it finds, by class. Pure. */
import type { RunResult } from "../../result/result.ts";
import type { Expected } from "./expected.ts";
import { axisOfTerm, effectOf, sentenceOf } from "./grammar.ts";
import type { GeneratedMutant } from "./mutant.ts";

/** What one run found about one mutant. */
export interface MutantOutcome {
  readonly mutant: GeneratedMutant;
  readonly expected: Expected;
  /** How many answers of the run were faulty. A fault that never showed cannot be found. */
  readonly struck: number;
  readonly verdict: RunResult["verdict"];
  /** The requirements of each level that the run reports as failed. */
  readonly must: readonly string[];
  readonly should: readonly string[];
}

/** Found at its level or above. If the fault never showed, a report has another reason, such as a slow machine. */
export function isDetected({ expected, struck, verdict, must, should }: MutantOutcome): boolean {
  if (struck === 0) return false;
  if (expected === "MUST") return verdict === "non-conformant" && must.length > 0;
  return must.length + should.length > 0;
}

/** Whether the mutant is wrong and was not found. */
export function isMissed(outcome: MutantOutcome): boolean {
  return outcome.expected !== "right" && !isDetected(outcome);
}

/** Whether a correct provider is blamed. */
export function isAccused({ expected, must, should, verdict }: MutantOutcome): boolean {
  return expected === "right" && (must.length + should.length > 0 || verdict !== "conformant");
}

/** The outcome of a mutant, in one line. */
export function lineOf(outcome: MutantOutcome): string {
  const { mutant, expected, struck, verdict, must, should } = outcome;
  const found = [...must, ...should];
  const seen = struck === 0 ? "never showed" : `showed in ${struck} answers`;
  const reported = found.length === 0 ? "nothing reported" : `reported: ${found.join(", ")}`;
  return `${expected}: ${sentenceOf(mutant)} It ${seen}; ${verdict}; ${reported}.`;
}

/** How many were found: of all, and of those whose fault showed. */
interface Rate {
  readonly mutants: number;
  readonly found: number;
  readonly shown: number;
}

function rateOf(outcomes: readonly MutantOutcome[]): Rate {
  const shown = outcomes.filter(({ struck }) => struck > 0).length;
  return { mutants: outcomes.length, found: outcomes.filter(isDetected).length, shown };
}

function classesOf({ mutant, expected }: MutantOutcome): readonly string[] {
  const where = mutant.where.map((term) => axisOfTerm(term).class);
  const conditions = where.length === 0 ? ["every request"] : where;
  const when = mutant.when.kind === "share" ? `one in ${mutant.when.oneIn}` : mutant.when.kind;
  return [
    `level: ${expected}`,
    ...conditions.map((name) => `where: ${mutant.realm}, ${name}`),
    `what: ${mutant.realm}, ${effectOf(mutant).class}`,
    `when: ${when}`,
  ];
}

/** A table of the detection rate by level, WHERE, WHAT and WHEN. A mutant with two conditions counts in two rows. */
export function rateTable(outcomes: readonly MutantOutcome[]): string {
  const wrong = outcomes.filter(({ expected }) => expected !== "right");
  const rows = new Map<string, MutantOutcome[]>([["all", [...wrong]]]);
  for (const outcome of wrong) {
    for (const name of classesOf(outcome)) rows.set(name, [...(rows.get(name) ?? []), outcome]);
  }
  const lines = [...rows].sort(([one], [other]) => (one < other ? -1 : 1)).map(([name, all]) => rowOf(name, all));
  return [`${"class".padEnd(52)} mutants  found  rate  (of those that showed)`, ...lines].join("\n");
}

function rowOf(name: string, outcomes: readonly MutantOutcome[]): string {
  const { mutants, found, shown } = rateOf(outcomes);
  const percent = (of: number): string => (of === 0 ? "-" : `${Math.round((found / of) * 100)}%`);
  const counts = `${String(mutants).padStart(7)} ${String(found).padStart(6)} ${percent(mutants).padStart(5)}`;
  return `${name.padEnd(52)} ${counts}  (${percent(shown)} of ${shown})`;
}

/**
 * The measurement of 2026-11-27 with 200 mutants, 175 of them wrong: how many of each level were found, of those whose
 * fault showed in the run and of all; and the share of the conditions that one run meets. Measure it again, and raise
 * it, when the suite finds more.
 */
export const MEASURED = {
  shown: { MUST: 0.95, SHOULD: 0.96 },
  all: { MUST: 0.82, SHOULD: 0.8 },
  conditions: 0.92,
} as const;

/** How far a set may fall below by chance, in standard errors. */
const LUCK = 4;
/** The variance of a rate of nine in ten. */
const LEAST_VARIANCE = 0.09;

/** A rate of a set, with the lowest allowed rate. */
export interface Held {
  readonly of: string;
  readonly rate: number;
  readonly floor: number;
}

/** The rates of a set compared with the measured ones. A small set has more tolerance than a large one. */
export function heldRates(outcomes: readonly MutantOutcome[]): readonly Held[] {
  return (["MUST", "SHOULD"] as const).flatMap((level) => {
    const all = outcomes.filter(({ expected }) => expected === level);
    const shown = all.filter(({ struck }) => struck > 0);
    return [
      held(`${level}, of those that showed`, shown, MEASURED.shown[level]),
      held(`${level}, of all`, all, MEASURED.all[level]),
    ];
  });
}

function held(of: string, outcomes: readonly MutantOutcome[], measured: number): Held {
  const { mutants, found } = rateOf(outcomes);
  if (mutants === 0) return { of, rate: 1, floor: 0 };
  // Near 1 the errors are one-sided, and larger than their mean square suggests.
  const error = Math.sqrt(Math.max(LEAST_VARIANCE, measured * (1 - measured)) / mutants);
  return { of, rate: found / mutants, floor: Math.max(0, measured - LUCK * error) };
}
