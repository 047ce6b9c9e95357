/** Counts the requirements of the catalogue for tests, so that a new requirement changes no test. */
import { type Level, readRequirements } from "../requirements.ts";

const catalogue = readRequirements();

/** The number of requirements of one level. */
export function countOf(level: Level): number {
  return catalogue.filter((requirement) => requirement.level === level).length;
}
