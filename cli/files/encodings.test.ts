/** Every file and variable that a user gives, as editors and shells write them. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { shippedText } from "../../contracts/testing/contract-provider.ts";
import { packageFile } from "../../spec/package-file.ts";
import { command, folder } from "../testing/command.ts";

const encoded: Readonly<Record<string, (text: string) => Buffer>> = {
  "a mark": (text) => Buffer.from(`\ufeff${text}`),
  "UTF-16 LE": (text) => Buffer.from(`\ufeff${text}`, "utf16le"),
  "UTF-16 BE": (text) => Buffer.from(`\ufeff${text}`, "utf16le").swap16(),
  CRLF: (text) => Buffer.from(text.replaceAll("\n", "\r\n")),
  "a final CR": (text) => Buffer.from(`${text.trimEnd()}\r`),
};

function written(name: string, bytes: Buffer | string): string {
  const path = join(folder(), name);
  writeFileSync(path, bytes);
  return path;
}

/** A command that reads a file and needs no provider, and what shows that it was read. */
const files: Readonly<Record<string, { text: string; argv: (path: string) => string[]; shows: string }>> = {
  document: {
    text: packageFile("spec/openapi.yaml"),
    argv: (path) => ["list", "--document", path],
    shows: "accepts-valid-plant",
  },
  config: {
    text: "only:\n  - error-shape\nno-such: 1\n",
    argv: (path) => ["check", "--config", path],
    shows: "no-such",
  },
  waivers: {
    text: "- id: no-such\n  reason: 1\n",
    argv: (path) => ["check", "http://127.0.0.1:9", "--token", "t", "--waivers", path],
    shows: 'line 2: "reason" is 1',
  },
  fleet: {
    text: "providers:\n  - name: a\n    no-such: 1\n",
    argv: (path) => ["fleet", path, "--out", join(folder(), "out")],
    shows: "no-such",
  },
  "header file": {
    text: "X-Tenant: blue\nX-Two\n",
    argv: (path) => ["check", "http://127.0.0.1:9", "--token", "t", "--header-file", path],
    shows: "Line 2 of the file",
  },
  pact: {
    text: shippedText("plant-form").replace('"interactions"', '"inter"'),
    argv: (path) => ["contracts", "http://127.0.0.1:9", "--token", "t", "--pacts", path],
    shows: "it has no consumer name, provider name or interactions",
  },
  log: { text: '{"request":{"method":"GET"}}\n', argv: (path) => ["judge-traffic", path], shows: "1 exchange" },
};

describe.each(Object.entries(files))("a %s", (_, { text, argv, shows }) => {
  test.each(Object.entries(encoded))("with %s is read", async (_encoding, bytes) => {
    const { out, err } = await command(argv(written("given", bytes(text))));
    expect(out + err).toContain(shows);
  });

  test("in UTF-16 without a mark is named", async () => {
    const { status, err } = await command(argv(written("given", Buffer.from(text, "utf16le"))));
    expect([status, err]).toEqual([2, expect.stringMatching(/given.*UTF-16 without a byte order mark/s)]);
  });
});
