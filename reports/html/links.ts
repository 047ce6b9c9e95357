/** Anchors of the page: stable, and made only of the ids of requirements and checks. */

/** The anchors of the page's sections. They begin with an underscore, which no id of a requirement does. */
export const sections = {
  first: "_first",
  broken: "_broken",
  outages: "_outages",
  unexpected: "_unexpected",
  warnings: "_warnings",
  waived: "_waived",
  waivers: "_waivers",
  notJudged: "_not-judged",
  profile: "_profile",
  contracts: "_contracts",
  requirements: "_requirements",
  latency: "_latency",
  run: "_run",
} as const;

/** The anchor of a requirement or a check: its id. Characters that an id cannot have are written as code points. */
export function anchor(id: string): string {
  return id.replaceAll(/[^A-Za-z0-9/-]/gu, (character) => `.${(character.codePointAt(0) ?? 0).toString(16)}.`);
}
