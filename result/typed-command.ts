/** How the command line of a run can be repeated. It holds no secret. */

/** The name of the program and of the command, and the options, as words that a shell has not quoted yet. */
export interface RunCommand {
  /** How the program was called: `npx plant-store-conformance`. */
  readonly program: string;
  readonly name: "check" | "contracts";
  /** The program was the single executable, which verifies no contracts. */
  readonly executable?: true;
  /** The options that reach the provider. A word such as `$PLANT_STORE_INVALID_TOKEN` is a variable of the shell. */
  readonly reach: readonly string[];
  /** The options that name the document to judge by; absent for the one that ships. */
  readonly document?: readonly string[];
  /** What one request needs beside its own words: where the token is read, and the transport; from the file of options, too. */
  readonly request: readonly string[];
  /** The options about contracts. */
  readonly contracts: readonly string[];
  /** The options about what is asked and what fails the run, without a selection and a seed. */
  readonly judging: readonly string[];
}
