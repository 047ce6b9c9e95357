/** What the document says to one thing in an interaction. */
import type { Finding, OpenPoint } from "../result/result.ts";

export type Remark = { readonly contradicts: Finding } | { readonly open: OpenPoint };

/** A remark that the document leaves something open. `where` as in a finding. */
export function open(id: string, where: string): Remark {
  return { open: { id, where } };
}

/** A remark that the document rules something out: its word, and the pact's. */
export function contradicts(where: string, expected: string, seen: string): Remark {
  return { contradicts: { where, expected, seen } };
}
