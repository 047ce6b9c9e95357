/**
 * Makes the parts of the package besides the compiled code: the parsed documents, their validators, the files of the
 * adapter for Jest, and the bundled command. Removes compiled code that the package does not need. Runs after the
 * compiler.
 *
 * Usage: node executable/finish-build.mjs [DIST]. DIST is the folder of the compiled code.
 */
import { copyFileSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { rolldown } from "rolldown";
import { bundleForPackage, root } from "./bundle.mjs";
import { slim } from "./slim.mjs";

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

(await compiled("spec/shipped.js")).writeParsed();
(await compiled("spec/compile.js")).writeValidators();
(await compiled("library/adapters/plan.js")).writePlan();
await bundleAdapterForJest();
await bundleForPackage(dist);
slim(dist, JSON.parse(readFileSync(join(root, "package.json"), "utf8")).exports);
