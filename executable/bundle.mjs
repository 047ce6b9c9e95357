/** Bundles the command: as a few files for the package, and as one file for the executable. */
import { join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";

/** The checkout. */
export const root = fileURLToPath(new URL("..", import.meta.url));

const main = join(root, "cli/main.ts");

/**
 * Small packages that every run loads are bundled. The others are loaded from where they are installed: with the client
 * of undici, the package would exceed its size limit.
 */
const LOADED_BY_EVERY_RUN = /^(?:commander|fastest-levenshtein|lossless-json|proxy-from-env|ajv-formats\/.*)$/;

/** Modules that every command loads, and those that every run loads in addition, with all their imports. */
const START = ["cli/main.ts"];
const RUN = [
  "cli/commands/check.ts",
  "cli/files/last-run.ts",
  "reports/text/terminal-short-report.ts",
  "reports/run/run-report.ts",
  "reports/text/terminal-text.ts",
  "spec/validators.ts",
];

/**
 * Writes `command/main.js` and the chunks that it loads when they are needed.
 * @param {string} dist the folder of the compiled code
 */
export async function bundleForPackage(dist) {
  const output = join(dist, "command");
  await bundle(
    { external: (id) => isOfPackage(id) && !LOADED_BY_EVERY_RUN.test(id) },
    { dist, replaced: new Map(), place: (module) => placeIn(output, join(dist, module.replace(/\.tsx?$/, ".js"))) },
    {
      plugins: [builtIns],
      dir: output,
      cleanDir: true,
      format: "esm",
      chunkFileNames: "[name].js",
      codeSplitting: { includeDependenciesRecursively: false, groups: chunks() },
    },
  );
}

/**
 * Writes one CommonJS file with everything that the command imports.
 * @param {string} dist the folder of the compiled code
 * @param {string} file
 * @param {ReadonlyMap<string, string>} replaced modules of this project by their path, and what stands in their place
 */
export async function bundleForExecutable(dist, file, replaced) {
  await bundle(
    { external: [/^@pact-foundation\//] },
    { dist, replaced, place: null },
    { file, format: "cjs", codeSplitting: false },
  );
}

async function bundle(input, { dist, replaced, place }, output) {
  const all = new Map([...replaced, ["spec/built-validators.ts", validatorsWithin(dist)]]);
  const seen = new Set();
  const build = await rolldown({
    input: main,
    platform: "node",
    tsconfig: join(root, "tsconfig.json"),
    preserveEntrySignatures: "allow-extension",
    plugins: [ownModules(all, seen, place)],
    logLevel: "silent",
    ...input,
  });
  // Names and line breaks stay, so that the place of a fault is readable.
  await build.write({ ...output, minify: "dce-only", comments: { legal: true, annotation: false, jsdoc: false } });
  await build.close();
  for (const path of all.keys()) if (!seen.has(path)) throw new Error(`Nothing imports ${path} any more`);
}

const validatorsWithin = (dist) =>
  `import * as validators from ${JSON.stringify(join(dist, "spec/parsed/validators.mjs"))};
   export const builtValidators = () => Promise.resolve(validators);`;

/** Handles modules of this project: their replacements, and the path that they have for themselves. */
function ownModules(replaced, seen, place) {
  const pathOf = (id) => relative(root, id).replaceAll("\\", "/");
  return {
    name: "own-modules",
    load(id) {
      const path = pathOf(id);
      if (replaced.has(path)) seen.add(path);
      return replaced.get(path) ?? null;
    },
    // A bundled module is at another place, but finds files and packages relative to its own compiled file. An
    // executable finds none: its packages are bundled.
    transform(code, id) {
      if (!code.includes("import.meta.url") || !/^\w+\/.*\.tsx?$/.test(pathOf(id))) return null;
      return place === null
        ? code.replaceAll("createRequire(import.meta.url)(", "require(")
        : code.replaceAll("import.meta.url", `new URL("${place(pathOf(id))}", import.meta.url).href`);
    },
  };
}

/**
 * Loads the modules of Node with `require`. An `import` reads all of their exports, also those that Node makes only
 * when they are first read, such as the whole of Web Crypto.
 */
const builtIns = {
  name: "built-ins",
  renderChunk: (code) =>
    code
      .replaceAll(/^import \* as (\w+) from ("node:[\w/]+");$/gm, "const $1 = process.getBuiltinModule($2);")
      .replaceAll(/^import \{ (.+) \} from ("node:[\w/]+");$/gm, (_, names, module) => {
        return `const { ${names.replaceAll(" as ", ": ")} } = process.getBuiltinModule(${module});`;
      }),
};

const placeIn = (folder, file) => relative(folder, file).replaceAll("\\", "/");

const isOfPackage = (id) => !/^(?:[./]|[A-Za-z]:)/.test(id);

/**
 * The modules of every command are one chunk. The additional modules of a run are two: those that send requests, and
 * the others, some of which other commands need without undici. Modules that are imported on demand have separate
 * chunks.
 */
function chunks() {
  let modules;
  const nameOf = (id, context) => {
    modules ??= { start: withImports(START, context), run: withImports(RUN, context) };
    if (modules.start.has(id)) return "start";
    if (!modules.run.has(id)) return null;
    return [...withImports([id], context)].some((one) => one.startsWith("undici/")) ? "sending" : "run";
  };
  return [{ debugName: "cold", name: nameOf }];
}

/** Modules, and all their imports. */
function withImports(paths, context) {
  const within = new Set();
  const add = (id) => {
    if (within.has(id)) return;
    within.add(id);
    context.getModuleInfo(id)?.importedIds.forEach(add);
  };
  for (const path of paths) {
    const id = resolve(root, path);
    if (context.getModuleInfo(id) === null) throw new Error(`Nothing imports ${path} any more`);
    add(id);
  }
  return within;
}
