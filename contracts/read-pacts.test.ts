/** Where user-supplied pacts are read from, and what is reported for places that have none. */
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { readSources } from "./read-pacts.ts";
import { provider, shippedText } from "./testing/contract-provider.ts";

const text = shippedText("plant-form");

function folder(files: Readonly<Record<string, string>>): string {
  const path = mkdtempSync(join(tmpdir(), "pacts-"));
  for (const [name, content] of Object.entries(files)) writeFileSync(join(path, name), content);
  return path;
}

test("a file, a folder's .json files in order, and a URL are pacts", async () => {
  await using server = await provider((response) => response.end(text));
  const path = folder({ "b.json": text, "a.json": text, "notes.txt": "no pact" });
  mkdirSync(join(path, "inner"));
  const sources = await readSources([join(path, "b.json"), path, `${server.url}/pact?signature=secret`], 120_000);
  expect(sources.map(({ name }) => name)).toEqual([
    join(path, "b.json"),
    join(path, "a.json"),
    join(path, "b.json"),
    `${server.url}/pact`,
  ]);
  for (const source of sources) expect(source).toMatchObject({ origin: "user-supplied", text });
});

test("brackets in the texts of a pact are no levels of it", async () => {
  const description = JSON.stringify(`"${"[{".repeat(1_000)}`);
  const many = text.replace(/("description":\s*)"[^"]*"/, (_all, key: string) => key + description);
  expect(many.length).toBeGreaterThan(text.length);
  const [source] = await readSources([join(folder({ "many.json": many }), "many.json")], 120_000);
  expect(source?.text).toBe(many);
});

describe("a place without a pact is quoted", () => {
  const deep = `${'{"a":['.repeat(100_000)}1${"]}".repeat(100_000)}`;
  const long = "x".repeat(8 * 1024 * 1024 + 1);
  const path = folder({ "long.json": long, "text.json": "pact", "object.json": "{}", "deep.json": deep });
  const empty = folder({ "empty.json": '{"consumer":{"name":"c"},"provider":{"name":"p"},"interactions":[]}' });
  test.each([
    ["/nowhere/pact.json", 'The pact "/nowhere/pact.json" cannot be read (there is no such file or folder)'],
    [folder({}), "it is a folder without a .json file"],
    [join(path, "long.json"), "it is longer than 8388608 bytes"],
    [join(path, "text.json"), "is not a pact: it is not JSON"],
    [join(path, "deep.json"), "cannot be read: it is nested deeper than 1000 levels, the limit"],
    [join(path, "object.json"), "is not a pact: it has no"],
    [join(empty, "empty.json"), "has no interactions"],
    ["/dev/null", "it is not a file"],
    ["http://user:secret@127.0.0.1/pact", "The URL of a pact at 127.0.0.1 holds credentials"],
    ["http://127.0.0.1:1/pact?signature=secret", 'The pact "http://127.0.0.1:1/pact" cannot be fetched ('],
  ])("%s", async (place, sentence) => {
    const reading = readSources([place], 120_000);
    await expect(reading).rejects.toThrow(sentence);
    await expect(reading).rejects.not.toThrow("secret");
  });

  test.each([
    ["is not found", 404, "", "it was answered 404"],
    ["is a redirect, which is not followed", 302, "", "it was answered 302"],
    ["is too long", 200, "x".repeat(8 * 1024 * 1024 + 1), "longer than 8388608 bytes"],
  ])("a URL that %s", async (_what, status, body, sentence) => {
    await using server = await provider((response) => {
      response.writeHead(status, { Location: "/other" }).end(body);
    });
    await expect(readSources([server.url], 120_000)).rejects.toThrow(sentence);
    expect(server.bodies).toHaveLength(1);
  });

  test("a URL that never answers", async () => {
    await using server = await provider(() => undefined);
    await expect(readSources([server.url], 200)).rejects.toThrow("cannot be fetched");
  });
});

describe("pacts of several providers", () => {
  const of = (name: string): string =>
    JSON.stringify({ consumer: { name: "kiosk" }, provider: { name }, interactions: [{ description: name }] });
  const both = folder({ "bills.json": of("billing"), "plants.json": of("plant-store") });
  const others = folder({ "bills.json": of("billing"), "mails.json": of("mailing") });
  const read = async (
    place: string,
    name?: string,
  ): Promise<{ readonly names: readonly string[]; readonly left: readonly string[] }> => {
    const left: string[] = [];
    const sources = await readSources([place], 1000, { name, onLeftOut: (sentence) => left.push(sentence) });
    return { names: sources.map((source) => source.name), left };
  };

  test("in a folder are those of the usual provider, and the others are named", async () => {
    expect(await read(both)).toEqual({
      names: [join(both, "plants.json")],
      left: [`${join(both, "bills.json")} is left out: it is a pact of the provider "billing".`],
    });
  });

  test("are those of the provider that was chosen, in folders and files", async () => {
    expect((await read(both, "billing")).names).toEqual([join(both, "bills.json")]);
    expect((await read(join(both, "bills.json"), "billing")).left).toEqual([]);
    expect((await read(join(both, "bills.json"))).left).toEqual([]);
  });

  test("are left out if nothing in them asks for the operation, and none is left to verify then", async () => {
    const asking = (name: string, path: string): string =>
      JSON.stringify({
        consumer: { name: "kiosk" },
        provider: { name },
        interactions: [{ description: name, request: { method: "POST", path }, response: { status: 200 } }],
      });
    const files = folder({ "a.json": asking("billing", "/bills"), "b.json": asking("garden shop", "/eu/plants/7") });
    const [bills, garden] = ["a.json", "b.json"].map((name) => join(files, name));
    const left: string[] = [];
    const choice = { template: "/stores/{store}/plants", onLeftOut: (sentence: string) => left.push(sentence) };
    const names = async (places: readonly string[], name?: string): Promise<readonly string[]> =>
      (await readSources(places, 1000, { ...choice, name })).map((source) => source.name);
    expect(await names([String(bills), String(garden)])).toEqual([garden]);
    expect(left).toEqual([`${bills} is left out: it is a pact of the provider "billing".`]);
    expect(await names([String(bills)], "billing")).toEqual([bills]);
    await expect(names([String(bills)])).rejects.toThrow(
      'No pact that was given is of the provider "plant-store"; give --pact-provider NAME if another one is meant',
    );
  });

  test("of which none is the usual one need a choice, and a choice that leaves nothing is refused", async () => {
    await expect(read(others)).rejects.toThrow('several providers ("billing", "mailing"); give --pact-provider NAME');
    await expect(read(both, "no-such")).rejects.toThrow('No pact that was given is of the provider "no-such"');
  });
});
