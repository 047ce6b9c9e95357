/** The options of `check`, in groups as `--help` shows them. */
import { type Command, Option } from "commander";
import { DEFAULT_LIMITS } from "../../http/provider.ts";
import { addContractsOptions } from "./contracts-options.ts";
import { none, repeated, words } from "./list-options.ts";
import { wholeNumber } from "./number-options.ts";
import { addReportOptions } from "./report-options.ts";

/** Adds the options that `contracts` has in common with `check`. */
export function addCommonOptions(command: Command): Command {
  for (const add of [addConfig, addReference, addToken, addReach, addContractsOptions, addRate, addTimes, addReports])
    add(command);
  return command;
}

/** Adds the options that say how a provider is reached, and nothing of what is asked. */
export function addTargetOptions(command: Command): Command {
  for (const add of [addToken, addReach, addTimes]) add(command);
  return command;
}

/** Adds every option of `check`. */
export function addCheckOptions(command: Command): Command {
  for (const add of [addConfig, addReference, addToken, addReach, addSelection, addJudging]) add(command);
  for (const add of [addContractsOptions, addLimits, addReports]) add(command);
  return command;
}

function addConfig(command: Command): void {
  command.option("--config <file>", "YAML with any options of check; a flag wins over it (schema: config.schema.json)");
}

function addReference(command: Command): void {
  command.option("--reference", "judge the reference implementation, which is started for the run", false);
}

function addToken(command: Command): void {
  command
    .optionsGroup("Token:")
    .option("--token <token>", "the bearer token (other users of the machine may see it: prefer one of the next two)")
    .option("--token-file <file>", "a file that holds the token on one line; or set PLANT_STORE_TOKEN")
    .option("--token-command <command>", "a command that prints it; run again when a token that worked is refused")
    .option("--invalid-token <token>", "a token that the provider has to refuse")
    .option("--no-auth", "the provider uses no token: none is sent, and authentication is not judged");
}

function addReach(command: Command): void {
  command
    .optionsGroup("Reaching the provider:")
    .option("--ca <file>", "trust these authorities, in PEM, and no others")
    .option("--cert <file>", "the client's certificate, in PEM, for a provider that asks for one")
    .option("--key <file>", "its private key, in PEM")
    .option("--insecure", "do not verify TLS; every report says so", false)
    .option("--http2", "speak HTTP/2 (https alone); HTTP/1.1 is spoken by default", false)
    .option("--proxy <url>", "an HTTP proxy; by default that of http_proxy, https_proxy, no_proxy, not to loopback")
    .option("--unix-socket <path>", "connect to this Unix socket; the base URL gives the Host and the path")
    .option(
      "--start <command>",
      "run the provider with this command, to answer at the base URL; stop it with its children at the end",
    )
    .addOption(
      new Option("--wait <seconds>", "until a provider that was started answers")
        .argParser(seconds("--wait", 3600))
        .default(30_000, "30"),
    );
}

function addSelection(command: Command): void {
  command
    .optionsGroup("What is asked:")
    .option(
      "--only <names>",
      "run only these: ids of requirements or checks, levels, topics, separated by commas",
      words,
      none,
    )
    .option("--skip <names>", "leave these out", words, none)
    .option("--no-contracts", "leave out the consumer contracts")
    .option(
      "--fuzz <n>",
      "besides, send so many cases drawn from the schema: valid bodies, bodies with one or two faults, spellings",
      wholeNumber("--fuzz", { least: 1, greatest: 1_000_000 }),
    )
    .option("--seed <text>", "draw the same ids, names and cases again; by default they are fresh");
}

function addJudging(command: Command): void {
  command
    .optionsGroup("What fails the run:")
    .option("--strict", "a SHOULD that is not met fails the run", false)
    .option("--expect <id=value>", "an open point has to have this value; may be given again", repeated, none)
    .option("--profile <file>", "the same for many: YAML or JSON of ids and values, or an earlier result.json")
    .option(
      "--waivers <file>",
      "known failures, each with a reason and a last day, in YAML; `waivers` writes a first one",
    )
    .option("--allow-waived", "a waived failure does not fail the run; every report tells it all the same", false)
    .option("--baseline <file>", "say in every report what changed since this result.json of an earlier run")
    .option("--fail-on-regression", "what was met in the baseline, and is broken now, fails the run", false);
}

function addLimits(command: Command): void {
  command
    .optionsGroup("Limits:")
    .addOption(
      new Option("--concurrency <n>", "requests in flight at the same time, at most")
        .argParser(wholeNumber("--concurrency", { least: 1, greatest: 64 }))
        .default(4, "4"),
    );
  addRate(command);
  addTimes(command);
}

function addRate(command: Command): void {
  command
    .optionsGroup("Limits:")
    .option(
      "--rate <n>",
      "requests a second, at most, over the whole run; by default as many as it answers",
      wholeNumber("--rate", { least: 1, greatest: 10_000 }),
    );
}

function addTimes(command: Command): void {
  command
    .optionsGroup("Limits:")
    .addOption(
      new Option("--timeout <seconds>", "for one request, from sending it to the last byte of its answer")
        .argParser(seconds("--timeout", 600))
        .default(10_000, "10"),
    )
    .addOption(
      new Option("--connect-timeout <seconds>", "until a connection is open, TLS included")
        .argParser(seconds("--connect-timeout", 600))
        .default(DEFAULT_LIMITS.connectMs, "5"),
    )
    .addOption(
      new Option("--deadline <seconds>", "for the whole run, fuzzing included")
        .argParser(seconds("--deadline", 86_400))
        .default(120_000, "120"),
    )
    .addOption(
      new Option("--max-wait <seconds>", "waited in all for a provider that answers 429, 502, 503 or 504")
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
    .addOption(size("--max-body", "read of an answer's body, and of what it decompresses to", DEFAULT_LIMITS.bodyBytes))
    .addOption(size("--max-headers", "of an answer's header", DEFAULT_LIMITS.headerBytes))
    .addOption(size("--max-evidence", "kept of all requests and answers together", DEFAULT_LIMITS.evidenceBytes));
}

function addReports(command: Command): void {
  command
    .optionsGroup("Reports:")
    .option("--quiet", "print the verdict line alone", false)
    .addOption(
      new Option("--verbose", "show each exchange as it happens, on standard error").default(false).conflicts("quiet"),
    );
  addReportOptions(command);
}

function seconds(option: string, greatest: number): (text: string) => number {
  return wholeNumber(option, { least: 1, greatest, unit: "seconds" }, 1000);
}
