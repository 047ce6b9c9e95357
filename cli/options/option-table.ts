/** The options of each command. */
import { type OptionRow, inGroup, option, type ValuesOf } from "./option-row.ts";
import {
  CHECK,
  concurrencyOf,
  CONFIG,
  CONTRACTS,
  DOCS_URL,
  DOCUMENT,
  github,
  LIMITS,
  MEANINGS,
  OF_RUN,
  PORT,
  quiet,
  RATE,
  REACH,
  REFERENCE,
  REPORT,
  REPORTS,
  SEED,
  STRICT,
  TARGET,
  TOKEN,
  VARIABLES,
  WHOLE_RUN,
} from "./run-options.ts";

const OUTPUT_JSON = inGroup("Output:", [option("--json", "print JSON")]);

const TRAFFIC = [
  option("--side <side>", "the side to judge", {
    choices: ["provider", "consumer", "both"],
    fallback: "both",
    shown: "both",
  }),
  option("--consumer-header <name>", "the header field that names the client", { fallback: "user-agent" }),
  option("--strict", "also fail if a SHOULD is not met"),
  REPORT,
];

const host = option("--host <address>", "the address to listen on (default: 127.0.0.1)", {
  fallback: "127.0.0.1",
});

const format = (help: string) => option("--format <format>", help, { fallback: "text", shown: "text" });

const HISTORY = option("--history <folder>", "the folder that holds the history", {
  fallback: "history",
  shown: "history",
});

