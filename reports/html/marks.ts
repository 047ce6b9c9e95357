/** The parts of a response that findings refer to. */
import type { Finding } from "../../result/result.ts";
import { type Range, locate } from "./locate.ts";

/** A part of a text, marked or not. */
export interface Piece {
  readonly text: string;
  readonly marked: boolean;
}

/** The shown part of a body in pieces. The values that the findings point to are marked. */
export function bodyPieces(body: string, findings: readonly Finding[], limit: number): readonly Piece[] {
  const end = endOfShown(body, limit);
  const ranges = findings
    .filter(({ where }) => where === "" || where.startsWith("/"))
    .map(({ where }) => (where === "" ? { start: 0, end: body.length } : locate(body, where)))
    .filter((range) => range !== null)
    .filter(({ start }) => start < end)
    .sort((one, other) => one.start - other.start || other.end - one.end);
  return pieces(body.slice(0, end), ranges);
}

/** The end of the shown part, never between the halves of a surrogate pair. */
function endOfShown(text: string, limit: number): number {
  if (text.length <= limit) return text.length;
  return /[\ud800-\udbff]/.test(text.charAt(limit - 1)) ? limit - 1 : limit;
}

/** Splits a text at sorted ranges. A range within an earlier one is part of the earlier mark. */
function pieces(text: string, ranges: readonly Range[]): readonly Piece[] {
  const found: Piece[] = [];
  let at = 0;
  for (const { start, end } of ranges) {
    if (end <= at) continue;
    found.push({ text: text.slice(at, Math.max(at, start)), marked: false });
    found.push({ text: text.slice(Math.max(at, start), end), marked: true });
    at = end;
  }
  return [...found, { text: text.slice(at), marked: false }].filter((piece) => piece.text !== "");
}

/** The header names that the findings refer to, in lower case. */
export function markedHeaders(findings: readonly Finding[]): ReadonlySet<string> {
  return new Set(findings.flatMap(({ where }) => /^header (.+)$/.exec(where)?.[1]?.toLowerCase() ?? []));
}
