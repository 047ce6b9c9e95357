/** `contracts` and `check --only-contracts`: verifies pacts, without the checks, and returns the exit status. */
import { givenPacing } from "../options/run-options.ts";
import { defined } from "../../spec/defined.ts";
import { contractsResult } from "../../library/provider-result.ts";
import { foundConfig } from "../options/config.ts";
import { bringsContracts } from "../options/option-conflicts.ts";
import { type GivenDocument, givenDocument, providerFor } from "../options/document-options.ts";
import { type ContractsOptions, prepareContracts } from "../options/contract-options.ts";
import type { OptionsOf } from "../options/table.ts";
import { type Io, NO_VERIFIER, UsageError } from "../io.ts";
import { type TypedOption, withCommand } from "../options/typed-options.ts";
import { runAndReport } from "../process/target.ts";
import { parseSubjects } from "../options/subject-option.ts";
import { planReports, refuseOfSelection } from "../files/write-reports.ts";

type ContractsCommandOptions = Omit<OptionsOf<"contracts">, "documentOnly"> & {
  readonly baseUrl?: string;
  readonly typed: readonly TypedOption[];
};

/** Runs `contracts`. @returns 0 when no interaction that counts is broken, 1 when one is, 3 when one was not judged */
export async function contracts(
  argument: string | undefined,
  options: ContractsCommandOptions,
  io: Io,
): Promise<number> {
  if (io.isExecutable === true) throw new UsageError(NO_VERIFIER);
  const { strict, seed, quiet } = options;
  const given = await givenDocument(options);
  requirePacts(options, given);
  const named = providerFor(given, argument, options, io);
  const subjects = parseSubjects(options.subject);
  const reports = planReports(options, io, foundConfig(options, io));
  refuseOfSelection(reports);
  const opening = { named, pacing: givenPacing(options, 1), needsStates: bringsContracts(options) };
  return runAndReport(opening, { reports, quiet, io }, async (target, signal) => {
    const { verify, publish } = await prepareContracts(options, io, { operation: given?.operation, signal, ...target });
    const { provider, redaction, failure } = target;
    const { providerVersion } = options;
    const asked = { provider, strict, verify, subjects, redaction, signal, failure, seed, providerVersion };
    const result = await contractsResult(defined({ ...asked, document: given?.document }));
    return publish(withCommand(result, "contracts", { options, io, target }), signal);
  });
}

/** Another document without pacts is refused: the shipped ones do not apply, so nothing would be verified. */
function requirePacts(options: ContractsOptions, given: GivenDocument | undefined): void {
  if (given?.operation.isShipped !== false || bringsContracts(options)) return;
  throw new UsageError(
    "The contracts that ship are of version 1.0.0 and are left out for another document; give your own with --pacts or --broker",
  );
}
