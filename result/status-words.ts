/** What outcomes are called. */
import type { Level } from "../spec/requirements.ts";
import type { Status } from "./result.ts";

/** What the outcome of a requirement is called. */
export function requirementWord(status: Status, level: Level): string {
  if (status === "passed") return "met";
  if (status === "failed") return { MUST: "broken", SHOULD: "not met", OPEN: "not as expected" }[level];
  return status === "not-judged" ? "not judged" : status;
}

/** What the outcome of a check or an interaction is called. */
export function checkWord(status: Status): string {
  return status === "not-judged" ? "not judged" : status;
}
