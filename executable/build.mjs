/**
 * Builds the command as one file for this system, for people without Node: Node itself with the bundled command and the
 * files that it reads (https://nodejs.org/api/single-executable-applications.html). It does not contain Pact's native
 * part, which contracts need.
 *
 * Usage, after `npm run build`: node executable/build.mjs FILE [DIST]. DIST is the folder of the compiled code.
 */
import { execFileSync } from "node:child_process";
import {
  chmodSync,
  copyFileSync,
  mkdtempSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { inject } from "postject";
import { bundleForExecutable, root } from "./bundle.mjs";

const [file, from = join(root, "dist")] = process.argv.slice(2);
const dist = resolve(from);

/** Modules that look for files next to themselves, and their replacements. */
const replaced = new Map([
  [
    "spec/package-file.ts",
    `import { getAsset } from "node:sea";
    export const packageFile = (path) => getAsset(path, "utf8");
    export const toolVersion = () => {
      const { name, version } = JSON.parse(packageFile("package.json"));
      return { name, version };
    };`,
  ],
  [
    "spec/built-files.ts",
    `import { getAsset } from "node:sea";
    export const builtDocument = (file) => getAsset("built/" + file + ".json", "utf8");
    export const builtFile = () => { throw new Error("The executable builds nothing"); };`,
  ],
]);

/** The files that the command reads, by the path that it uses. */
function assets() {
  const all = (folder) => readdirSync(join(root, folder)).map((name) => `${folder}/${name}`);
  const shipped = [
    "package.json",
    "reports/html/browser/page.css",
    "reports/html/browser/fleet.css",
    "reports/html/browser/page.js",
    ...all("contracts/pacts"),
    ...all("result").filter((path) => path.endsWith(".schema.json")),
    ...all("spec/programs").filter((path) => /\.\w+$/.test(path)),
    ...all("spec").filter((path) => path.endsWith(".yaml") || path.endsWith(".schema.json")),
  ];
  const built = readdirSync(join(dist, "spec/parsed")).filter((name) => name.endsWith(".yaml.json"));
  return Object.fromEntries([
    ...shipped.map((path) => [path, join(root, path)]),
    ...built.map((name) => [`built/${name}`, join(dist, "spec/parsed", name)]),
  ]);
}

async function buildExecutable(target) {
  const folder = mkdtempSync(join(tmpdir(), "plant-store-executable-"));
  try {
    const [main, output, config] = ["main.cjs", "main.blob", "sea.json"].map((name) => join(folder, name));
    await bundleForExecutable(dist, main, replaced);
    writeFileSync(config, JSON.stringify({ main, output, disableExperimentalSEAWarning: true, assets: assets() }));
    execFileSync(process.execPath, ["--experimental-sea-config", config], { stdio: ["ignore", "ignore", "inherit"] });
    mkdirSync(dirname(target), { recursive: true });
    copyFileSync(process.execPath, target);
    chmodSync(target, 0o755);
    // The signature of Node is no longer valid, and macOS runs no file with an invalid signature.
    const isSigned = process.platform === "darwin";
    if (isSigned) execFileSync("codesign", ["--remove-signature", target]);
    await inject(target, "NODE_SEA_BLOB", readFileSync(output), {
      // By this mark, Node recognizes that it contains an application.
      sentinelFuse: "NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2",
      ...(isSigned ? { machoSegmentName: "NODE_SEA" } : {}),
    });
    if (isSigned) execFileSync("codesign", ["--sign", "-", target]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

if (file === undefined) {
  process.stderr.write("Name the file to build: node executable/build.mjs FILE [DIST]\n");
  process.exitCode = 2;
} else {
  await buildExecutable(file);
}
