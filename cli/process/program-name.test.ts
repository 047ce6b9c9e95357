/** The words before the command, depending on how the program was started. */
import { expect, test } from "vitest";
import { programName } from "../program.ts";

const agent = (name: string): string => `${name}/11.0.0 node/v20.19.0 linux x64`;

test.each([
  ["npx", "/app/node_modules/.bin/plant-store-conformance", agent("npm"), "npx plant-store-conformance"],
  [
    "npx, from its cache",
    "/home/me/.npm/_npx/1/node_modules/.bin/plant-store-conformance",
    agent("npm"),
    "npx plant-store-conformance",
  ],
  [
    "pnpm",
    "/app/node_modules/plant-store-conformance/dist/cli/main.js",
    agent("pnpm"),
    "pnpm exec plant-store-conformance",
  ],
  ["yarn", "/app/node_modules/.bin/plant-store-conformance", agent("yarn"), "yarn plant-store-conformance"],
  ["bun", "/app/node_modules/.bin/plant-store-conformance", agent("bun"), "bunx plant-store-conformance"],
  [
    "its path in node_modules",
    "/app/node_modules/.bin/plant-store-conformance",
    undefined,
    "npx plant-store-conformance",
  ],
  ["a folder of the PATH", "/usr/local/bin/plant-store-conformance", undefined, "plant-store-conformance"],
  ["node", "/app/dist/cli/main.js", undefined, "node dist/cli/main.js"],
  ["a script of npm that starts node", "/app/dist/cli/main.js", agent("npm"), "node dist/cli/main.js"],
  ["node, at a path with a blank", "/my app/dist/cli/main.js", undefined, "plant-store-conformance"],
])("started by %s", (_, script, user, expected) => {
  expect(programName(script, user, "/app")).toBe(expected);
});
