/** `init`: writes a first configuration and a pipeline file. */
import { existsSync, mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { BaseUrlError, parseBaseUrl } from "../../http/provider.ts";
import { toolVersion } from "../../spec/package-file.ts";
import { findingWords } from "../../reports/words/result-words.ts";
import { causesIn } from "../../result/causes/causes-of.ts";
import type { CauseResult, CheckResult, Finding, RequirementResult, RunResult } from "../../result/result.ts";
import { count, excerpt } from "../../result/safe-text.ts";
import { defined, groupBy, present } from "../../spec/defined.ts";
import { readResultFile } from "../files/result-file.ts";
import { usableText } from "../files/waivers-file.ts";
import { writeFile, writeNew } from "../files/write-file.ts";
import { asUsage, cannotBe, type Io, OutputError, refuseBoth, UsageError } from "../io.ts";
import { CONFIG_FILE } from "../options/config.ts";
import { VARIABLES } from "../options/run-options.ts";
import type { OptionsOf } from "../options/option-table.ts";

type InitOptions = OptionsOf<"init">;

const REPORTS = "reports/conformance";

/** Runs `init`. @throws {UsageError} when the base URL is missing or wrong, or a file exists, with nothing written */
export async function init(options: InitOptions, io: Io): Promise<number> {
  refuseBoth({ "--token-file": options.tokenFile, "--token-command": options.tokenCommand });
  const folder = io.folder ?? process.cwd();
  refuseExisting([CONFIG_FILE], folder, options.force);
  const wanted = options.baseUrl === undefined ? await asked(options, io) : { ...options, baseUrl: options.baseUrl };
  const config: FirstConfig = { ...wanted, baseUrl: asUsage(BaseUrlError, () => parseBaseUrl(wanted.baseUrl)) };
  const pipeline = options.pipeline ? PIPELINES.find(([sign]) => existsSync(join(folder, sign)))?.[1] : undefined;
  const files: readonly FirstFile[] = present([
    { path: CONFIG_FILE, text: firstConfig(config) },
    pipeline?.(toolVersion().version),
  ]);
  refuseExisting(
    files.map(({ path }) => path),
    folder,
    options.force,
  );
  refuseToken(files, io);
  for (const { path, text } of files) await write({ path: join(folder, path), text }, options.force, io);
  io.out(closing(files, config, io));
  return 0;
}

const OR_FORCE = "give --force to replace it";

function refuseExisting(paths: readonly string[], folder: string, force: boolean): void {
  const there = force ? undefined : paths.find((path) => existsSync(join(folder, path)));
  if (there === undefined) return;
  throw new UsageError(`The file ${JSON.stringify(there)} exists and is left as it is; ${OR_FORCE}`);
}

/** Refuses files with the token: a command may contain it, but a committed file must not. */
function refuseToken(files: readonly FirstFile[], { env }: Io): void {
  const token = env[VARIABLES.token] ?? "";
  if (token === "" || !files.some(({ text }) => text.includes(token))) return;
  throw new UsageError(
    `What was given holds the token, which is written into no file; name the variable ${VARIABLES.token} in its place`,
  );
}

/** Asks for missing values, but only on a terminal, where somebody can answer. */
async function asked(options: InitOptions, io: Io): Promise<FirstConfig> {
  if (io.ask === undefined) {
    throw new UsageError(
      'init asks on a terminal, and this is none; give --base-url URL, for example init --base-url http://127.0.0.1:8080 --start "node server.js"',
    );
  }
  const baseUrl = await io.ask("Base URL, what comes before /plants [http://127.0.0.1:8080]: ");
  const hasToken = options.tokenFile !== undefined || options.tokenCommand !== undefined;
  const tokenFile = hasToken ? "" : await io.ask("File with the token (empty: the variable PLANT_STORE_TOKEN): ");
  const start = options.start ?? (await io.ask("Command that starts the provider (empty: it already runs): "));
  return {
    ...options,
    baseUrl: baseUrl.trim() || "http://127.0.0.1:8080",
    ...defined({ tokenFile: tokenFile.trim() || undefined, start: start.trim() || undefined }),
  };
}

async function write({ path, text }: FirstFile, force: boolean, io: Io): Promise<void> {
  try {
    mkdirSync(dirname(path), { recursive: true });
  } catch (error) {
    throw new OutputError(cannotBe("written", "The file", path)(error));
  }
  if (force) await writeFile(path, [text], "The file", io);
  else writeNew(path, text, OR_FORCE);
}

function closing(files: readonly FirstFile[], { tokenFile, tokenCommand }: FirstConfig, io: Io): string {
  const program = io.program ?? "plant-store-conformance";
  const hasToken = tokenFile !== undefined || tokenCommand !== undefined;
  return [
    ...files.flatMap(({ path, next }) =>
      present([
        `Written: ${path}`,
        next !== undefined && `  Next: ${next}`,
        next !== undefined &&
          `  Until the package is in a registry: put the tarball of npm pack at ${tarball(toolVersion().version)}`,
      ]),
    ),
    `Keep ${present([REPORTS, tokenFile]).join(" and ")} out of version control: add a line for each to .gitignore.`,
    ...(hasToken ? [] : ["Set PLANT_STORE_TOKEN to the token; it is written into no file."]),
    `Then: ${program} doctor, and ${program} check`,
    "",
  ].join("\n");
}

interface FirstConfig {
  readonly baseUrl: string;
  readonly tokenFile?: string;
  readonly tokenCommand?: string;
  readonly start?: string;
}

interface FirstFile {
  readonly path: string;
  readonly text: string;
  readonly next?: string;
}

function firstConfig({ baseUrl, tokenFile, tokenCommand, start }: FirstConfig): string {
  const token =
    tokenFile !== undefined
      ? [
          "# The file that holds the token on one line. Keep it out of version control.",
          "# The variable PLANT_STORE_TOKEN takes precedence.",
          `token-file: ${yamlText(tokenFile)}`,
        ]
      : tokenCommand !== undefined
        ? ["# Prints the token, and is run again when the token expires.", `token-command: ${yamlText(tokenCommand)}`]
        : ["# The token is read from the environment variable PLANT_STORE_TOKEN.", "# token-file: token.txt"];
  return [
    "# yaml-language-server: $schema=node_modules/plant-store-conformance/cli/options/config.schema.json",
    "# Read by `plant-store-conformance check` in this folder. Options of the command line take precedence.",
    "",
    "# What comes before /plants. The variable PLANT_STORE_URL takes precedence.",
    `base-url: ${yamlText(baseUrl)}`,
    "",
    ...token,
    "",
    "# Starts the provider for the run, and stops it afterwards.",
    start === undefined ? "# start: node server.js" : `start: ${yamlText(start)}`,
    "",
    "# The reports: report.html, report.txt, junit.xml and result.json.",
    `out: ${REPORTS}`,
    "",
    "# Fail also if a SHOULD is not met:",
    "# strict: true",
    "# Fail if an open point has another value:",
    "# expect: [duplicate-id=409]",
    "",
  ].join("\n");
}

/** A scalar of YAML, in which JSON strings are valid. Dollar signs are doubled, so that they do not begin variables. */
function yamlText(value: string): string {
  return JSON.stringify(value.replaceAll("$", "$$$$"));
}

/** The tarball that `npm pack` makes, because the package is in no registry yet. */
const tarball = (version: string): string => `tools/plant-store-conformance-${version}.tgz`;

const install = (version: string): string => `npm install --no-save ./${tarball(version)}`;

const published = (version: string): string =>
  `Once the package is published: npm install --no-save plant-store-conformance@${version}`;

const RUN = "npx plant-store-conformance check --wait 60";

const github = (version: string): FirstFile => ({
  path: ".github/workflows/plant-store-conformance.yml",
  text: `name: Plant Store conformance
on: [push, pull_request]
permissions:
  contents: read
jobs:
  conformance:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4
      - uses: actions/setup-node@v4
        with:
          node-version: 22
      # ${published(version)}
      - run: ${install(version)}
      # Start the provider here, unless \`start\` of plant-store-conformance.yaml does.
      - run: ${RUN} --github
        env:
          PLANT_STORE_TOKEN: \${{ secrets.PLANT_STORE_TOKEN }}
      - uses: actions/upload-artifact@v4
        if: always()
        with:
          name: plant-store-conformance
          path: reports/conformance
`,
  next: "add the secret PLANT_STORE_TOKEN to the repository, unless the configuration has another source for the token",
});

const gitlab = (version: string): FirstFile => ({
  path: ".gitlab/plant-store-conformance.yml",
  text: `plant-store-conformance:
  image: node:22
  script:
    # ${published(version)}
    - ${install(version)}
    # Start the provider here, unless \`start\` of plant-store-conformance.yaml does.
    - ${RUN}
  artifacts:
    when: always
    paths: [reports/conformance]
    reports:
      junit: reports/conformance/junit.xml
`,
  next: 'add "include: .gitlab/plant-store-conformance.yml" to .gitlab-ci.yml, and the masked variable PLANT_STORE_TOKEN',
});

const jenkins = (version: string): FirstFile => ({
  path: "Jenkinsfile.plant-store-conformance",
  text: `pipeline {
  agent { docker { image 'node:22' } }
  environment { PLANT_STORE_TOKEN = credentials('plant-store-token') }
  stages {
    stage('Plant Store conformance') {
      steps {
        // ${published(version)}
        sh '${install(version)}'
        // Start the provider here, unless start of plant-store-conformance.yaml does.
        sh '${RUN}'
      }
    }
  }
  post {
    always {
      junit 'reports/conformance/junit.xml'
      archiveArtifacts artifacts: 'reports/conformance/**', allowEmptyArchive: true
    }
  }
}
`,
  next: "create a pipeline that uses this file, and the credential plant-store-token",
});

/** The pipeline of each system, by the file that shows that a folder uses it. */
const PIPELINES: ReadonlyArray<readonly [sign: string, pipeline: (version: string) => FirstFile]> = [
  [".github", github],
  [".gitlab-ci.yml", gitlab],
  ["Jenkinsfile", jenkins],
];

// `waivers --init`: writes a first file of waivers for the user to complete.

/** Runs `waivers --init`. @returns 0, also if there is nothing to waive; nothing is written then */
export function initWaivers({ init: file, out, reason, until, byCause }: OptionsOf<"waivers">, io: Io): number {
  const filled = filledBy(reason, until);
  const { text, entries } = renderFirstWaivers(readResultFile(file).result, filled, byCause ? "cause" : "requirement");
  const what = JSON.stringify(file);
  if (entries === 0) {
    io.err(
      `There is nothing to waive: no MUST and no SHOULD failed in ${what} without a waiver. Nothing was written.\n`,
    );
    return 0;
  }
  if (out === "-") {
    io.out(text);
    return 0;
  }
  // An existing file may contain reasons that somebody has written.
  writeNew(out, text, "give another with --out, or - for standard output");
  const needs = filled === null ? " Each needs a reason and an expiry date." : "";
  io.err(`Written: ${out}, with ${count(entries, "entry", "entries")}.${needs}\n`);
  return 0;
}

/** Requires both or neither, because an incomplete entry is refused when the file is read. */
function filledBy(reason: string | undefined, until: string | undefined): FilledWaiver | null {
  if (reason === undefined && until === undefined) return null;
  if (reason === undefined || until === undefined) {
    const [given, missing] = reason === undefined ? ["--until", "--reason"] : ["--reason", "--until"];
    throw new UsageError(`${given} is given without ${missing}; give both, or neither`);
  }
  const expires = usableText("expires", until, "--until");
  // A waiver is valid until the end of its last day in UTC.
  if (expires < new Date().toISOString().slice(0, 10)) {
    throw new UsageError(
      `--until ${expires} is in the past, so that every waiver would be expired; give a date in the future`,
    );
  }
  return { reason: usableText("reason", reason, "--reason"), expires };
}

interface Entry {
  readonly key: "id" | "cause";
  readonly id: string;
  readonly comments: readonly string[];
}

interface FilledWaiver {
  readonly reason: string;
  /** YYYY-MM-DD. */
  readonly expires: string;
}

type WaivedBy = "requirement" | "cause";

/** The most columns of a comment, because a provider's texts may be very long. */
const longest = 300;

/** The file as YAML, and the number of its entries. Without `filled`, it is refused until somebody completes it. */
export function renderFirstWaivers(
  result: RunResult,
  filled: FilledWaiver | null = null,
  by: WaivedBy = "requirement",
): { readonly text: string; readonly entries: number } {
  const entries = by === "cause" ? entriesOfCauses(result) : result.requirements.flatMap(entriesFor);
  return {
    text: [...opening(result, filled), ...entries.flatMap((entry) => entryLines(entry, filled))].join("\n"),
    entries: entries.length,
  };
}

function opening({ provider, startedAt }: RunResult, filled: FilledWaiver | null): readonly string[] {
  return [
    "# yaml-language-server: $schema=node_modules/plant-store-conformance/cli/files/waivers.schema.json",
    "#",
    `# What ${excerpt(provider.baseUrl, longest)} was seen not to meet on ${excerpt(startedAt.slice(0, 10), longest)}.`,
    filled === null
      ? "# Delete what you intend to fix. What stays needs a reason, and the last day on which it counts (YYYY-MM-DD, UTC)."
      : "# Delete what you intend to fix. Each entry counts up to its last day (UTC).",
    "",
  ];
}

function entryLines({ key, id, comments }: Entry, filled: FilledWaiver | null): readonly string[] {
  return [
    ...comments.map((comment) => `# ${comment}`),
    `- ${key}: ${id}`,
    // JSON's texts are texts of YAML, too.
    filled === null ? "  reason:" : `  reason: ${JSON.stringify(filled.reason)}`,
    "  # issue: https://",
    filled === null ? "  expires:" : `  expires: ${JSON.stringify(filled.expires)}`,
    "",
  ];
}

/** The requirement where all of its checks fail; else the checks that fail. */
function entriesFor(requirement: RequirementResult): readonly Entry[] {
  const { id, level, statement, checks } = requirement;
  if (level === "OPEN") return [];
  const rule = `${level}: ${excerpt(statement, longest)}`;
  const failed = checks.filter(({ status }) => status === "failed");
  if (failed.length > 0 && failed.length === checks.length) {
    return [{ key: "id", id, comments: [rule, ...failed.slice(0, 1).map(checkWords)] }];
  }
  return failed.map((check) => ({ key: "id", id: check.id, comments: [rule, checkWords(check)] }));
}

/** Each cause once. A report can list one several times; one waiver covers all. */
function entriesOfCauses(result: RunResult): readonly Entry[] {
  // An unexpected value of an open point is not waived, but changed in the user's expectations.
  const causes = causesIn(result).filter(({ level }) => level !== "OPEN");
  return [...groupBy(causes, ({ id }) => id)].map(([id, own]) => ({
    key: "cause",
    id,
    comments: [...own.flatMap(commentsOn), ...(id === "types-converted" ? CONVERSIONS : [])],
  }));
}

/** What the entry of a framework that converts types covers, and what it leaves to be seen. */
const CONVERSIONS = [
  "This one entry covers every conversion of the framework. A value that is not converted but accepted all the same,",
  "such as an object for a text, has another cause and still fails.",
];

function commentsOn({ level, title, requirements, example: { check, finding } }: CauseResult): readonly string[] {
  return [`${level}: ${excerpt(`${title} (${requirements.join(", ")})`, longest)}`, seen(check, [finding])];
}

function checkWords({ id, findings }: CheckResult): string {
  return seen(id, findings);
}

function seen(what: string, [finding]: readonly Finding[]): string {
  return excerpt(finding === undefined ? what : `${what}: ${findingWords(finding)}`, longest);
}
