/** The command line: what there is to give, what it means, and what is wrong with what was given. */
import { Command, CommanderError, Option } from "commander";
import { addCheckOptions, addTargetOptions, none, words } from "./options/check-options.ts";
import type { CheckOptions } from "./commands/check.ts";
import { applyConfig } from "./options/config.ts";
import { addContracts } from "./contracts-program.ts";
import type { InitWaiversOptions } from "./commands/init-waivers.ts";
import { EXIT, type Io, UsageError } from "./io.ts";
import { toolVersion } from "../library/version.ts";
import type { CompareOptions } from "./commands/compare.ts";
import type { ExplainOptions } from "./explain/explain.ts";
import type { ListOptions } from "./commands/list.ts";
import { FORMATS, addReportOptions } from "./options/report-options.ts";
import type { ReplayOptions } from "./commands/replay.ts";
import type { ReportOptions } from "./files/write-reports.ts";
import type { ServeOptions } from "./commands/serve.ts";
import { portNumber } from "./options/number-options.ts";
import type { VerifyOptions } from "./commands/verify-attestation.ts";

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

/** What only one command needs is loaded when it is asked for: a run begins sooner. */
function programOf(io: Io, done: (status: number) => void): Command {
  const program = new Command("plant-store-conformance")
    .description("Judges any server of the Plant Store's create-plant operation by the document that describes it.")
    .version(toolVersion().version)
    .configureHelp({ optionDescription, subcommandTerm: (command) => command.name() })
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
  addContracts(program, io, done);
  addServe(program, io, done);
  addList(program, io, done);
  addExplain(program, io, done);
  addRender(program, io, done);
  addWaivers(program, io, done);
  addCompare(program, io, done);
  addReplay(program, io, done);
  addVerifyAttestation(program, io, done);
  return program;
}

/** A default is told where it has been put into words; that a flag is off and a list empty goes without saying. */
function optionDescription({ description, defaultValueDescription }: Option): string {
  return defaultValueDescription === undefined ? description : `${description} (default: ${defaultValueDescription})`;
}

function addCheck(program: Command, io: Io, done: (status: number) => void): void {
  addCheckOptions(program.command("check"))
    .description("judge a provider; without a base URL or --reference nothing is judged")
    .argument(
      "[base-url]",
      "where the provider is, a path prefix included; /plants is appended; or set PLANT_STORE_URL",
    )
    .addHelpText("after", `${FORMATS}\n${CHECK_EXAMPLES}`)
    .hook("preAction", (command) => applyConfig(command, io.env))
    .action(async (baseUrl: string | undefined, options: CheckOptions) => {
      const { check } = await import("./commands/check.ts");
      done(await check(baseUrl, options, io));
    });
}

const CHECK_EXAMPLES = `
Examples:
  PLANT_STORE_TOKEN=... plant-store-conformance check http://127.0.0.1:8080/api
  plant-store-conformance check https://plants.example/v1 --token-file token.txt --out reports/latest
  plant-store-conformance check http://127.0.0.1:8080 --token-file token.txt --only refuses-malformed-json
  plant-store-conformance check http://127.0.0.1:8080 --token-file token.txt --fuzz 1000 --rate 100
  plant-store-conformance check --reference

Exit status: 0 conformant, 1 not conformant, 2 wrong usage (nothing was sent), 3 inconclusive.`;

function addServe(program: Command, io: Io, done: (status: number) => void): void {
  program
    .command("serve")
    .description("run the reference implementation; it prints its URL and stops on SIGINT or SIGTERM")
    .option("--port <n>", "the port, 0 for a free one; or set PORT (default: 8080)", portNumber("--port"))
    .option("--host <address>", "the address to listen on", "127.0.0.1")
    .option("--base-path <path>", "a path before /plants", "")
    .option("--token <token>", "the bearer token that it takes")
    .option("--token-file <file>", "a file that holds the token on one line; or set PLANT_STORE_TOKEN")
    .option(
      "--states-port <n>",
      "let this machine put the store into provider states at this port, 0 for a free one (off by default)",
      portNumber("--states-port"),
    )
    .action(async (options: ServeOptions) => {
      const { serve } = await import("./commands/serve.ts");
      done(await serve(options, io));
    });
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
    .action(async (options: ListOptions) => {
      const { list } = await import("./commands/list.ts");
      done(await list(options, io));
    });
}

function addExplain(program: Command, io: Io, done: (status: number) => void): void {
  program
    .command("explain")
    .description("say what a requirement or a check asks, where it rests, what is sent, and how a provider is mended")
    .argument("[id]", "the id of a requirement, or of a check")
    .option("--json", "as JSON", false)
    .addHelpText("after", "\nThe whole catalogue explained is docs/requirements.md of this package.")
    .action(async (id: string | undefined, options: ExplainOptions) => {
      const { explain } = await import("./explain/explain.ts");
      done(await explain(id, options, io));
    });
}

