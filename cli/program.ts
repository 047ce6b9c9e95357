/** The command line: what there is to give, what it means, and what is wrong with what was given. */
import { Command, CommanderError } from "commander";
import { type CheckOptions, check } from "./check.ts";
import { EXIT, type Io, UsageError } from "./io.ts";
import { toolVersion } from "./judge-provider.ts";
import { type ListOptions, list } from "./list.ts";
import { wholeNumber } from "./numbers.ts";
import { type ServeOptions, portNumber, serve } from "./serve.ts";

/** Runs a command line (without the program's name) and gives its exit status. Only faults of the suite are thrown. */
export async function run(argv: readonly string[], io: Io): Promise<number> {
  let status: number = EXIT.usage;
  const program = programOf(io, (given) => (status = given));
  try {
    await program.parseAsync([...argv], { from: "user" });
    return status;
  } catch (error) {
    // Commander has said what is wrong; help and the version are no error.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : EXIT.usage;
    if (error instanceof UsageError) {
      io.err(`${error.message}\n`);
      return EXIT.usage;
    }
    throw error;
  }
}

function programOf(io: Io, done: (status: number) => void): Command {
  const program = new Command("plant-store-conformance")
    .description("Judges any server of the Plant Store's create-plant operation by the document that describes it.")
    .version(toolVersion().version)
    .exitOverride()
    .configureOutput({
      writeOut: io.out,
      writeErr: io.err,
      outputError: (text, write) =>
        write(`${text.replace(/^error: (.)/, (_, letter: string) => letter.toUpperCase()).trimEnd()}. See --help.\n`),
    })
    .addHelpText(
      "after",
      "\nExit status: 0 conformant, 1 not conformant, 2 wrong usage (nothing was sent), 3 inconclusive.",
    );
  addCheck(program, io, done);
  addServe(program, io, done);
  addList(program, io, done);
  return program;
}

const words = (text: string, before: readonly string[]): readonly string[] => [
  ...before,
  ...text
    .split(",")
    .map((word) => word.trim())
    .filter((word) => word !== ""),
];

const repeated = (text: string, before: readonly string[]): readonly string[] => [...before, text];

const none: readonly string[] = [];

function addCheck(program: Command, io: Io, done: (status: number) => void): void {
  addLimits(program.command("check"))
    .description("judge a provider; without a base URL the reference implementation is started and judged")
    .argument("[base-url]", "where the provider is, a path prefix included; /plants is appended")
    .option("--token <token>", "the bearer token (other users of the machine may see it: prefer one of the next two)")
    .option("--token-file <file>", "a file that holds the token on one line; or set PLANT_STORE_TOKEN")
    .option(
      "--only <names>",
      "run only these: ids of requirements or checks, levels, topics, separated by commas",
      words,
      none,
    )
    .option("--skip <names>", "leave these out", words, none)
    .option("--strict", "a SHOULD that is not met fails the run", false)
    .option("--seed <text>", "draw the same ids, names and cases again; by default they are fresh")
    .option("--no-contracts", "leave out the consumer contracts")
    .option("--report <format=file>", "write a report: text, json or junit; may be given again", repeated, none)
    .option("--out <folder>", "write every report into a folder, under its usual name")
    .option("--quiet", "print the verdict line alone", false)
    .addHelpText("after", CHECK_EXAMPLES)
    .action(async (baseUrl: string | undefined, options: CheckOptions) => done(await check(baseUrl, options, io)));
}

/** How much is sent, how fast, and how long it may take. */
function addLimits(command: Command): Command {
  return command
    .option(
      "--concurrency <n>",
      "requests in flight at the same time, at most",
      wholeNumber("--concurrency", { least: 1, greatest: 64 }),
      4,
    )
    .option(
      "--rate <n>",
      "requests a second, at most, over the whole run; by default as many as it answers",
      wholeNumber("--rate", { least: 1, greatest: 10_000 }),
    )
    .option(
      "--fuzz <n>",
      "besides, send so many cases drawn from the schema: valid bodies, bodies with one or two faults, spellings",
      wholeNumber("--fuzz", { least: 1, greatest: 1_000_000 }),
    )
    .option(
      "--timeout <seconds>",
      "for one request, from sending it to the last byte of its answer",
      seconds("--timeout", 600),
      10_000,
    )
    .option("--deadline <seconds>", "for the whole run, fuzzing included", seconds("--deadline", 86_400), 120_000);
}

const CHECK_EXAMPLES = `
Examples:
  PLANT_STORE_TOKEN=... plant-store-conformance check http://127.0.0.1:8080/api
  plant-store-conformance check https://plants.example/v1 --token-file token.txt --out reports/latest
  plant-store-conformance check http://127.0.0.1:8080 --token-file token.txt --only refuses-malformed-json
  plant-store-conformance check http://127.0.0.1:8080 --token-file token.txt --fuzz 1000 --rate 100

Exit status: 0 conformant, 1 not conformant, 2 wrong usage (nothing was sent), 3 inconclusive.`;

function seconds(option: string, greatest: number): (text: string) => number {
  return wholeNumber(option, { least: 1, greatest, unit: "seconds" }, 1000);
}

function addServe(program: Command, io: Io, done: (status: number) => void): void {
  program
    .command("serve")
    .description("run the reference implementation; it prints its URL and stops on SIGINT or SIGTERM")
    .option("--port <n>", "the port, 0 for a free one; or set PORT (default: 8080)", portNumber("--port"))
    .option("--host <address>", "the address to listen on", "127.0.0.1")
    .option("--base-path <path>", "a path before /plants", "")
    .option("--token <token>", "the bearer token that it takes")
    .option("--token-file <file>", "a file that holds the token on one line; or set PLANT_STORE_TOKEN")
    .action(async (options: ServeOptions) => done(await serve(options, io)));
}

function addList(program: Command, io: Io, done: (status: number) => void): void {
  program
    .command("list")
    .description("list the requirements and their checks")
    .option(
      "--only <names>",
      "only these: ids of requirements or checks, levels, topics, separated by commas",
      words,
      none,
    )
    .option("--skip <names>", "leave these out", words, none)
    .option("--requests", "show the first request of each check, as it would be sent", false)
    .option("--seed <text>", "the seed that ids and names are drawn with", "example")
    .option("--json", "as JSON", false)
    .action(async (options: ListOptions) => done(await list(options, io)));
}
