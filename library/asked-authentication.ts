/**
 * Which checks of authentication a run makes: those of the document, or none if the provider uses no authentication.
 */
import type { Operation } from "../spec/read-operation.ts";

/** With `none`, a run has no checks of authentication. */
export type AskedAuthentication = "bearer" | "none";

/** The setting for the checks. @param said the user's option; by default the provider requires a token */
export function authenticationOfChecks({ security }: Operation, said?: "none"): AskedAuthentication {
  return security.kind === "none" ? "none" : (said ?? "bearer");
}

/** The setting for the cases of fuzzing: they can vary authentication only if it is a bearer token. */
export function authenticationOfCases({ security }: Operation, ofChecks: AskedAuthentication): AskedAuthentication {
  return security.kind === "bearer" && security.notJudged === undefined ? ofChecks : "none";
}
