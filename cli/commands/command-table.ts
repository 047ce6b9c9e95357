/** Every command, as data: its arguments, its help, and the module with its code, which is loaded when it runs. */
import { renderers, trafficRenderers } from "../../reports/index.ts";
import {
  leaveOutForSelection,
  leaveOutForShard,
  refuseWithoutEffect,
  selectLastFailed,
} from "../options/option-conflicts.ts";
import { applyConfig } from "../options/config.ts";
import { commandOf } from "../options/commander-options.ts";
import { VARIABLES } from "../options/run-options.ts";
import { type CommandRow, row } from "./command-row.ts";

const BASE_URL = [
  "[base-url]",
  `the base URL of the provider, including a path prefix; or set ${VARIABLES.url}`,
] as const;

const listed = (formats: Readonly<Record<string, { readonly purpose: string }>>): string =>
  Object.entries(formats)
    .map(([format, { purpose }]) => `  ${format.padEnd(12)} ${purpose}`)
    .join("\n");

const HISTORY_STATUS =
  "\nExit status: 0 added or shown, 2 wrong usage, 3 the history or the output could\nnot be written.";

/** The commands in the order of the help. */
export const COMMANDS: readonly CommandRow[] = [
  row({
    name: "check",
    summary: "judge a provider; requires a base URL or --reference",
    words: [BASE_URL],
    help: `
Formats of --report: the help of render lists them.

Examples:
  plant-store-conformance check http://127.0.0.1:8080/api --token-file token.txt
  plant-store-conformance check --reference

With PLANT_STORE_URL and PLANT_STORE_TOKEN set:
  plant-store-conformance check --out reports
  plant-store-conformance check --start "node server.js" --watch
  plant-store-conformance check --last-failed
  plant-store-conformance check --only refuses-malformed-json
  plant-store-conformance check --document openapi.yaml --pacts pacts/
  plant-store-conformance check --shard 1/8 --seed night-7 --out shard-1

Exit status: 0 conformant (or a selection or a shard met), 1 not conformant
(or a pinned value, a user-supplied contract or a waiver failed), 2 wrong usage
(nothing was sent), 3 inconclusive.`,
    complete: async (command, io) => {
      refuseWithoutEffect(command);
      applyConfig(command, io);
      leaveOutForShard(command);
      await selectLastFailed(command, io);
      leaveOutForSelection(command);
    },
    run: async ([baseUrl], options, { io, typed }) => {
      const given = { ...options, typed };
      const { check, contracts } = await import("./check.ts");
      if (options.onlyContracts) return contracts(baseUrl, given, io);
      if (!options.watch) return check(baseUrl, given, io);
      const { watchChecks } = await import("./watch.ts");
      return watchChecks(baseUrl, given, io, (again, world) => check(baseUrl, again, world));
    },
  }),
  row({
    name: "fleet",
    summary: "judge many providers, and compare them on one page",
    words: [["<file>", "a YAML file with the providers, each with the options of check"]],
    help: `
The file:
  defaults:                        options of check for every provider
    strict: true
  providers:
    - name: staging
      base-url: https://staging.plants.example/v1
      token: \${STAGING_TOKEN}
      labels: [java, internal]
    - name: next
      base-url: http://127.0.0.1:8080
      token-file: next.token
      start: node server.js
      may-fail: true

Its options are those of a file for check --config. The folder gets fleet.json,
fleet.html, fleet.md, fleet.junit.xml and fleet.csv, and a result.json and a
report.html for each provider. No provider gets ${VARIABLES.token} or
${VARIABLES.headers} unless the file says so. Contracts are left out unless
the file says contracts: true.

Exit status: 0 all providers are conformant, 1 at least one is not, 2 wrong
usage (nothing was sent), 3 otherwise, if at least one is inconclusive.
Providers that may fail do not count.`,
    run: async ([file], options, { io }) => (await import("./fleet.ts")).fleet(file, options, io),
  }),
  row({
    name: "contracts",
    summary: "verify only the contracts, as check --only-contracts does; requires a base URL or --reference",
    words: [BASE_URL],
    help: `
Examples:
  plant-store-conformance contracts --document-only --pacts pacts/

With PLANT_STORE_URL and PLANT_STORE_TOKEN set:
  plant-store-conformance contracts --pacts pacts/
  plant-store-conformance contracts --pacts pacts/ --document openapi.yaml
  plant-store-conformance contracts --broker https://broker.example --publish \\
    --provider-version "$(git rev-parse HEAD)" --provider-branch main

Exit status: 0 no interaction that counts is broken, 1 an interaction is broken,
2 wrong usage (nothing was sent to the provider), 3 an interaction could not be
judged, or a result was not published. With --document-only: 0 the document
contradicts no interaction, 1 it contradicts one, 2 wrong usage.`,
    complete: (command, io) => {
      refuseWithoutEffect(command);
      applyConfig(command, io, commandOf("check"));
      leaveOutForSelection(command);
    },
    run: async ([baseUrl], options, { io, typed }) => {
      if (options.documentOnly) return (await import("./compare-pacts.ts")).comparePacts(baseUrl, options, io);
      return (await import("./check.ts")).contracts(baseUrl, { ...options, typed }, io);
    },
  }),
  row({
    name: "judge-traffic",
    summary: "judge recorded exchanges: HAR 1.2 files, or logs with one JSON object per line; sends nothing",
    words: [["<files...>", "the recordings; - is standard input"]],
    help: `
Formats:
${listed(trafficRenderers)}

Examples:
  plant-store-conformance judge-traffic session.har
  plant-store-conformance judge-traffic access.ndjson --side provider
  zcat access.ndjson.gz | plant-store-conformance judge-traffic -

Exit status: 0 traffic-clean, 1 traffic-broken, 2 wrong usage, or a file cannot
be read, 3 too little could be judged.`,
    run: async ([files], options, { io }) => (await import("./judge-traffic.ts")).judgeTraffic(files, options, io),
  }),
  row({
    name: "proxy",
    summary: "pass live traffic on to a server, and judge it",
    help: `
The proxy leaves header fields and bodies as they are, also the field Host. It
prints findings as they happen, and the report at the end.

Examples:
  plant-store-conformance proxy --target http://127.0.0.1:8080/api --port 8081
  plant-store-conformance proxy --target https://plants.example --for 10m

Exit status: 0 traffic-clean, 1 traffic-broken, 2 wrong usage, 3 too little
could be judged.`,
    run: async (_, options, { io }) => (await import("./proxy.ts")).proxy(options, io),
  }),
  row({
    name: "init",
    summary: "write plant-store-conformance.yaml and a pipeline file; asks for what is not given",
    help: `
init writes a new pipeline file for the system that the working folder uses
(.github, .gitlab-ci.yml or Jenkinsfile), and changes no existing pipeline. It
writes no token.

Examples:
  plant-store-conformance init
  plant-store-conformance init --start "node server.js"
  plant-store-conformance init --token-command "vault read -field=token ci"

Exit status: 0 written, 2 wrong usage, or a file exists (give --force).`,
    run: async (_, options, { io }) => (await import("./init.ts")).init(options, io),
  }),
  row({
    name: "doctor",
    summary: "find out whether a check can run: address, token, TLS, proxy, clock and versions",
    words: [BASE_URL],
    help: `
doctor sends one valid plant, and so creates at most one. It judges nothing.

Examples:
  plant-store-conformance doctor http://127.0.0.1:8080 --token-file token.txt
  plant-store-conformance doctor

Exit status: 0 a check can run, 2 wrong usage (nothing was sent), 3 it cannot.`,
    complete: (command, io) => applyConfig(command, io, commandOf("check")),
    run: async ([baseUrl], options, { io }) => (await import("./doctor.ts")).doctor(baseUrl, options, io),
  }),
  row({
    name: "serve",
    summary: "run the reference implementation until SIGINT or SIGTERM, and print its URL",
    help: "\nExit status: 0 ended by SIGINT or SIGTERM, 2 wrong usage.",
    run: async (_, options, { io }) => (await import("./serve.ts")).serve(options, io),
  }),
  row({
    name: "list",
    summary: "list the requirements and their checks",
    help: "\nExit status: 0 listed, 2 wrong usage, 3 the output could not be written.",
    run: async (_, options, { io, typed }) => (await import("./list.ts")).list(options, typed, io),
  }),
  row({
    name: "explain",
    summary: "explain a requirement or a check: its source, what is sent, and how to fix a provider",
    words: [["[id]", "the id of a requirement or a check"]],
    help: `
docs/requirements.md in this package explains all requirements.

Exit status: 0 explained, 2 wrong usage, 3 the output could not be written.`,
    run: async ([id], options, { io }) => (await import("../explain/explain.ts")).explain(id, options, io),
  }),
  row({
    name: "render",
    summary: "write reports from an earlier result; without options, print the text report",
    words: [["<result>", "the result.json of a run"]],
    help: `
Formats:
${listed(renderers)}

Examples:
  plant-store-conformance render reports/latest/result.json
  plant-store-conformance render result.json --report markdown=-
  plant-store-conformance render result.json --report junit=junit.xml

Exit status: 0 rendered, regardless of the verdict; 2 wrong usage, or the file
is not a result; 3 a report could not be written.`,
    run: async ([result], options, { io }) => (await import("./render.ts")).render(result, options, io),
  }),
  row({
    name: "merge",
    summary: "join the results of all shards of a run (check --shard) or of a fleet (fleet --shard)",
    words: [["<results...>", "results: files, folders, http or https URLs, or - for standard input"]],
    help: `
All shards must be of one run: the same version, document, seed, selection and
provider. A missing shard makes the result inconclusive. If the shards used
--document, --operation and --overlay, give merge the same options. In a folder
and the folders inside it, merge reads result*.json and shard*.json.

For a fleet, give its fleet.json files, or folders that contain them. merge
writes the joined reports to --out.

Examples:
  plant-store-conformance merge shards/ --out reports/latest
  plant-store-conformance merge shard-1.json shard-2.json
  plant-store-conformance merge parts/ --out reports    (of fleet --shard)
  cat shards/*.json | plant-store-conformance merge -

Exit status: that of the whole run, 3 also if the results are not those of all
shards of one run, 2 wrong usage.`,
    run: async ([results], options, { io, typed }) =>
      (await import("./merge.ts")).merge(results, { ...options, typed }, io),
  }),
  row({
    name: "waivers",
    summary: "write a waivers file, to be completed and used with check --waivers",
    help: `
Example:
  plant-store-conformance waivers --init result.json --until 2027-01-31 \\
    --reason "rewritten in PLANT-12"

Exit status: 0 written, or nothing to waive; 2 wrong usage, or not a result.`,
    run: async (_, options, { io }) => (await import("./init.ts")).initWaivers(options, io),
  }),
  row({
    name: "compare",
    summary: "show what changed between two results, or what a revision of an OpenAPI document changes",
    words: [
      ["<before>", "the result.json of the earlier run, the baseline; or the earlier OpenAPI document"],
      ["<now>", "the result.json of the later run; or the later OpenAPI document"],
    ],
    help: `
A regression is a requirement, a check or an interaction of a contract that
passed before and fails now, or a worse verdict. Waived and pending failures are
not regressions, nor are changes in the behaviour profile: pin those with
check --expect.

Of two documents, each change is shown with the id and the level of the
requirement that states it: the level in the later document, or in the earlier
one if it no longer applies. Schemas are compared keyword by keyword.

Examples:
  plant-store-conformance compare released.json reports/latest/result.json
  plant-store-conformance compare released.json result.json --fail-on-regression
  plant-store-conformance compare openapi-1.0.0.yaml openapi-2.0.0.yaml

Exit status of results: 0 compared, 1 a regression with --fail-on-regression,
2 wrong usage.
Exit status of documents: 0 every provider that conforms to the earlier document
conforms to the later one, 1 one can fail (with --consumers: a consumer can),
2 wrong usage, or a document that cannot be used.`,
    run: async (files, options, { io }) => (await import("./compare.ts")).compareFiles(files, options, io),
  }),
  {
    name: "history",
    summary: "keep results, and show since when a requirement is broken and which are flaky",
    help: `
A requirement is flaky if its status changed more than once in ten runs of one
version of the provider. Set the version with check --provider-version.

Examples:
  plant-store-conformance history add reports/result.json --provider staging
  plant-store-conformance history add reports/fleet.json
  plant-store-conformance history show
  plant-store-conformance history show staging --format html > history.html
${HISTORY_STATUS}`,
  },
  row({
    name: "history add",
    summary: "add the runs of results, or of fleets, to a history",
    words: [["<file...>", "a result.json or a fleet.json"]],
    help: HISTORY_STATUS,
    run: async ([files], options, { io }) => (await import("./history.ts")).historyAdd(files, options, io),
  }),
  row({
    name: "history show",
    summary: "show every provider, or the runs of one",
    words: [["[provider]", "the name of one provider in the history"]],
    help: HISTORY_STATUS,
    run: async ([provider], options, { io }) => (await import("./history.ts")).historyShow(provider, options, io),
  }),
  row({
    name: "replay",
    summary: "send the recorded requests of one check again, byte for byte, and show both responses",
    words: [
      ["<result>", "the result.json of a run"],
      ["<check>", "the id of a check, as shown in the reports"],
    ],
    help: `
The requests are sent in sequence, over one connection. Nothing is judged.

Examples:
  plant-store-conformance replay reports/result.json error-shape/every-400
  plant-store-conformance replay result.json refuses-no-body/no-body \\
    --base-url http://127.0.0.1:8080/api

Exit status: 0 every request was answered, 2 wrong usage, 3 one was not.`,
    run: async (words, options, { io }) => (await import("./replay.ts")).replay(words, options, io),
  }),
  row({
    name: "export",
    summary: "print the fixed checks as data for a test suite in any language, or as a file for another tool",
    help: `
Formats:
  vectors   JSON with a schema: requests with placeholders, and expected answers
  hurl      a file for hurl --test
  http      a file for the HTTP clients of JetBrains and httpYac
  postman   a collection of Postman, format 2.1
  curl      a script for a POSIX shell
  har       every request that a run would send, as HAR 1.2 without answers

Examples:
  plant-store-conformance export > vectors.json
  plant-store-conformance export --format hurl > vectors.hurl
  plant-store-conformance export --format har > planned.har

Exit status: 0 printed, 2 wrong usage, 3 the output could not be written.
Nothing is sent.`,
    run: async (_, options, { io }) => (await import("./export.ts")).exportVectors(options, io),
  }),
  row({
    name: "completion",
    summary: "print a script for completion in bash, zsh, fish or PowerShell",
    words: [["<shell>", "the shell", ["bash", "zsh", "fish", "powershell"]]],
    help: `
Examples:
  plant-store-conformance completion bash >> ~/.bashrc
  plant-store-conformance completion zsh \\
    > "\${fpath[1]}/_plant-store-conformance"
  plant-store-conformance completion fish \\
    > ~/.config/fish/completions/plant-store-conformance.fish
  plant-store-conformance completion powershell >> $PROFILE

Exit status: 0 printed, 2 wrong usage.`,
    run: async ([shell], _, { command }) => (await import("./completion.ts")).printScript(shell, command),
  }),
  row({
    name: "complete",
    summary: "what may come next on a command line; the script of completion calls it",
    words: [["[words...]"]],
    hidden: true,
    run: async ([words], _, { command }) => (await import("./completion.ts")).complete(words, command),
  }),
];
