/** `--shard`: the part of a run to judge, from the option or from the variables of the CI engine. */
import { present } from "../../spec/defined.ts";
import type { CheckValues } from "./run-options.ts";
import type { Shard } from "../../result/result.ts";
import { MOST_SHARDS } from "../../result/shard-result.ts";
import { type Io, UsageError } from "../io.ts";

export type ShardOptions = Pick<CheckValues, "shard" | "seed">;

/** A shard, and the source of its numbers as the end of a sentence; empty for the option itself. */
interface GivenShard {
  readonly shard: Shard;
  readonly source: string;
}

/** The variable with the number of shards, for engines that do not set it. */
const COUNT = "PLANT_STORE_SHARDS";

/** Returns and prints the requested shard; undefined for a whole run. @throws {UsageError} without the seed */
export function givenShard({ shard: text, seed }: ShardOptions, printing: Printing): Shard | undefined {
  if (text !== undefined && seed === undefined) {
    // Invalid numbers are the more important fault.
    parsed(text, printing.io.env);
    throw new UsageError(
      "--shard needs --seed: the shards of a run draw their ids from one seed, such as the number of the pipeline",
    );
  }
  return namedShard(text, printing);
}

/** Returns and prints the shard in a text. Without a text, prints a note on an engine's numbers. */
export function namedShard(text: string | undefined, { quiet, io }: Printing): Shard | undefined {
  if (text === undefined) {
    const ignored = quiet ? null : ignoredNumbers(io.env);
    if (ignored !== null) io.err(`${ignored}\n`);
    return undefined;
  }
  const { shard, source } = parsed(text, io.env);
  if (!quiet) io.err(`Shard ${shard.index} of ${shard.of}${source}.\n`);
  return shard;
}

/**
 * A note for a whole run in a job that an engine numbers; null for other jobs. The numbers are not used by default:
 * GitLab also numbers the jobs of `parallel: matrix`, where a part of a run would be green without the rest.
 */
function ignoredNumbers(env: Io["env"]): string | null {
  try {
    const [said] = ENGINES.flatMap((engine) => engine(env) ?? []);
    if (said === undefined || said.of === 1) return null;
    const place = said.of === undefined ? String(said.index) : `${said.index} of ${said.of}`;
    const verb = said.variables.length > 1 ? "number" : "numbers";
    return `This run is whole: ${said.variables.join(" and ")} ${verb} this job ${place}, and --shard auto would run that part.`;
  } catch (error) {
    // Invalid numbers do not matter here.
    if (error instanceof UsageError) return null;
    throw error;
  }
}

interface Printing {
  readonly quiet: boolean;
  readonly io: Pick<Io, "env" | "err">;
}

function parsed(text: string, env: Io["env"]): GivenShard {
  const [, index = "", of = ""] = /^(\d{1,6}|auto)(?:\/(\d{1,6}))?$/.exec(text) ?? [];
  if (index === "auto") return fromEngine(of === "" ? undefined : Number(of), env);
  if (index === "" || of === "") {
    throw new UsageError(`--shard ${JSON.stringify(text)} is not a shard; give I/N, such as 2/8, auto or auto/N`);
  }
  return { shard: checked(Number(index), Number(of), `--shard ${JSON.stringify(text)}`), source: "" };
}

function checked(index: number, of: number, source: string): Shard {
  const fault =
    of < 1 || of > MOST_SHARDS
      ? `there are from 1 to ${MOST_SHARDS} shards`
      : index < 1
        ? "the first one has the number 1"
        : index > of
          ? `${index} is more than ${of}`
          : null;
  if (fault !== null) throw new UsageError(`${source} is not a shard: ${fault}`);
  return { index, of };
}

/** The numbers of an engine: the shard from 1, and the number of shards if the engine sets it. */
interface Said {
  readonly index: number;
  readonly of: number | undefined;
  readonly variables: readonly string[];
}

