/** The options of `check`, in groups as `--help` shows them. */
import { type Command, Option } from "commander";
import { DEFAULT_CONCURRENCY, DEFAULT_LIMITS } from "../../http/provider.ts";
import { addContractsOptions } from "./contracts-options.ts";
import { addDocumentOptions } from "./document-options.ts";
import { none, repeated, words } from "./list-options.ts";
import { wholeNumber } from "./number-options.ts";
import { addReportOptions } from "./report-options.ts";
import { providerVersion } from "./subjects.ts";

/** Adds the options that `contracts` shares with `check`. */
export function addCommonOptions(command: Command): Command {
  for (const add of [addConfig, addReference, addToken, addReach, addContractsOptions, addRate, addTimes, addReports])
    add(command);
  return command;
}

/** Adds only the options about reaching a provider. */
export function addTargetOptions(command: Command): Command {
  for (const add of [addToken, addReach, addTimes]) add(command);
  return command;
}

/** Adds the options about reaching a provider, and the file that may hold them. */
export function addDoctorOptions(command: Command): Command {
  addConfig(command);
  addDocumentOptions(command);
  return addTargetOptions(command);
}

/** Adds every option of `check`. */
export function addCheckOptions(command: Command): Command {
  for (const add of [addConfig, addReference, addToken, addReach, addDocumentOptions]) add(command);
  for (const add of [addSelection, addJudging]) add(command);
  for (const add of [addContractsOptions, addLimits, addReports]) add(command);
  return command;
}

function addConfig(command: Command): void {
  command.option(
    "--config <file>",
    "a YAML file with options of check; flags take precedence (default: plant-store-conformance.yaml, if it exists)",
  );
  command.option("--no-config", "do not read plant-store-conformance.yaml");
}

function addReference(command: Command): void {
  command.option("--reference", "judge the reference implementation, which the command starts", false);
}

function addToken(command: Command): void {
  command
    .optionsGroup("Token:")
    .option(
      "--token <token>",
      "the bearer token (visible to other users of the machine: prefer --token-file or --token-command)",
    )
    .option("--token-file <file>", "a file with the token on one line; or set PLANT_STORE_TOKEN")
    .option("--token-command <command>", "a command that prints the token; run again if the token expires")
    .option("--invalid-token <token>", "a token that the provider must refuse")
    .option("--no-auth", "the provider uses no token: send none, and do not judge authentication");
}

function addReach(command: Command): void {
  command
    .optionsGroup("Reaching the provider:")
    .option("--ca <file>", "trust only these certificate authorities, in PEM")
    .option("--cert <file>", "the client certificate, in PEM")
    .option("--key <file>", "the private key of the client certificate, in PEM")
    .option("--insecure", "do not verify TLS certificates; every report says so", false)
    .option("--http2", "use HTTP/2 (https only) instead of HTTP/1.1", false)
    .option("--proxy <url>", "an HTTP proxy (default: from http_proxy, https_proxy and no_proxy, never for loopback)")
    .option("--unix-socket <path>", "connect to this Unix socket; the base URL sets Host and path")
    .option(
      "-H, --header <name: value>",
      "a header field for every request, such as a gateway's key; reports name it, never its value; may be repeated",
      repeated,
      none,
    )
    .option(
      "--header-file <file>",
      "a file with header fields for every request, one per line; or set PLANT_STORE_HEADERS",
    )
    .option("--trace", "send a traceparent (W3C Trace Context) with each request, and show it in the reports", false)
    .option(
      "--start <command>",
      "start the provider with this command and stop it, with its child processes, at the end",
    )
    .option(
      "--wait <seconds>",
      "wait up to this long until the provider answers (default: 0, or 60 with --start)",
      wholeNumber("--wait", { least: 0, greatest: 3600, unit: "seconds" }, 1000),
    );
}

function addSelection(command: Command): void {
  command
    .optionsGroup("What is asked:")
    .option("--only <names>", "run only these requirements, checks, levels or topics (comma-separated)", words, none)
    .option("--skip <names>", "do not run these", words, none)
    .addOption(
      new Option("--fail-fast [n]", "end the run after N causes of failure, as the report counts them (default N: 1)")
        .argParser(wholeNumber("--fail-fast", { least: 1, greatest: 1000 }))
        .preset("1"),
    )
    .option("--last-failed", "run only what failed in the last run in this folder", false)
    .option(
      "--watch",
      "run again when a file changes (with --start), when the provider answers again, or on a key",
      false,
    )
    .option("--no-contracts", "do not verify the consumer contracts")
    .option(
      "--fuzz <n>",
      "send N additional cases generated from the schema: valid and invalid bodies, sent in any variant, with and without a valid Authorization",
      wholeNumber("--fuzz", { least: 1, greatest: 1_000_000_000 }),
    )
    .option(
      "--shard <i/n>",
      "run only part I of N; merge joins the results; auto reads I and N from the environment of the job; needs --seed",
    )
    .option(
      "--stack <name>",
      "the stack of the provider, such as flask: show its fixes first (default: recognised by its answers)",
    )
    .option("--seed <text>", "repeat the ids, names and cases of an earlier run (default: random)");
}

