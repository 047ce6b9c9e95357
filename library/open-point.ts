/** The names that an expectation may use: the open points of a document. */
import { nearName } from "../result/near-name.ts";
import type { Requirement } from "../spec/requirements.ts";

/** Why an id does not name an open point, as words that follow the id; null if it does. */
export function openPointFault(
  id: string,
  requirements: ReadonlyArray<Pick<Requirement, "id" | "level">>,
): string | null {
  const known = requirements.find((requirement) => requirement.id === id);
  if (known?.level === "OPEN") return null;
  if (known !== undefined) return `names a ${known.level}; a value is expected of open points alone`;
  const open = requirements.filter(({ level }) => level === "OPEN").map((requirement) => requirement.id);
  const nearest = nearName(id, open);
  const hint = nearest !== null ? `did you mean ${nearest}?` : "`list` shows them, with the level OPEN";
  return `names no open point; ${hint}`;
}
