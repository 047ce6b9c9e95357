/** The test files of the deep proof. */
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";

/** Folders that hold no tests of ours. */
const LEFT_OUT = /^(?:node_modules|dist.*|\..*|docs|examples|__snapshots__)$/;

/**
 * The paths of the files that only the proof runs (`*.proof.test.ts`), and of those that repeat more in it than in the gate,
 * because they import `depth.ts`.
 * @param root the folder of the checkout, with a slash at its end
 */
export function proofFiles(root: string): readonly string[] {
  return filesIn(root, "").filter((file) => file.endsWith(".proof.test.ts") || isRepeating(join(root, file)));
}

function isRepeating(path: string): boolean {
  return path.endsWith(".test.ts") && /^import \{ inDepth \}/m.test(readFileSync(path, "utf8"));
}

function filesIn(root: string, folder: string): readonly string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
    if (entry.isDirectory()) return LEFT_OUT.test(entry.name) ? [] : filesIn(root, path);
    return entry.isFile() ? [path] : [];
  });
}
