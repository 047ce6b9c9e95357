/** `--wait` for a provider that is started elsewhere. */
import { type AddressInfo, createServer } from "node:net";
import { describe, expect, test } from "vitest";
import { startServer } from "../../reference-impl/server.ts";
import { freePort } from "../../http/testing/free-port.ts";
import { command } from "../testing/command.ts";

const token = "a-token-of-the-awaited-provider";

const argv = (port: number, ...more: readonly string[]): readonly string[] => [
  "check",
  `http://127.0.0.1:${port}`,
  "--token",
  token,
  "--no-contracts",
  ...more,
];

describe("a provider that does not answer yet", () => {
  test("is judged once it does, with --wait", async () => {
    const port = await freePort();
    let started: Promise<AsyncDisposable> | undefined;
    const ran = await command(
      argv(port, "--wait", "60", "--only", "refuses-malformed-json"),
      {},
      {
        // The provider starts when the command says that it waits.
        err: (text) => {
          if (text.startsWith("Waiting up to 60 s for")) started = startServer({ token, port });
        },
      },
    );
    await using server = await started;
    expect(server).toBeDefined();
    expect(ran.status).toBe(0);
  });

  test("is reported with the option and with what was tried last, where the wait is over", async () => {
    const port = await freePort();
    const ran = await command(argv(port, "--wait", "1", "--quiet"));
    expect(ran.status).toBe(3);
    expect(ran.err).toBe(
      `The provider did not answer within 1 s (--wait); the last thing that was tried: GET http://127.0.0.1:${port}/ (the connection was refused).\n`,
    );
  });

  test("is reported as silent where it takes the connection and says nothing", async () => {
    const silent = createServer((socket) => void socket.on("error", () => undefined));
    await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
    const { port } = silent.address() as AddressInfo;
    const ran = await command(argv(port, "--wait", "1", "--timeout", "1", "--quiet"));
    silent.close();
    expect(ran.err).toContain(`GET http://127.0.0.1:${port}/ (no answer in time)`);
  });

  test("is not waited for by default", async () => {
    expect((await command(argv(await freePort()))).err).not.toContain("Waiting");
  });
});

test.each([
  ["localhost:8081", 'The base URL "localhost:8081" has no scheme; did you mean http://localhost:8081?'],
  ["plants.example:80/api", "did you mean http://plants.example:80/api?"],
  ["127.0.0.1:8081", "did you mean http://127.0.0.1:8081?"],
])("the base URL %s is wrong usage, with what was meant", async (url, sentence) => {
  const ran = await command(["check", url, "--token", "x"]);
  expect(ran).toMatchObject({ status: 2, err: expect.stringContaining(sentence) });
});

test("a token with the word Bearer is wrong usage, and is not repeated", async () => {
  const ran = await command(["check", "http://127.0.0.1:9", "--token", "Bearer a-secret"]);
  expect(ran).toMatchObject({
    status: 2,
    err: "What --token holds begins with the word Bearer; leave it out, and give the token alone\n",
  });
});
