/** The command compared with the tools that a user would pick instead, against the same provider. */
import { type Bench, inRounds } from "./bench.ts";
import { type Section, type MeasuredTarget, pairwise, spread, table, target } from "./tables.ts";
import { withAnExample, withItsStatuses } from "./peers/documents.ts";
import { type Installed, fromNpm, fromPip, jarFromNpm } from "./peers/install.ts";
import { type PeerCost, runPeer } from "./peers/run-peer.ts";
import { TOKEN, main, plainProgram, withProvider } from "./processes.ts";

/** Enough cases for at least as many distinct requests as any other tool sends. */
const CASES = "100";

interface Run extends PeerCost {
  readonly requests: number;
  readonly distinct: number;
}

/** An available tool, and its command line for a provider. */
interface Peer {
  readonly title: string;
  readonly command: (url: string) => readonly string[];
  readonly env?: NodeJS.ProcessEnv;
}

const bearer = `Authorization: Bearer ${TOKEN}`;

/** Measures the command and the tools that can be installed. */
export async function peers(bench: Bench): Promise<Section> {
  const { here, skipped } = await findPeers(bench);
  const rows = Object.fromEntries(
    Object.entries(here).map(([name, peer]) => [name, () => against(peer, bench.folder)] as const),
  );
  const runs = await inRounds(bench, rows);
  return {
    title: "Peers",
    parts: [
      "Whole processes. They are given the statuses that the reference chose where the document is silent: without them Schemathesis stops at the first. An exit status that is not 0 is the tool's verdict on a provider that conforms.",
      table(
        ["", "wall, ms", "peak memory, MiB", "requests", "of them distinct", "exit"],
        Object.entries(here).map(([name, { title }]) => rowOf(title, runs[name] ?? [])),
      ),
      ...skipped,
    ],
    targets: targetsOf(runs),
  };
}

function against({ command, env = {} }: Peer, cwd: string): Promise<Run> {
  return withProvider(
    async ({ url, counts }) => {
      const used = await runPeer(command(url), { cwd, env: { ...process.env, PLANT_STORE_TOKEN: TOKEN, ...env } });
      const { requests, distinct } = await counts();
      return { ...used, requests, distinct };
    },
    { countsDistinct: true },
  );
}

interface Found {
  readonly here: Readonly<Record<string, Peer>>;
  /** A line for each tool that is not available. */
  readonly skipped: readonly string[];
}

async function findPeers({ folder, tell }: Bench): Promise<Found> {
  tell("installing the peers, where that has not been done");
  const here: Record<string, Peer> = { ...own() };
  const skipped: string[] = [];
  for (const { name, title, install, args, env = {} } of others(folder)) {
    const installed = await install();
    if ("skipped" in installed) skipped.push(`${title} was skipped: ${installed.skipped}.`);
    else here[name] = { title, command: (url) => [...installed.command, ...args(url)], env };
  }
  return { here, skipped };
}

/** The programs that need no installation. */
function own(): Found["here"] {
  const check = (...options: readonly string[]): Peer["command"] => {
    return (url) => [process.execPath, main, "check", url, ...options];
  };
  return {
    check: { title: "`check --no-contracts`", command: check("--no-contracts") },
    contracts: { title: "`check`, with contracts", command: check() },
    fuzz: { title: `\`check --no-contracts --fuzz ${CASES}\``, command: check("--no-contracts", "--fuzz", CASES) },
    pact: {
      title: "Pact's verifier, the same pacts",
      command: (url) => [process.execPath, plainProgram("pact"), url],
      env: { PACT_DO_NOT_TRACK: "true" },
    },
  };
}

interface Other {
  readonly name: string;
  readonly title: string;
  readonly install: () => Promise<Installed>;
  readonly args: (url: string) => readonly string[];
  readonly env?: NodeJS.ProcessEnv;
}

/** The tools to install. @param folder the folder for the documents that they read */
function others(folder: string): readonly Other[] {
  const [example, statuses] = [withAnExample(folder), withItsStatuses(folder)];
  return [
    {
      name: "dredd",
      title: "Dredd 14.1.0",
      install: () => fromNpm("dredd", "14.1.0", "dredd/bin/dredd"),
      args: (url) => [example, url, "--header", bearer],
    },
    {
      name: "schemathesis",
      title: "Schemathesis 4.25.0",
      install: () => fromPip("schemathesis", "4.25.0", "st"),
      args: (url) => ["run", statuses, "--url", url, "-H", bearer],
    },
    {
      name: "specmatic",
      title: "Specmatic 2.55.1, resiliency tests",
      install: () => jarFromNpm("specmatic", "2.55.1", "specmatic/specmatic.jar"),
      args: (url) => ["test", statuses, `--testBaseURL=${url}`],
      env: { bearer: TOKEN, SPECMATIC_GENERATIVE_TESTS: "true" },
    },
  ];
}

function rowOf(title: string, runs: readonly Run[]): readonly string[] {
  const of = (figure: (run: Run) => number): string => spread(runs.map(figure));
  const peak = Math.max(...runs.map(({ peakMiB }) => peakMiB));
  return [
    title,
    of(({ wallMs }) => wallMs),
    peak === 0 ? "not known here" : of(({ peakMiB }) => peakMiB),
    of(({ requests }) => requests),
    of(({ distinct }) => distinct),
    [...new Set(runs.map(({ status }) => String(status)))].join(", "),
  ];
}

function targetsOf(runs: Readonly<Record<string, readonly Run[]>>): readonly MeasuredTarget[] {
  const { check = [], fuzz = [], contracts = [], dredd = [], schemathesis = [] } = runs;
  const times = (slow: readonly Run[], fast: readonly Run[]): readonly number[] =>
    pairwise(slow, fast, (one, other) => one.wallMs / other.wallMs);
  const more = pairwise(fuzz, schemathesis, (one, other) => one.distinct - other.distinct);
  return [
    ...(schemathesis.length === 0
      ? []
      : [
          target(
            `\`check --fuzz ${CASES}\`: times as fast as Schemathesis`,
            "at least 8 x",
            times(schemathesis, fuzz),
            { least: 8, unit: " x" },
          ),
          target("distinct requests that it sends more", "no fewer", more, { least: 0, digits: 0 }),
        ]),
    ...(dredd.length === 0
      ? []
      : [
          target("`check --no-contracts`: times as fast as Dredd", "more than 1 x", times(dredd, check), {
            least: 1,
            unit: " x",
          }),
          target("`check`, with contracts: times as fast as Dredd", "more than 1 x", times(dredd, contracts), {
            least: 1,
            unit: " x",
          }),
        ]),
  ];
}
