/** Anchors of the page: stable, and made of nothing but the ids of requirements and checks. */

/** The anchors of the page's own parts. No id of a requirement begins with an underscore. */
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

/** The anchor of a requirement or a check: its id. What does not belong in an id is written as its code point. */
export function anchor(id: string): string {
  return id.replaceAll(/[^A-Za-z0-9/-]/gu, (character) => `.${(character.codePointAt(0) ?? 0).toString(16)}.`);
}