/** How each engine numbers the jobs of one run, in the order in which they are tried. */
const ENGINES: ReadonlyArray<(env: Io["env"]) => Said | null> = [
  // An Indexed Job of Kubernetes counts from 0, and does not set the number of shards.
  (env) => {
    const index = numberIn(env, "JOB_COMPLETION_INDEX");
    const of = numberIn(env, COUNT);
    if (index === null) return null;
    const variables = present(["JOB_COMPLETION_INDEX", of !== null && COUNT]);
    return { index: index + 1, of: of ?? undefined, variables };
  },
  // `parallel` of GitLab counts from 1.
  (env) => {
    const [index, of] = [numberIn(env, "CI_NODE_INDEX"), numberIn(env, "CI_NODE_TOTAL")];
    return index === null || of === null ? null : { index, of, variables: ["CI_NODE_INDEX", "CI_NODE_TOTAL"] };
  },
  slurmArray,
];

/** Pairs of variables that an engine sets together: the number of the job, and the number of jobs. */
const HALVES = [
  ["CI_NODE_INDEX", "CI_NODE_TOTAL"],
  ["SLURM_ARRAY_TASK_ID", "SLURM_ARRAY_TASK_COUNT"],
] as const;

/** The task ids of a Slurm array may start at any number and have any constant step. Shard 1 has the lowest id. */
function slurmArray(env: Io["env"]): Said | null {
  const [id, of] = [numberIn(env, "SLURM_ARRAY_TASK_ID"), numberIn(env, "SLURM_ARRAY_TASK_COUNT")];
  if (id === null || of === null) return null;
  const least = numberIn(env, "SLURM_ARRAY_TASK_MIN") ?? 0;
  const greatest = numberIn(env, "SLURM_ARRAY_TASK_MAX") ?? least + of - 1;
  const step = of === 1 ? 1 : (greatest - least) / (of - 1);
  const index = 1 + (id - least) / step;
  if (!Number.isInteger(step) || step < 1 || !Number.isInteger(index)) {
    throw new UsageError(
      "--shard auto cannot count the tasks of this Slurm array, whose numbers have gaps; give --array=1-N, or --shard I/N",
    );
  }
  return { index, of, variables: ["SLURM_ARRAY_TASK_ID", "SLURM_ARRAY_TASK_COUNT"] };
}

function numberIn(env: Io["env"], name: string): number | null {
  const text = env[name];
  if (text === undefined || text === "") return null;
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw new UsageError(`${name} is ${JSON.stringify(text.slice(0, 40))}, which is not the number of a shard`);
}

function fromEngine(wanted: number | undefined, env: Io["env"]): GivenShard {
  const said = ENGINES.flatMap((engine) => engine(env) ?? []);
  const [first, second] = said;
  if (first === undefined) {
    const half = HALVES.find(([name]) => numberIn(env, name) !== null);
    if (half !== undefined) {
      throw new UsageError(`--shard auto finds no number of shards: ${half[0]} is set, and ${half[1]} is not`);
    }
    throw new UsageError(
      `--shard auto finds no number of this job: none of JOB_COMPLETION_INDEX, CI_NODE_INDEX and SLURM_ARRAY_TASK_ID is set; give --shard I/N`,
    );
  }
  if (second !== undefined) {
    throw new UsageError(
      `--shard auto finds two numbers of this job: ${first.variables[0]} and ${second.variables[0]}; give --shard I/N`,
    );
  }
  const { index, of = wanted, variables } = first;
  if (of === undefined) {
    throw new UsageError(`${variables[0]} does not say how many shards there are; set ${COUNT}, or give auto/N`);
  }
  if (wanted !== undefined && of !== wanted) {
    throw new UsageError(`--shard auto/${wanted} asks for ${wanted} shards, and ${variables.at(-1)} is ${of}`);
  }
  const quoted = variables.map((name) => `${name}=${env[name] ?? ""}`).join(" and ");
  const typed = wanted === undefined ? "auto" : `auto/${wanted}`;
  return { shard: checked(index, of, `--shard ${typed} with ${quoted}`), source: `, by ${variables.join(" and ")}` };
}
