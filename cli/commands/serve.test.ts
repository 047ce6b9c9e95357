import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { shipped } from "../../spec/shipped-yaml.ts";
import { type Ran, command, folder } from "../testing/command.ts";

/** Runs `serve` with the token "served-token" until `ask`, which gets its URL, is done. */
async function serving(argv: readonly string[], ask: (url: string) => Promise<void>): Promise<Ran> {
  let [out, interrupt] = ["", (): void => undefined];
  let printed = (): void => undefined;
  const listening = new Promise<void>((resolve) => (printed = resolve));
  const running = command(
    ["serve", "--port", "0", ...argv],
    { PLANT_STORE_TOKEN: "served-token" },
    {
      out: (text) => {
        out += text;
        printed();
      },
      onInterrupt: (callback) => {
        interrupt = callback;
        return () => undefined;
      },
    },
  );
  await Promise.race([listening, running]);
  const url = out.trim();
  if (url !== "") await ask(url);
  interrupt();
  return await running;
}

const send = (url: string, body: string): Promise<Response> =>
  fetch(url, {
    method: "POST",
    headers: { Authorization: "Bearer served-token", "Content-Type": "application/json" },
    body,
  });

/** Writes a text to a file in a new folder. */
function file(text: string): string {
  const path = join(folder(), "openapi.yaml");
  writeFileSync(path, text);
  return path;
}

describe("serve", () => {
  test("prints its URL, answers, and stops when it is asked to", async () => {
    let served = "";
    const { status } = await serving(["--base-path", "/v1"], async (url) => {
      served = url;
      expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/v1$/);
      const response = await send(`${url}/plants`, '{"id":1234567,"name":"Fern"}');
      expect([response.status, await response.json()]).toEqual([200, { name: "Fern" }]);
    });
    expect(status).toBe(0);
    await expect(fetch(served)).rejects.toThrow();
  });

  test("serves the operation of another document, by its schema", async () => {
    const revised = shipped("openapi.yaml").replaceAll("/plants", "/herbs").replace('"200"', '"201"');
    const document = file(revised.replace("type of the plant\n          type: string", "$&\n          maxLength: 5"));
    const { status } = await serving(["--document", document], async (url) => {
      const answers = [
        await send(`${url}/herbs`, '{"id":1,"name":"Mint","tag":"herb"}'),
        await send(`${url}/herbs`, '{"id":1,"name":"Mint","tag":"garden"}'),
        await send(`${url}/plants`, '{"id":1,"name":"Mint"}'),
      ];
      expect(answers.map((answer) => answer.status)).toEqual([201, 400, 404]);
      expect(await answers[0]?.json()).toEqual({ name: "Mint", tag: "herb" });
    });
    expect(status).toBe(0);
  });

  test.each([
    [["--operation", "createPlant"], "--operation has no effect without --document"],
    [["--document", "/nowhere"], 'The file "/nowhere" cannot be read'],
    [["--document", file("openapi: 3.1.0\npaths: {}\n")], "The document has no operation that creates something"],
    [["--document", file(shipped("openapi.yaml")), "--operation", "createHerb"], "called createHerb"],
    [
      ["--document", file(shipped("openapi.yaml")), "--states-port", "0"],
      "--states-port has no effect with --document",
    ],
  ])("%j is wrong usage", async (argv, sentence) => {
    const { status, err } = await serving(argv, () => Promise.reject(new Error("it is served")));
    expect({ status, err }).toEqual({ status: 2, err: expect.stringContaining(sentence) as string });
  });
});

test("a port that is taken is reported with what helps", async () => {
  await serving([], async (url) => {
    const { port } = new URL(url);
    const { status, err } = await command(["serve", "--port", port, "--token", "another-token"]);
    expect([status, err]).toEqual([
      2,
      expect.stringMatching(/EADDRINUSE.*; give another --port, or 0 for a free one\n$/),
    ]);
  });
});
