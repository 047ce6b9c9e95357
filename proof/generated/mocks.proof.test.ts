/** The suite against copies of mock servers, and the page that describes them. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { providerResult } from "../../library/provider-result.ts";
import { readRequirements } from "../../spec/requirements.ts";
import { differencesOf } from "../real/runner/judge-stack.ts";
import { mocks } from "./mocks.ts";

const token = "token-of-the-mocks";
const page = readFileSync(new URL("../../docs/stacks.md", import.meta.url), "utf8");
const musts = new Set(readRequirements().flatMap(({ id, level }) => (level === "MUST" ? [id] : [])));

test.each(mocks.map((mock) => [mock.name, mock] as const))(
  "the suite says exactly what is wrong with %s",
  async (_name, mock) => {
    const running = await mock.start(token);
    try {
      const result = await providerResult({ url: running.url, token, seed: "1", strict: false });
      expect(differencesOf(result, mock.expected)).toEqual([]);
    } finally {
      await running.stop();
    }
  },
);

test.each(mocks.map((mock) => [mock.name, mock] as const))(
  "docs/stacks.md has a line on %s with every MUST that it does not meet",
  (name, mock) => {
    const line = page.split("\n").filter((text) => text.startsWith(`| ${name} `));
    expect(line).toHaveLength(1);
    const named = [...(line[0] ?? "").matchAll(/`([a-z0-9-]+)`/gu)]
      .map(([, id = ""]) => id)
      .filter((id) => musts.has(id));
    expect(named.toSorted()).toEqual(
      Object.keys(mock.expected.broken)
        .filter((id) => musts.has(id))
        .toSorted(),
    );
  },
);
