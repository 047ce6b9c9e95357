/** The names of outcomes. */
import type { Level } from "../spec/requirements.ts";
import type { Status } from "./result.ts";

/** The word for the outcome of a requirement. */
export function requirementWord(status: Status, level: Level): string {
  if (status === "passed") return "met";
  if (status === "failed") return { MUST: "broken", SHOULD: "not met", OPEN: "not as expected" }[level];
  return status === "not-judged" ? "not judged" : status;
}

/** The word for the outcome of a check or an interaction. */
export function checkWord(status: Status): string {
  return status === "not-judged" ? "not judged" : status;
}
