/** Makes the code small enough to ship: removes files that no export reaches, comments and indentation. */
import { existsSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { minifySync } from "rolldown/utils";

/** Files that are found only by their path. */
const FOUND_BY_PLACE = ["spec/parsed/validators.mjs"];

const isCode = (file) => /\.[cm]?js$|\.d\.[cm]?ts$/.test(file);

/**
 * Removes compiled files that nothing loads. Comments are removed from the code, but stay in the declarations, which
 * editors show.
 * @param {string} dist the folder of the compiled code
 * @param {unknown} exported `exports` of package.json
 */
export function slim(dist, exported) {
  const reached = new Set();
  for (const file of [...filesIn(exported), ...FOUND_BY_PLACE]) {
    reach(join(dist, file.replace(/^(?:\.\/)?dist\//, "")), reached);
  }
  const bundled = join(dist, "command");
  for (const name of readdirSync(dist, { recursive: true })) {
    const file = join(dist, name);
    if (!isCode(file)) continue;
    const isBundled = file.startsWith(bundled);
    if (!isBundled && !reached.has(file)) rmSync(file);
    else if (file.endsWith(".js")) {
      const code = readFileSync(file, "utf8");
      writeFileSync(file, withoutIndent(file, isBundled ? code : written(file, code, false)));
    }
  }
}

/** The files that the package exports, with their types. */
function filesIn(exported) {
  if (typeof exported === "object" && exported !== null) return Object.values(exported).flatMap(filesIn);
  return typeof exported === "string" && isCode(exported) ? [exported] : [];
}

/** Follows the imports of a file, and the files that it names by path. */
function reach(file, reached) {
  // A string that only looks like an import names a file that does not exist.
  if (reached.has(file) || !existsSync(file)) return;
  reached.add(file);
  const text = readFileSync(file, "utf8");
  for (const [, path] of text.matchAll(/(?:\bfrom|\bimport|\bimport\(|new URL\()\s*"(\.[^"]+\.[cm]?[jt]sx?)"/g)) {
    const compiled = path.replace(/\.tsx?$/, ".js");
    const isDeclared = /\.d\.[cm]?ts$/.test(file);
    reach(resolve(dirname(file), isDeclared ? compiled.replace(/\.js$/, ".d.ts") : compiled), reached);
  }
}

/** The code without comments. Names and line breaks stay, so that the place of a fault is readable. */
function written(file, code, removeWhitespace) {
  return minifySync(file, code, { compress: false, mangle: false, codegen: { removeWhitespace, comments: false } })
    .code;
}

/** Removes tabs at the start of lines, a fortieth of the package, except where this would change a string. */
function withoutIndent(file, code) {
  const bare = code.replaceAll(/^\t+/gm, "");
  return written(file, bare, true) === written(file, code, true) ? bare : code;
}
