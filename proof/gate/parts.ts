/** The parts of the deep proof, and which files are of which. Pure. */

/** A part of the deep proof: tests of the repository, or a program of its own. */
export type ProofPart = {
  readonly name: string;
  /** What it shows, as the list of parts says it. */
  readonly shows: string;
} & (
  | {
      /** The beginnings of the paths of its test files. A file is of the first part that names it. */
      readonly tests: readonly string[];
    }
  | {
      /** The compiled program, with its arguments. It prints a line for each case: `passed`, `failed` or `skipped`. */
      readonly program: readonly string[];
      /** In seconds. A program that takes longer is ended and has failed. */
      readonly limit: number;
    }
);

/** In the order in which they are told. */
export const parts: readonly ProofPart[] = [
  {
    name: "mutants",
    shows: "each wrong provider is found as what it is; the kill matrix",
    tests: [
      "proof/mutants",
      "proof/filtered-tests",
      "proof/two-faults",
      "proof/fault-conditions",
      "proof/contract-kills",
      "proof/vectors-runner",
    ],
  },
  {
    name: "right",
    shows: "no correct provider is accused; what is not judged is not called conformant",
    tests: [
      "proof/right",
      "proof/run-again",
      "proof/timed-lockouts",
      "proof/token-rotation",
      "proof/full-store",
      "proof/first-plant",
      "proof/ended-",
      "proof/degenerate",
    ],
  },
  {
    name: "seeds",
    shows: "the same under fresh seeds, and what seeds draw",
    tests: ["proof/seeds/", "proof/shares/", "suites/"],
  },
  { name: "generator", shows: "the rates at which drawn mutants are found", tests: ["proof/generator/"] },
  { name: "fuzz", shows: "what only fuzzing finds; the readers of files", tests: ["proof/fuzz", "proof/readers/"] },
  { name: "memory", shows: "256 MiB against hostile providers", tests: ["proof/hostile/memory"] },
  {
    name: "hostile",
    shows: "hostile providers do no harm, and no form of a token is left",
    tests: ["proof/hostile/", "result/"],
  },
  { name: "soak", shows: "many runs in one process", tests: ["proof/soak"] },
  { name: "weakenings", shows: "the tests notice a weakened judgement", tests: ["proof/weakenings"] },
  {
    name: "documents",
    shows: "providers judged by other documents",
    tests: ["proof/revisions/", "proof/judged-documents", "spec/"],
  },
  {
    name: "network",
    shows: "proxies, TLS, HTTP/2, addresses and gateways",
    tests: ["proof/reach", "proof/addresses", "proof/gateways/", "http/"],
  },
  { name: "traffic", shows: "recorded traffic and the proxy", tests: ["proof/traffic/", "traffic/"] },
  { name: "fleets", shows: "many providers, and one run in many parts", tests: ["proof/fleet", "proof/shards/"] },
  {
    name: "contracts",
    shows: "pacts, Pact's verifier and brokers",
    tests: ["contracts/", "proof/broker/", "proof/contracts-reach"],
  },
  {
    name: "package",
    shows: "the package as it is published, and the executable",
    tests: ["executable/", "cli/package", "cli/imports", "library/packed-package", "library/adapters/"],
  },
  {
    name: "recipes",
    shows: "what the pages say to paste: commands, recipes and pipelines",
    tests: ["library/recipes", "library/pipelines", "cli/shell-blocks", "cli/pasted-commands", "cli/docs-site"],
  },
  { name: "browser", shows: "the HTML pages in Chromium", tests: ["reports/"] },
  {
    name: "servers",
    shows: "servers on common frameworks, from the first attempt on",
    tests: ["proof/real", "proof/generated/", "proof/first-attempts/"],
  },
  { name: "command", shows: "the command and the library, with whole runs", tests: ["cli/", "library/"] },
  {
    name: "stacks",
    shows: "servers in other languages",
    program: ["proof/real/stacks.js", "--within", "600"],
    limit: 900,
  },
  { name: "nodes", shows: "each supported version of Node", program: ["proof/node-versions.js"], limit: 400 },
  { name: "image", shows: "the image, built and run", program: ["proof/image/prove-image.js"], limit: 600 },
];

/** The part that a test file is of. */
export function partOf(file: string): ProofPart | undefined {
  return parts.find((part) => "tests" in part && part.tests.some((beginning) => file.startsWith(beginning)));
}

/** The parts and what each shows, a line each. */
export function partList(): string {
  return ["The parts are:", ...parts.map(({ name, shows }) => `  ${name.padEnd(11)} ${shows}`)].join("\n");
}

/** The parts with these names; all without a name. Throws an error that names what there is. */
export function chosenParts(names: readonly string[]): readonly ProofPart[] {
  const unknown = names.filter((name) => !parts.some((part) => part.name === name));
  if (unknown.length > 0) {
    throw new Error(`There is no part ${unknown.map((name) => `"${name}"`).join(", ")} of the proof. ${partList()}`);
  }
  return names.length === 0 ? parts : parts.filter(({ name }) => names.includes(name));
}
