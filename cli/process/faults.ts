/** A fault of the suite or of the machine, as the command reports it: one sentence, which accuses nobody. */
import type { Redaction } from "../../result/redact.ts";
import { excerpt } from "../../result/safe-text.ts";

/** Code points of a message that are shown. */
const LONGEST = 500;

/** What to say of something that was thrown and that nobody expected, with the place in the code. */
export function faultSentence(error: unknown, redaction: Redaction): string {
  const message = error instanceof Error ? error.message : String(error);
  const [, place] = (error instanceof Error && /([^/\\()]+[/\\][^/\\()]+:\d+:\d+)\)?$/m.exec(error.stack ?? "")) || [];
  const where = place === undefined ? "" : ` (${place})`;
  return `A fault of the suite itself, which says nothing about a provider: ${shown(message, redaction)}${where}`;
}

/** What to say of a stream that takes no more. */
export function streamSentence(name: string, error: unknown, redaction: Redaction): string {
  return `${name} cannot be written: ${shown(systemWords(error), redaction)}`;
}

/** What the system said of a failed call, without the call and the path: `ENOSPC: no space left on device`. */
export function systemWords(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return /^E[A-Z0-9]+: [^,]+/.exec(message)?.[0] ?? message;
}

function shown(text: string, redaction: Redaction): string {
  return excerpt(redaction.safely(text), LONGEST);
}
