/** The judging code and its tests as one script, which runs repeatedly, each time with another change in its text. */
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { compileFunction } from "node:vm";
import { rolldown } from "rolldown";
import { expect } from "vitest";
import * as compile from "../../spec/compile-schemas.ts";
import * as overlay from "../../spec/overlay.ts";
import * as shipped from "../../spec/shipped-yaml.ts";
import type { Check } from "../../suites/checks/check.ts";
import * as schemas from "../../traffic/testing/schemas.ts";

/** The tests that specify the judging code. They start nothing and read no clock. */
const TESTS = [
  "result/redact.test.ts",
  "result/verdict.test.ts",
  "result/verdict-reasons.test.ts",
  "result/verdict-selection.test.ts",
  "result/waiver-verdict.test.ts",
  "result/waivers.test.ts",
  "result/waivers-of-interactions.test.ts",
  "result/contract-check-ids.test.ts",
  "result/contract-verdict.test.ts",
  "result/outcomes.test.ts",
  "spec/validators.test.ts",
  "suites/answers.test.ts",
  "suites/checks/check-applicability.test.ts",
  "suites/requirements/authentication.test.ts",
  "suites/requirements/http.test.ts",
  "suites/requirements/http-connections.test.ts",
  "suites/requirements/missing-credentials.test.ts",
  "suites/tokens-again.test.ts",
  "suites/requirements/plant-answer-texts.test.ts",
  "suites/requirements/repeated-labels.test.ts",
  "suites/checks/request-features.test.ts",
  "suites/open-points.test.ts",
  "suites/opening.test.ts",
  "suites/requirements/operation.test.ts",
  "suites/requirements/operation-variants.test.ts",
  "suites/requirements/plant-answer-text-groups.test.ts",
  "suites/requirements/refused-words.test.ts",
  "suites/requirements/returned-words.test.ts",
  "suites/requirements/request-body-spellings.test.ts",
  "suites/checks/documented-points.test.ts",
  "suites/described-failures.test.ts",
  "suites/requirements/response-headers.test.ts",
  "suites/requirements/plant-answer.test.ts",
  "suites/requirements/refused-plants.test.ts",
  "suites/requirements/request-body.test.ts",
  "suites/requirements/request-body-lengths.test.ts",
  "suites/checks/chance-failures.test.ts",
  "suites/checks/decoded-answer.test.ts",
  "suites/checks/answer-body.test.ts",
  "suites/checks/check-forms.test.ts",
  "suites/checks/request-feature-turns.test.ts",
  "suites/checks/exchange-facts.test.ts",
  "suites/run/breakdown.test.ts",
  "suites/run/exchange-senders.test.ts",
  "suites/checks/findings.test.ts",
  "suites/checks/returned-members.test.ts",
  "suites/checks/plants-by-roles.test.ts",
  "suites/checks/documented-states.test.ts",
  "suites/run/judge-run.test.ts",
  "suites/run/answer-timeout.test.ts",
  "suites/shards/shard-facts.test.ts",
  "suites/run/started-again.test.ts",
  "suites/run/taken-later.test.ts",
  "suites/checks/judges.test.ts",
  "suites/checks/cut-off-answers.test.ts",
  "suites/checks/ended-provider.test.ts",
  "suites/checks/judges-answers.test.ts",
  "suites/checks/run-state.test.ts",
  "suites/requirements/open-values.test.ts",
  "suites/checks/request-variants.test.ts",
  "http/message.test.ts",
  "http/no-answer.test.ts",
  "suites/run/opening-requests.test.ts",
  "suites/requirements/malformed-bodies.test.ts",
  "suites/requirements/values.test.ts",
  "traffic/recorded-body.test.ts",
  "traffic/bounded-counts.test.ts",
  "traffic/concluded-words.test.ts",
  "traffic/recorded-client.test.ts",
  "traffic/recorded-credentials.test.ts",
  "traffic/cut-secrets.test.ts",
  "traffic/secrets-of-traffic.test.ts",
  "traffic/traffic-state.test.ts",
  "traffic/recorded-token.test.ts",
  "traffic/traffic-judge.test.ts",
  "traffic/recorded-facts.test.ts",
  "traffic/traffic-sample.test.ts",
  "traffic/shown-by-one.test.ts",
  "traffic/evidence-of-traffic.test.ts",
  "traffic/judge-traffic.test.ts",
  "traffic/masked-values.test.ts",
  "traffic/strange-recordings.test.ts",
  "traffic/read/har-entry.test.ts",
  "traffic/read/json-members.test.ts",
  "traffic/read/log-bodies.test.ts",
  "traffic/read/read-recordings.test.ts",
  "traffic/read/read-recorded-text.test.ts",
] as const;

