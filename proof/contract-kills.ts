/**
 * Which mutants the contracts notice, compared with the checks. A mutant's `breaks` says what the checks report, which
 * other tests prove; here the shipped pacts are verified against every mutant.
 */
import { shippedPacts } from "../contracts/shipped-pacts.ts";
import { readPact } from "../contracts/pact-file.ts";
import { type Verifier, startVerifier } from "../contracts/pact-verifier.ts";
import { type VerificationOptions, verifyWith } from "../contracts/verify-pacts.ts";
import { contractPlants } from "../library/run-contracts.ts";
import { DEFAULT_LIMITS, type Limits } from "../http/provider.ts";
import type { Behaviour } from "./behaviour.ts";
import { startProvider } from "./test-provider.ts";

/** A provider to verify the pacts against, with its name. */
export interface Named {
  readonly name: string;
  readonly behaviour: Behaviour;
  readonly basePath?: string;
}

/** The results of the shipped interactions at one provider. `consumer: description` names an interaction. */
export interface Noticed {
  readonly name: string;
  readonly failed: readonly string[];
  /** The requirements that the failed interactions show broken. */
  readonly broken: readonly string[];
  readonly notJudged: readonly string[];
}

/** How long to wait for a provider, and how much of a body to read. */
type Patience = Pick<Limits, "requestMs" | "rateLimitMs"> & Partial<Pick<Limits, "bodyBytes">>;

/** Short, because a mutant that never answers takes this long for each interaction. */
const IMPATIENT: Patience = { requestMs: 1_000, rateLimitMs: 0 };

const TOKEN = "token-of-the-contracts-proof";

/** Verifies the shipped pacts against each provider, two at a time, because each verifier is a process. */
export async function noticedBy(
  providers: readonly Named[],
  limits: Patience = IMPATIENT,
): Promise<readonly Noticed[]> {
  const results = new Map<string, Noticed>();
  const rest = [...providers];
  const worker = async (): Promise<void> => {
    const verifier = startVerifier();
    try {
      for (let next = rest.shift(); next !== undefined; next = rest.shift()) {
        // The same ids for each provider, so that a fault in only some ids is found in each run.
        const drawPlant = contractPlants("1");
        results.set(next.name, await noticed(verifier, next, { limits, drawPlant }));
      }
    } finally {
      await verifier.end();
    }
  };
  await Promise.all([worker(), worker()]);
  return providers.flatMap(({ name }) => results.get(name) ?? []);
}

async function noticed(
  verifier: Verifier,
  { name, behaviour, basePath = "" }: Named,
  { limits, drawPlant }: Pick<VerificationOptions, "drawPlant"> & { readonly limits: Patience },
): Promise<Noticed> {
  await using started = await startProvider(behaviour, { token: TOKEN, basePath });
  const contracts = await verifyWith(
    verifier,
    shippedPacts().map((source) => readPact(source)),
    {
      provider: {
        baseUrl: started.url,
        token: TOKEN,
        concurrency: 1,
        limits: { ...DEFAULT_LIMITS, bodyBytes: 100_000, ...limits },
      },
      drawPlant,
      signal: AbortSignal.timeout(600_000),
    },
  );
  const all = contracts.flatMap(({ consumer, interactions }) =>
    interactions.map(({ description, status, requirement = "" }) => ({
      status,
      requirement,
      id: `${consumer}: ${description}`,
    })),
  );
  const of = (status: string): readonly string[] => all.filter((one) => one.status === status).map(({ id }) => id);
  const broken = new Set(all.filter(({ status }) => status === "failed").map(({ requirement }) => requirement));
  return { name, failed: of("failed"), broken: [...broken].toSorted(), notJudged: of("not-judged") };
}

/** The fields of a mutant that the page needs. */
export interface Broken {
  readonly name: string;
  /** The requirements that the checks report. */
  readonly breaks: readonly string[];
}

/**
 * Writes the page: what only contracts catch, what both catch, what only checks catch, and what each interaction
 * catches.
 */
export function killsPage(mutants: readonly Broken[], all: readonly Noticed[]): string {
  const failed = new Map(all.map((one) => [one.name, one.failed]));
  const byContract = ({ name }: Broken): boolean => (failed.get(name) ?? []).length > 0;
  const byCheck = ({ breaks }: Broken): boolean => breaks.length > 0;
  const alone = mutants.filter((one) => byContract(one) && !byCheck(one));
  const both = mutants.filter((one) => byContract(one) && byCheck(one));
  const checks = mutants.filter((one) => !byContract(one) && byCheck(one));
  const interactions = [...new Set(all.flatMap((one) => one.failed))].sort();
  return [
    "# What contracts catch",
    "",
    "Written by `npm run contract-kills`, which verifies the pacts that ship against every mutant, a provider that is wrong",
    "in one named way; a test holds a part of it in each build. Contracts hold what a few consumers rely on and the checks",
    "hold the document, so that contracts catch less. A mutant that they caught alone would be a hole in the checks.",
    "",
    `| caught by | mutants |`,
    `| --- | --- |`,
    `| contracts alone | ${alone.length} |`,
    `| contracts and checks | ${both.length} |`,
    `| checks alone | ${checks.length} |`,
    "",
    "## By interaction",
    "",
    ...interactions.map((id) => `- ${id}: ${named(mutants.filter(({ name }) => failed.get(name)?.includes(id)))}`),
    "",
    "## By contracts alone",
    "",
    alone.length === 0 ? "None." : named(alone),
    "",
    "## By contracts and checks",
    "",
    named(both),
    "",
    "## By checks alone",
    "",
    named(checks),
    "",
  ].join("\n");
}

/** Reads the page: for each mutant that it names, the interactions that catch it. */
export function killsOn(page: string): ReadonlyMap<string, readonly string[]> {
  const [, byInteraction = "", ...lists] = page.split(/^## .*$/m);
  const names = lists.flatMap((list) => list.trim().split(", ")).filter((name) => name !== "None.");
  const rows = [...byInteraction.matchAll(/^- (.*?: .*?): (.*)$/gm)].map(
    ([, id = "", caught = ""]) => [id, new Set(caught.split(", "))] as const,
  );
  return new Map(names.map((name) => [name, rows.filter(([, caught]) => caught.has(name)).map(([id]) => id)]));
}

function named(mutants: readonly Broken[]): string {
  return mutants.map(({ name }) => name).join(", ");
}
