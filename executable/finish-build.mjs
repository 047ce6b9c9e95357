/**
 * Makes the parts of the package besides the compiled code: the parsed documents, their validators, the page of the
 * requirements, the files of the adapter for Jest, and the bundled command. Removes compiled code that the package does not need. Runs after the
 * compiler.
 *
 * Usage: node executable/finish-build.mjs [DIST]. DIST is the folder of the compiled code.
 */
import { copyFileSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { rolldown } from "rolldown";
import { minifySync } from "rolldown/utils";
import { bundleForPackage, root } from "./bundle.mjs";

// Makes the code small enough to ship: removes files that no export reaches, comments and indentation.

/** Files that are found only by their path. */
const FOUND_BY_PLACE = ["spec/parsed/validators.mjs"];

const isCode = (file) => /\.[cm]?js$|\.d\.[cm]?ts$/.test(file);

/**
 * Removes compiled files that nothing loads. Comments are removed from the code, but stay in the declarations, which
 * editors show.
 * @param {string} dist the folder of the compiled code
 * @param {unknown} exported `exports` of package.json
 */
function slim(dist, exported) {
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

const dist = resolve(process.argv[2] ?? join(root, "dist"));
const compiled = (module) => import(pathToFileURL(join(dist, module)).href);

/** Jest loads CommonJS. */
async function bundleAdapterForJest() {
  const folder = join(dist, "library/adapters");
  const external = ["fastest-levenshtein"];
  const build = await rolldown({ input: join(folder, "jest.js"), platform: "node", external, logLevel: "silent" });
  await build.write({ file: join(folder, "jest.cjs"), format: "cjs" });
  await build.close();
  copyFileSync(join(root, "library/adapters/jest.d.cts"), join(folder, "jest.d.cts"));
}

(await compiled("spec/shipped-yaml.js")).writeParsed();
(await compiled("spec/compile-schemas.js")).writeValidators();
(await compiled("library/adapters/adapter-plan.js")).writePlan();
await (await compiled("cli/explain/requirements-page.js")).writePage(join(root, "docs/requirements.md"));
await bundleAdapterForJest();
await bundleForPackage(dist);
slim(dist, JSON.parse(readFileSync(join(root, "package.json"), "utf8")).exports);
