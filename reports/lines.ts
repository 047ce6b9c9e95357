/** The parts of a line in a report. */
import { present } from "../result/defined.ts";
import type { Inline, Line, LinkTarget, OutcomeKind } from "./tree.ts";

/** The usual limit of a name or a value, in code points. */
const LIMIT = 300;

export const gap: Inline = { is: "gap" };

export function code(text: string, limit = LIMIT): Inline {
  return { is: "code", text, limit };
}

export function words(text: string, limit = LIMIT): Inline {
  return { is: "words", text, limit };
}

export function tag(text: string): Inline {
  return { is: "tag", text };
}

export function strong(content: Inline): Inline {
  return { is: "strong", content };
}

export function outcome(kind: OutcomeKind, text: string): Inline {
  return { is: "outcome", outcome: kind, text };
}

export function link(to: LinkTarget, content: Inline): Inline {
  return { is: "link", to, content };
}

/** Parts of a line with a separator between them. */
export function joined(parts: readonly Inline[], separator: Inline = ", "): Line {
  return parts.flatMap((part, at) => (at === 0 ? [part] : [separator, part]));
}

/** The first of some parts, and the number of the others. */
export function firstOf(most: number, parts: readonly Inline[]): Line {
  const more = parts.length - most;
  return present([...joined(parts.slice(0, most)), more > 0 && ` and ${more} more`]);
}
