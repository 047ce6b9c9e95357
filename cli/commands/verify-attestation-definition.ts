/** The command line of `verify-attestation`. The command itself is loaded when it runs. */
import type { Command } from "commander";
import type { ExitWith, Io } from "../io.ts";
import { none, repeated } from "../options/list-options.ts";
import type { VerifyOptions } from "./verify-attestation.ts";

/** Adds the command. */
export function addVerifyAttestation(program: Command, io: Io, exitWith: ExitWith): void {
  program
    .command("verify-attestation")
    .description("verify a signed test result: its signature, its content, and which result it refers to")
    .argument("<attestation>", "a file written with --report attestation=FILE --sign-key KEY")
    .requiredOption("--key <file>", "the trusted Ed25519 public key, in PEM")
    .option("--result <file>", "the result.json that the attestation must refer to")
    .option(
      "--subject <name=sha256:digest>",
      "a subject that the attestation must name; may be repeated",
      repeated,
      none,
    )
    .addHelpText("after", "\nExit status: 0 verified, 1 not verified, 2 wrong usage.")
    .action(async (file: string, options: VerifyOptions) => {
      const { verifyAttestation } = await import("./verify-attestation.ts");
      exitWith(verifyAttestation(file, options, io));
    });
}
