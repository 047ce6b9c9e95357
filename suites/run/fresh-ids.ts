/** Fresh numbers: ids that no other request of a run has, drawn afresh for each seed. */
import { createHash } from "node:crypto";
import type { CheckId, Fresh } from "../checks/check.ts";
import { ORDINARY_IDS } from "../bodies/drafts.ts";

/** Numbers that one check may draw. */
const BLOCK = 64;

/**
 * Gives each check a block of numbers within the ordinary ids. The seed decides where the blocks lie and the check's
 * place which block it has: the same seed and version send the same bytes, whatever was selected.
 */
export function freshNumbers(seed: string, checks: ReadonlyArray<{ readonly id: CheckId }>): (id: CheckId) => Fresh {
  const start = createHash("sha256").update(seed).digest().readUIntBE(0, 6);
  const places = new Map(checks.map(({ id }, place) => [id, place]));
  return (id) => {
    const place = places.get(id) ?? checks.length;
    return (k) => {
      if (k < 0 || k >= BLOCK) throw new Error(`The check ${id} draws more than ${BLOCK} numbers`);
      return ORDINARY_IDS.least + ((start + place * BLOCK + k) % ORDINARY_IDS.count);
    };
  };
}