function addRender(program: Command, io: Io, done: (status: number) => void): void {
  const command = program
    .command("render")
    .description("make reports of a result that was written before; without options, print the text report")
    .argument("<result>", "the result.json of a run");
  addReportOptions(command)
    .addHelpText("after", `${FORMATS}\n${RENDER_EXAMPLES}`)
    .action(async (result: string, options: ReportOptions) => {
      const { render } = await import("./commands/render.ts");
      done(await render(result, options, io));
    });
}

const RENDER_EXAMPLES = `
Examples:
  plant-store-conformance render reports/latest/result.json
  plant-store-conformance render result.json --report markdown=-
  plant-store-conformance render result.json --report junit=junit.xml --report har=exchanges.har

Exit status: 0 rendered, whatever the verdict; 2 wrong usage, or the file is no result.`;

function addWaivers(program: Command, io: Io, done: (status: number) => void): void {
  program
    .command("waivers")
    .description("write a first file of waivers, to be filled in and given to check --waivers")
    .requiredOption("--init <result>", "the result.json with the failures: each that is not waived gets an entry")
    .option("--out <file>", "the file to write, which must not exist; - is standard output", "waivers.yaml")
    .addHelpText("after", "\nExit status: 0 written, or nothing to waive; 2 wrong usage, or the file is no result.")
    .action(async (options: InitWaiversOptions) => {
      const { initWaivers } = await import("./commands/init-waivers.ts");
      done(initWaivers(options, io));
    });
}

function addCompare(program: Command, io: Io, done: (status: number) => void): void {
  program
    .command("compare")
    .description("what changed between two results, the behaviour profile included")
    .argument("<before>", "the result.json of the earlier run, the baseline")
    .argument("<now>", "that of the later run")
    .addOption(new Option("--format <format>", "text, markdown or json").default("text", "text"))
    .option("--fail-on-regression", "exit status 1 when something that was met is broken", false)
    .addHelpText("after", COMPARE_HELP)
    .action(async (before: string, now: string, options: CompareOptions) => {
      const { compareFiles } = await import("./commands/compare.ts");
      done(compareFiles(before, now, options, io));
    });
}

const COMPARE_HELP = `
A regression is a requirement, a check or an interaction of a contract that passed and has failed now, or a worse
verdict. What is waived or pending is none, nor is a change in the behaviour profile: pin that with check --expect.

Examples:
  plant-store-conformance compare released.json reports/latest/result.json
  plant-store-conformance compare released.json result.json --format markdown --fail-on-regression

Exit status: 0 compared, 1 a regression with --fail-on-regression, 2 wrong usage.`;

function addReplay(program: Command, io: Io, done: (status: number) => void): void {
  const command = program
    .command("replay")
    .description("send what was recorded of one check again, byte for byte, and show both answers side by side")
    .argument("<result>", "the result.json of a run")
    .argument("<check>", "the id of a check, as the reports have it")
    .option(
      "--base-url <url>",
      "send to this provider; without it to the one that was judged, with a token only on this machine",
    );
  addTargetOptions(command)
    .addHelpText("after", REPLAY_EXAMPLES)
    .action(async (result: string, id: string, options: ReplayOptions) => {
      const { replay } = await import("./commands/replay.ts");
      done(await replay(result, id, options, io));
    });
}

const REPLAY_EXAMPLES = `
Several requests are sent one after the other, over one connection. Nothing is judged.

Examples:
  plant-store-conformance replay reports/latest/result.json error-shape/every-400 --token-file token.txt
  plant-store-conformance replay result.json refuses-no-body/no-body --base-url http://127.0.0.1:8080/api

Exit status: 0 every request was answered, whatever the answer; 2 wrong usage; 3 one was not answered.`;

function addVerifyAttestation(program: Command, io: Io, done: (status: number) => void): void {
  program
    .command("verify-attestation")
    .description("verify a signed test result: who signed it, what it says, which result it speaks of")
    .argument("<attestation>", "a file written with --report attestation=FILE --sign-key KEY")
    .requiredOption("--key <file>", "the Ed25519 public key of whoever is trusted, in PEM")
    .option("--result <file>", "the result.json that it should speak of")
    .addHelpText("after", "\nExit status: 0 everything holds, 1 something does not, 2 wrong usage.")
    .action(async (file: string, options: VerifyOptions) => {
      const { verifyAttestation } = await import("./commands/verify-attestation.ts");
      done(verifyAttestation(file, options, io));
    });
}