/** A collected test. It throws if an expectation fails. */
export type JudgeTest = () => unknown;

/** What a run of the script returns. */
export interface Loaded {
  /** Every check of the shipped document. */
  readonly checks: readonly Check[];
  readonly tests: readonly JudgeTest[];
}

const root = fileURLToPath(new URL("../../", import.meta.url));
const entry = `${root}judging.ts`;
const entryText = [
  'export { checks } from "./suites/testing/checks.ts";',
  ...TESTS.map((file) => `import "./${file}";`),
].join("\n");

/** Modules that read the documents and compile their schemas do not judge: they stay outside, and run once for all. */
const outside = [
  ["spec/shipped-yaml.ts", { ...shipped, readShipped: once(shipped.readShipped), readYaml: once(shipped.readYaml) }],
  ["spec/overlay.ts", overlay],
  ["spec/compile-schemas.ts", { compileValidators: once(compile.compileValidators) }],
  ["traffic/testing/schemas.ts", schemas],
] as const;

function once<A, B>(make: (given: A) => B): (given: A) => B {
  const made = new Map<string, B>();
  return (given) => {
    const key = JSON.stringify(given);
    const value = made.get(key) ?? make(given);
    made.set(key, value);
    return value;
  };
}

/** Bundles the judging code with its tests. Packages stay outside. */
export async function bundle(): Promise<string> {
  const build = await rolldown({
    cwd: root,
    input: entry,
    platform: "node",
    external: (id) => !/^[./]/.test(id) || outside.some(([file]) => id.endsWith(file)),
    // The weakenings apply to the code as written, so constants are not inlined.
    optimization: { inlineConst: false },
    plugins: [
      {
        name: "entry",
        resolveId: (id) => (id === entry ? entry : null),
        load: (id) => (id === entry ? entryText : null),
      },
    ],
  });
  const { output } = await build.generate({ format: "cjs" });
  await build.close();
  return output[0].code;
}

const fromHere = createRequire(import.meta.url);

/** The functions and values that a switched script gets. */
export interface Switches {
  /** The number of the active weakening; -1 for none. */
  readonly weak: { at: number };
  /** In a marked script, each function calls this with its number when it runs. */
  readonly hit?: (id: number) => void;
  /** In a marked script, called with the number of a weakening where the weakening would run. */
  readonly see?: (number: number) => void;
  /** Called in every iteration of a loop. */
  readonly turn: () => void;
}

/**
 * The last script, compiled. Each weakening of code that runs at load time runs it again, and the compiled code is then
 * no longer cold.
 */
let compiled: { readonly script: string; readonly run: ReturnType<typeof compileFunction> } | undefined;

/** `import.meta.url` becomes `__filename`, from which the code finds packages. */
const NAMES = ["exports", "require", "__filename", "weak", "hit", "see", "turn"] as const;

/**
 * Runs a switched script.
 * @throws whatever the code throws while it loads
 */
export function load(script: string, { weak, hit, see, turn }: Switches): Loaded {
  const tests: JudgeTest[] = [];
  const exports: Partial<Pick<Loaded, "checks">> = {};
  const need = (id: string): unknown => {
    if (id === "vitest") return collecting(tests);
    return outside.find(([file]) => id.endsWith(file))?.[1] ?? fromHere(id);
  };
  const file = fileURLToPath(import.meta.url);
  if (compiled?.script !== script) compiled = { script, run: compileFunction(script, NAMES) };
  Reflect.apply(compiled.run, undefined, [exports, need, file, weak, hit, see, turn]);
  return { checks: exports.checks ?? [], tests };
}

/** What a test file gets in place of vitest: `test` and `describe` only collect the tests. */
function collecting(tests: JudgeTest[]): object {
  const test = (_name: string, run: JudgeTest): void => void tests.push(run);
  const each =
    (rows: readonly unknown[]) =>
    (_name: string, run: (...values: readonly unknown[]) => unknown): void =>
      rows.forEach((row) => tests.push(() => run(...(Array.isArray(row) ? row : [row]))));
  const describe = (_name: string, group: () => void): void => group();
  return { test: Object.assign(test, { each }), describe, expect };
}

/** Finds the source file of each part of a bundle, by its offset. */
export function filesOf(code: string): (offset: number) => string {
  const marks = [...code.matchAll(/^\/\/ (\S+\.[jt]s)$/gm)].map(({ 0: line, index }) => ({
    file: line.slice(3),
    index,
  }));
  return (offset) => marks.findLast(({ index }) => index <= offset)?.file ?? "";
}
