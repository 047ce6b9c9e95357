/**
 * Measures how often correct providers and requests are accused, for a chosen time:
 *
 *     npm run proof:seeds -- right --minutes 40    runs in memory against each correct provider
 *     npm run proof:seeds -- sent --minutes 40     what is drawn from a seed, without a provider
 *
 * It continues after the last tried seed. `--from 1` starts again, which is necessary after a change of what is judged.
 * It prints the findings, and counts them in `measured.json`. Exits with 1 after an accusation.
 */
import { register } from "node:module";
import { parseArgs } from "node:util";
import { MEASURES, type Measure, type Measured, readMeasured, writeMeasured } from "./measured.ts";

/** Runs in parallel: some providers wait by the clock, and leave the processor to others. */
const AT_ONCE = 16;

/** The file in the sources, seen from the compiled file. */
const file = new URL("../../../proof/seeds/measured.json", import.meta.url);

/** One question for a seed: returns the accusations, of which there should be none. */
type Question = (seed: string) => Promise<readonly unknown[]>;

const questionsOf: Readonly<Record<Measure, () => Promise<readonly Question[]>>> = {
  right: async () => {
    register("./in-memory-hooks.js", import.meta.url);
    const { judgeRight, rightsInMemory } = await import("./right-runs.ts");
    return rightsInMemory.map((right) => async (seed) => {
      const { verdict, reasons, accused } = await judgeRight(right, seed);
      return verdict === "conformant" && accused.length === 0 ? [] : [[right.name, verdict, reasons, accused]];
    });
  },
  sent: async () => {
    const { faultsOfFuzzing, faultsOfRun } = await import("./sent-faults.ts");
    return [faultsOfRun, faultsOfFuzzing].map((faults) => (seed) => Promise.resolve(faults(seed)));
  },
};

/** Asks every question for a seed, and counts the accusations. */
async function askAll(questions: readonly Question[], seed: string): Promise<number> {
  const rest = [...questions];
  let accusations = 0;
  const worker = async (): Promise<void> => {
    for (let question = rest.shift(); question !== undefined; question = rest.shift()) {
      const accused = await question(seed);
      accusations += accused.length;
      for (const one of accused) process.stdout.write(`${seed}: ${JSON.stringify(one)}\n`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return accusations;
}

async function measure(which: Measure, minutes: number, from: number | undefined): Promise<Measured> {
  const until = performance.now() + minutes * 60_000;
  const questions = await questionsOf[which]();
  const kept = readMeasured(file)[which];
  let measured: Measured = from === 1 ? { ...kept, seeds: 0, seconds: 0, accusations: 0 } : kept;
  if (from !== undefined && from !== measured.seeds + 1) throw new Error(`The next seed is ${measured.seeds + 1}`);
  while (performance.now() < until) {
    const began = process.cpuUsage();
    const seeds = measured.seeds + 1;
    const accusations = measured.accusations + (await askAll(questions, `seed ${seeds}`));
    const { user, system } = process.cpuUsage(began);
    const seconds = Number((measured.seconds + (user + system) / 1e6).toFixed(2));
    measured = { seeds, each: questions.length, seconds, accusations };
    writeMeasured(file, which, measured);
  }
  return measured;
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { minutes: { type: "string", default: "1" }, from: { type: "string" } },
});
const which = MEASURES.find((one) => one === positionals[0]);
if (which === undefined) throw new Error(`Name what to measure: ${MEASURES.join(" or ")}`);
// The stacks of caught errors, as from JSON.parse, take time and nobody reads them.
Error.stackTraceLimit = 0;
const from = values.from === undefined ? undefined : Number(values.from);
const { seeds, each, accusations } = await measure(which, Number(values.minutes), from);
process.stdout.write(`${seeds} seeds, ${seeds * each} runs, ${accusations} accusations\n`);
process.exitCode = accusations === 0 ? 0 : 1;