function addJudging(command: Command): void {
  command.optionsGroup("What fails the run:").option("--strict", "also fail if a SHOULD is not met", false);
  addWholeRunOptions(command);
}

/** Adds the options about what fails a whole run, which `merge` shares with `check`. */
export function addWholeRunOptions(command: Command): void {
  command
    .optionsGroup("What fails the run:")
    .option("--expect <id=value>", "fail if an open point has another value; may be repeated", repeated, none)
    .option("--profile <file>", "expected values of open points: YAML, JSON, or an earlier result.json")
    .option(
      "--waivers <file>",
      "known failures in YAML, each with a reason and an expiry date; the command waivers creates a file",
    )
    .option("--allow-waived", "do not fail because of waived failures; reports still show them", false)
    .option("--baseline <file>", "report what changed since this result.json of an earlier run")
    .option("--fail-on-regression", "fail if anything that passed in the baseline now fails", false);
}

function addLimits(command: Command): void {
  command
    .optionsGroup("Limits:")
    .addOption(
      new Option("--concurrency <n>", "the maximum number of concurrent requests")
        .argParser(wholeNumber("--concurrency", { least: 1, greatest: 64 }))
        .default(DEFAULT_CONCURRENCY, String(DEFAULT_CONCURRENCY)),
    );
  addRate(command);
  addTimes(command);
}

function addRate(command: Command): void {
  command
    .optionsGroup("Limits:")
    .option(
      "--rate <n>",
      "the maximum number of requests per second (default: unlimited)",
      wholeNumber("--rate", { least: 1, greatest: 10_000 }),
    );
}

function addTimes(command: Command): void {
  command
    .optionsGroup("Limits:")
    .addOption(
      new Option("--timeout <seconds>", "time limit for one request, up to the last byte of the response")
        .argParser(seconds("--timeout", 600))
        .default(DEFAULT_LIMITS.requestMs, "10"),
    )
    .addOption(
      new Option("--connect-timeout <seconds>", "time limit for opening a connection, including TLS")
        .argParser(seconds("--connect-timeout", 600))
        .default(DEFAULT_LIMITS.connectMs, "5"),
    )
    .addOption(
      new Option("--deadline <seconds>", "time limit for the whole run, including fuzzing")
        .argParser(seconds("--deadline", 86_400))
        .default(DEFAULT_LIMITS.deadlineMs, "120"),
    )
    .addOption(
      new Option("--max-wait <seconds>", "total time to wait for a provider that answers 429, 502, 503 or 504")
        .argParser(wholeNumber("--max-wait", { least: 0, greatest: 86_400, unit: "seconds" }, 1000))
        .default(DEFAULT_LIMITS.rateLimitMs, "60"),
    );
  addSizes(command);
}

function addSizes(command: Command): void {
  const size = (name: string, description: string, bytes: number): Option =>
    new Option(`${name} <KiB>`, description)
      .argParser(wholeNumber(name, { least: 1, greatest: 1024 * 1024, unit: "KiB" }, 1024))
      .default(bytes, String(bytes / 1024));
  command
    .addOption(size("--max-body", "size limit for a response body, compressed or not", DEFAULT_LIMITS.bodyBytes))
    .addOption(size("--max-headers", "size limit for the header of a response", DEFAULT_LIMITS.headerBytes))
    .addOption(
      size(
        "--max-evidence",
        "size limit for all requests and responses that the result keeps",
        DEFAULT_LIMITS.evidenceBytes,
      ),
    );
}

function addReports(command: Command): void {
  command
    .optionsGroup("Reports:")
    .option("-q, --quiet", "print only the verdict line", false)
    .addOption(
      new Option("-v, --verbose", "print each exchange to standard error as it happens")
        .default(false)
        .conflicts("quiet"),
    );
  command.option(
    "--subject <name=sha256:digest>",
    "what is tested (an image, a package, a commit), for the result and its attestation; may be repeated",
    repeated,
    none,
  );
  command.option(
    "--provider-version <version>",
    "the version of the provider, for the result, the history and --publish",
    providerVersion,
  );
  addReportOptions(command);
}

function seconds(option: string, greatest: number): (text: string) => number {
  return wholeNumber(option, { least: 1, greatest, unit: "seconds" }, 1000);
}
