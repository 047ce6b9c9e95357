/** `proxy` from its first line to its exit status. */
import { readFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { expect, test } from "vitest";
import { but, correct, json, plantBody } from "../../proof/correct.ts";
import type { Behaviour } from "../../proof/behaviour.ts";
import { startProvider } from "../../proof/test-provider.ts";
import type { TrafficResult } from "../../traffic/traffic-result.ts";
import { type Ran, command, folder } from "../testing/command.ts";

const token = "token-of-the-passage";
const headers = { Authorization: `Bearer ${token}`, "Content-Type": "application/json", "User-Agent": "shop/1.0" };
const body = JSON.stringify({ id: 1_234_567, name: "Weeping fig" });

/** Runs the command with a target, which is the provider and a path, sends a plant, and interrupts it after the answer. */
async function passing(behaviour: Behaviour, path: string, ...more: readonly string[]): Promise<Ran> {
  await using provider = await startProvider(behaviour, { token });
  let interrupt = (): void => undefined;
  const onInterrupt = (callback: () => void): (() => void) => {
    interrupt = callback;
    return () => undefined;
  };
  let err = "";
  const sent = (text: string): void => {
    err += text;
    const url = /^Listening on (\S+),/.exec(text)?.[1];
    if (url === undefined) return;
    void fetch(new URL("/plants", url), { method: "POST", headers, body })
      .then((answer) => answer.text())
      .then(interrupt);
  };
  const ran = await command(
    ["proxy", "--target", `${provider.url}${path}`, "--port", "0", ...more],
    {},
    { onInterrupt, err: sent },
  );
  return { ...ran, err };
}

test("clean traffic ends with 0", async () => {
  const { status, out, err } = await passing(correct, "", "--side", "provider");
  expect(out).toMatch(/^TRAFFIC CLEAN /);
  expect(err).toContain("1 exchange passed");
  expect(status).toBe(0);
});

test("what is broken is printed as it happens, and again in the report, without the token", async () => {
  const wrong = but({ answerPlant: (plant) => json(200, { ...plantBody(plant), id: 7, tag: token }) });
  const file = join(folder(), "traffic.json");
  const { status, out, err } = await passing(wrong, "", "--report", `json=${file}`);
  expect(err).toContain(
    "provider MUST plant-has-no-id, exchange 1 of shop/1.0: /id: expected no such member, seen 7\n",
  );
  expect(out).toMatch(/^TRAFFIC BROKEN /);
  const text = readFileSync(file, "utf8");
  expect((JSON.parse(text) as TrafficResult).recordings).toMatchObject([{ name: "the proxy", format: "proxy" }]);
  expect(text + out + err).not.toContain(token);
  expect(status).toBe(1);
});

test("what is sent outside the path of the target is not judged", async () => {
  const { status, out, err } = await passing(correct, "/api");
  expect(err).toMatch(/^Listening on http:\/\/[\d.:]+\/api, passing through to http:\/\/[\d.:]+\/api\n/);
  expect(out).toMatch(/^INCONCLUSIVE /);
  expect(status).toBe(3);
});

test("without traffic it ends after its time with 3", async () => {
  const { status, out } = await command(["proxy", "--target", "http://127.0.0.1:9", "--port", "0", "--for", "1s"]);
  expect(out).toMatch(/^INCONCLUSIVE /);
  expect(status).toBe(3);
});

test("a target that cannot be reached is named once, as it happens", async () => {
  const closed = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => closed.once("listening", resolve));
  const { port } = closed.address() as { port: number };
  await new Promise((resolve) => closed.close(resolve));
  let [interrupt, err] = [(): void => undefined, ""];
  const target = `http://127.0.0.1:${port}`;
  const ran = await command(
    ["proxy", "--target", target, "--port", "0"],
    {},
    {
      onInterrupt: (callback) => {
        interrupt = callback;
        return () => undefined;
      },
      err: (text) => {
        err += text;
        const url = /^Listening on (\S+),/.exec(text)?.[1];
        if (url === undefined) return;
        const asked = (): Promise<unknown> => fetch(url, { method: "POST", body }).catch((error: unknown) => error);
        void asked().then(asked).then(interrupt);
      },
    },
  );
  expect(err.split(`${target} cannot be reached: the connection was refused\n`)).toHaveLength(2);
  expect(err).toContain("0 exchanges passed");
  expect(ran).toMatchObject({ status: 3, out: expect.stringContaining("None of 2 exchanges could be read") });
});

test.each<readonly [argv: readonly string[], sentence: string]>([
  [[], "Required option '--target <url>' not specified"],
  [["--target", "plants"], 'The base URL "plants" is not a URL'],
  [["--target", "http://127.0.0.1:9", "--for", "soon"], '--for "soon" is not a duration'],
  [["--target", "http://127.0.0.1:9", "--for", "99999h"], '--for "99999h" is longer than 576h, which is the limit'],
  [["--target", "http://127.0.0.1:9", "--for", "0s"], '--for "0s" is not a duration'],
  [["--target", "http://127.0.0.1:9", "--insecure"], "--insecure is for https"],
])("%j is wrong usage", async (argv, sentence) => {
  const { status, err } = await command(["proxy", ...argv]);
  expect(err).toContain(sentence);
  expect(status).toBe(2);
});

test("a port that is taken is wrong usage", async () => {
  const taken = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => taken.once("listening", resolve));
  const { port } = taken.address() as { port: number };
  const { status, err } = await command(["proxy", "--target", "http://127.0.0.1:9", "--port", String(port)]);
  taken.close();
  expect([status, err]).toEqual([2, expect.stringContaining(`cannot listen on 127.0.0.1, port ${port}`)]);
});
