/** The smallest set of mutants that the kill matrix calls enough. Pure. */
import type { Kill } from "../kill-matrix.ts";

/** Reads `kill-matrix.md`, as `killMatrix` writes it. */
export function killsOfPage(page: string): readonly Kill[] {
  const [byRequirement = "", byCheck = ""] = page.split("\n## What each check kills\n");
  const requirements = new Map<string, string[]>();
  for (const section of byRequirement.split("\n### ").slice(1)) {
    const id = section.slice(0, section.indexOf(" "));
    for (const [mutant] of rowsOf(section)) put(requirements, mutant, id);
  }
  const checks = new Map<string, string[]>();
  for (const [check, , names] of rowsOf(byCheck.split("\n## ")[0] ?? "")) {
    for (const mutant of (names ?? "").split(", ")) put(checks, mutant, check);
  }
  return [...new Set([...requirements.keys(), ...checks.keys()])].map((mutant) => ({
    mutant,
    requirements: requirements.get(mutant) ?? [],
    checks: checks.get(mutant) ?? [],
  }));
}

/** The cells of each row of the tables in a text, without their headings. */
function rowsOf(text: string): readonly (readonly string[])[] {
  return text
    .split("\n")
    .filter((line) => line.startsWith("| ") && !line.startsWith("| ---"))
    .map((line) =>
      line
        .split("|")
        .slice(1, -1)
        .map((cell) => cell.trim()),
    )
    .filter(([first]) => first !== "mutant" && first !== "check");
}

function put(map: Map<string, string[]>, key: string | undefined, value: string | undefined): void {
  if (key === undefined || value === undefined || key === "") return;
  map.set(key, [...(map.get(key) ?? []), value]);
}

/**
 * The names of as few mutants as a greedy choice needs, so that each requirement and each check of the matrix is among
 * what they break.
 */
export function leastCover(kills: readonly Kill[]): readonly string[] {
  const left = new Set(kills.flatMap(({ requirements, checks }) => [...requirements, ...checks]));
  const chosen: string[] = [];
  const gain = ({ requirements, checks }: Kill): number =>
    [...requirements, ...checks].filter((id) => left.has(id)).length;
  while (left.size > 0) {
    const best = kills.reduce((one, other) => (gain(other) > gain(one) ? other : one));
    chosen.push(best.mutant);
    for (const id of [...best.requirements, ...best.checks]) left.delete(id);
  }
  return chosen;
}
