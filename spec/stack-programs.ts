/**
 * Whole programs of common stacks that meet every MUST and SHOULD. The proof runs them, and the fixes of a stack are cut
 * from its program: a region begins with comments `fix <ids>: <advice>`, with the requirements (or causes) that the code
 * below meets, and ends with the comment `end fix`.
 */
import { packageFile } from "./package-file.ts";

/** What a program does to meet one requirement. */
export interface ProgramFix {
  /** What to do, in sentences. Text between backticks is code. */
  readonly advice: string;
  /** The lines of the program that do it. */
  readonly code: string;
}

/** The text of a program of `spec/programs/`. */
export function programText(file: string): string {
  return packageFile(`spec/programs/${file}`);
}

/** The text of a program without the comments that mark its fixes. */
export function programToPaste(file: string): string {
  const lines = programText(file).split("\n");
  const text = lines.filter((line) => !FIX.test(line) && !END.test(line)).join("\n");
  return text.replaceAll(/\n{3,}/g, "\n\n");
}

const FIX = /^\s*(?:#|\/\/) fix ([a-z0-9, -]+): (.+)$/;
const END = /^\s*(?:#|\/\/) end fix$/;

/** The fixes in the text of a program, by the id of the requirement. Regions of one requirement are joined. */
export function programFixes(text: string): ReadonlyMap<string, ProgramFix> {
  const fixes = new Map<string, ProgramFix>();
  let advice: (readonly [id: string, advice: string])[] = [];
  let lines: string[] = [];
  for (const line of text.split("\n")) {
    const [, ids, sentence = ""] = FIX.exec(line) ?? [];
    if (ids !== undefined && advice.length === 0) lines = [];
    if (ids !== undefined) advice.push(...ids.split(", ").map((id) => [id, sentence] as const));
    else if (!END.test(line)) lines.push(line);
    if (!END.test(line)) continue;
    const code = withoutMargin(lines);
    for (const [met, said] of advice) fixes.set(met, joined(fixes.get(met), { advice: said, code }));
    advice = [];
  }
  return fixes;
}

function joined(one: ProgramFix | undefined, other: ProgramFix): ProgramFix {
  if (one === undefined) return other;
  const code = one.code.endsWith(other.code) ? one.code : `${one.code}\n\n${other.code}`;
  return { advice: `${one.advice} ${other.advice}`, code };
}

/** Lines as a text, without the blanks that all of them begin with. */
function withoutMargin(lines: readonly string[]): string {
  const margins = lines.filter((line) => line.trim() !== "").map((line) => /^\s*/.exec(line)?.[0].length ?? 0);
  return lines
    .map((line) => line.slice(Math.min(...margins)))
    .join("\n")
    .trim();
}
