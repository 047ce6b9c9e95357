/** Which questions about authentication a run asks: those that the document leaves, unless the provider uses none. */
import type { Operation } from "../spec/read-operation.ts";

/** `none`: nothing about authentication is asked. */
export type AskedAuthentication = "bearer" | "none";

/** What the checks ask. @param said what the user says of the provider; by default it asks for a token */
export function authenticationOfChecks({ security }: Operation, said?: "none"): AskedAuthentication {
  return security.kind === "none" ? "none" : (said ?? "bearer");
}

/** What the cases of fuzzing ask: they vary what stands in the place of a bearer token. */
export function authenticationOfCases({ security }: Operation, ofChecks: AskedAuthentication): AskedAuthentication {
  return security.kind === "bearer" && security.notJudged === undefined ? ofChecks : "none";
}