/** The options of each command, in the order of its help. */
export const OPTIONS = {
  check: CHECK,
  fleet: [
    option("-o, --out <folder>", "write the reports to this folder (required)", { required: true }),
    concurrencyOf("providers to judge at the same time", 8),
    option(
      "--may-fail <label>",
      "providers with this label do not fail the run; reports still show them; may be repeated",
      { list: "items" },
    ),
    option(
      "--shard <i/n>",
      "judge only part I of N of the providers; merge joins the results; auto reads I and N from the environment of the job",
    ),
    github("add the providers to the job summary"),
    quiet("the last line"),
  ],
  contracts: [
    ...CONFIG,
    ...REFERENCE,
    ...TOKEN,
    ...REACH,
    ...CONTRACTS,
    ...RATE,
    ...LIMITS,
    ...OF_RUN,
    ...REPORTS,
    ...inGroup("Reports:", [
      option("--document-only", "only compare the pacts with the document; send nothing", { offline: true }),
      { ...STRICT, help: "also fail if an interaction breaks a SHOULD" },
      { ...SEED, help: "repeat the ids and names of an earlier run (default: random)" },
    ]),
    ...DOCUMENT,
  ],
  "judge-traffic": [
    ...TRAFFIC,
    option(
      "--base-url <url>",
      "judge only requests to this base URL; may be repeated (default: the only base URL in the recording)",
      { list: "items" },
    ),
    option("--pact-drafts <folder>", "write the interactions that clients use as drafts of pacts, one file per client"),
  ],
  proxy: [
    option("--target <url>", "the base URL of the server", { required: true }),
    option("--port <number>", "the port to listen on; 0 for a free one (default: 8081)", {
      range: PORT,
      fallback: 8081,
    }),
    host,
    option("--for <time>", "end after this time, such as 30s, 10m or 1h (default: on SIGINT or SIGTERM)"),
    option("--ca <file>", "for a target over TLS: certificate authorities in PEM"),
    option("--insecure", "for a target over TLS: do not verify its certificate"),
    ...TRAFFIC,
  ],
  init: [
    option("--base-url <url>", "the base URL of the provider, including a path prefix"),
    option("--token-file <file>", "the file with the token"),
    option("--token-command <command>", "the command that prints the token"),
    option("--start <command>", "the command that starts the provider"),
    option("--no-pipeline", "write no pipeline file"),
    option("--force", "replace files that this command wrote before"),
  ],
  doctor: [...CONFIG, ...DOCUMENT, ...TARGET],
  serve: [
    option("--port <n>", "the port, or 0 for a free one; or set PORT (default: 8080)", { range: PORT }),
    host,
    option("--base-path <path>", "a path prefix", { fallback: "" }),
    option("--token <token>", "the token that the server accepts"),
    option("--token-file <file>", `a file with the token on one line; or set ${VARIABLES.token}`),
    option(
      "--document <file>",
      "serve the create operation of this OpenAPI document; its schema decides which bodies are valid",
    ),
    option("--operation <name>", "with --document, the operationId or path of the operation, if there are several"),
    option("--overlay <file>", `with --document, a YAML file with the meaning of members: ${MEANINGS}`),
    option(
      "--states-port <n>",
      "accept provider states on this port, or 0 for a free one, from this machine only (default: off)",
      { range: PORT },
    ),
  ],
  list: [
    ...DOCUMENT,
    ...inGroup("Output:", [
      option("--only <names>", "list only these requirements, checks, levels or topics (comma-separated)", {
        list: "words",
      }),
      option("--skip <names>", "do not list these requirements, checks, levels or topics", { list: "words" }),
      option("--requests", "show the first request of each check"),
      option("--plan", "show the stages of a run, the number of requests, and which requests wait for others"),
      option("--seed <text>", "the seed for ids and names, with --requests or --json", {
        fallback: "example",
        named: "text",
      }),
    ]),
    ...OUTPUT_JSON,
  ],
  explain: [
    ...DOCUMENT,
    ...inGroup("Output:", [
      option(
        "--stack <name>",
        "show what a stack, such as flask, gets wrong, and how to fix it there; without an id, a whole program",
      ),
    ]),
    ...OUTPUT_JSON,
  ],
  render: inGroup("", REPORTS),
  merge: [quiet("the verdict line"), ...DOCUMENT, ...WHOLE_RUN, ...REPORTS],
  waivers: [
    option("--init <result>", "the result.json with the failures; each unwaived failure gets an entry", {
      required: true,
    }),
    option("--by-cause", "write one entry for each cause in the reports, not for each requirement"),
    option("--reason <text>", "the reason of every entry; with --until, the file is complete"),
    option("--until <day>", "the last day of every entry: YYYY-MM-DD, in UTC"),
    option("-o, --out <file>", "the file to write, which must not exist, or - for standard output", {
      fallback: "waivers.yaml",
    }),
  ],
  compare: [
    format("text, markdown (of results) or json"),
    option("--fail-on-regression", "exit with status 1 if anything that passed before now fails"),
    option("--consumers", "of documents: exit with status 1 if a consumer can fail, and not if only a provider can"),
    option("--operation <name>", "the operationId or path of the create operation, if a document has several"),
    option("--overlay <file>", `a YAML file with the meaning of members in both documents: ${MEANINGS}`),
  ],
  "history add": [
    HISTORY,
    option("--provider <name>", "the name of the provider of a result.json in the history (default: its base URL)"),
  ],
  "history show": [HISTORY, format("text, markdown or html"), DOCS_URL],
  replay: [
    option(
      "--base-url <url>",
      "send to this provider (default: the judged provider; a token is then sent only to this machine)",
    ),
    ...TARGET,
    ...DOCUMENT,
  ],
  export: [
    option("--format <name>", "the format", {
      choices: ["vectors", "hurl", "http", "postman", "curl", "har"],
      fallback: "vectors",
      shown: "vectors",
    }),
    option(
      "--seed <text>",
      "the seed for bodies, and for the ids and names in files for other tools (default: always the same for vectors, else random)",
      { named: "text" },
    ),
    option("--base-url <url>", "for har: the base URL of the requests (default: http://127.0.0.1:8080)"),
  ],
} as const satisfies Readonly<Record<string, readonly OptionRow[]>>;

/** The values of the options of a command, as they are parsed, but for those about the file of options. */
export type OptionsOf<Name> = Name extends keyof typeof OPTIONS
  ? ValuesOf<ReadonlyArray<Exclude<(typeof OPTIONS)[Name][number], (typeof CONFIG)[number]>>>
  : object;
