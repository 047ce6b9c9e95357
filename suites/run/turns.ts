/** The turn of a check among those of its kind. It decides what varies between the checks of a kind. */
import { createHash } from "node:crypto";
import { TURNS } from "../checks/dress.ts";
import type { Check, CheckId } from "../checks/check.ts";

/** The number of rounds from which the seed chooses the first of a kind. */
const ROUNDS = 2 ** 20;

/** Counts the checks of each kind: the refusals of one requirement, and all other checks together. */
export function turnsOf(
  seed: string,
  checks: ReadonlyArray<Pick<Check, "id" | "form" | "requirement">>,
): (id: CheckId) => number {
  const turns = new Map<CheckId, number>();
  const next = new Map<string, number>();
  for (const { id, form, requirement } of checks) {
    const kind = form === "refusal" ? requirement : "accepted";
    const turn =
      next.get(kind) ?? TURNS * (createHash("sha256").update(`${seed} ${kind}`).digest().readUInt32BE() % ROUNDS);
    turns.set(id, turn);
    next.set(kind, turn + 1);
  }
  return (id) => turns.get(id) ?? 0;
}
