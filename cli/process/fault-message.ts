/** Reports a fault of the suite or the machine in one sentence, which does not blame the provider. */
import type { Redaction } from "../../result/redact.ts";
import { excerpt } from "../../result/safe-text.ts";
import { systemFault } from "../../result/system-fault.ts";

/** The most code points of a message to show. */
const LONGEST = 500;

/** The sentence for an unexpected error, with its place in the code. */
export function faultSentence(error: unknown, redaction: Redaction): string {
  const message = error instanceof Error ? error.message : String(error);
  const [, place] = (error instanceof Error && /([^/\\()]+[/\\][^/\\()]+:\d+:\d+)\)?$/m.exec(error.stack ?? "")) || [];
  const where = place === undefined ? "" : ` (${place})`;
  return `A fault of the suite itself, which says nothing about a provider: ${shown(message, redaction)}${where}`;
}

/** The sentence for a stream that cannot be written any more. */
export function streamSentence(name: string, error: unknown, redaction: Redaction): string {
  return `${name} cannot be written: ${shown(systemFault(error), redaction)}`;
}

function shown(text: string, redaction: Redaction): string {
  return excerpt(redaction.safely(text), LONGEST);
}
