/** The command line that repeats a run. It contains no secret. */

/** The program, the command and the options, as words that are not yet quoted for a shell. */
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
  /**
   * The options that a single request needs: the source of the token, and the transport, including those from the
   * configuration file.
   */
  readonly request: readonly string[];
  /** The options about contracts. */
  readonly contracts: readonly string[];
  /** The options for what is asked and what fails the run, without the selection and the seed. */
  readonly judging: readonly string[];
}
