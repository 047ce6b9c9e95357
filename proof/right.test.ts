/** Right providers that differ from the reference in every freedom: no MUST fails, and there is no warning. */
import { describe, expect, test } from "vitest";
import { judgeProvider, providerAt } from "../cli/index.ts";
import { but, correct } from "./correct.ts";
import { startProvider } from "./provider.ts";
import { accusedOnce } from "./right/accused-once.ts";
import { rights } from "./right/freedoms.ts";

const token = "token-of-the-right";

describe("a provider is conformant, without a warning, that", () => {
  test.each([...rights, ...accusedOnce].map((right) => [right.name, right] as const))(
    "%s",
    async (_name, { behaviour, profile }) => {
      await using started = await startProvider(behaviour, { token });
      const provider = providerAt(started.url, token, { requestMs: 5_000 });
      for (const seed of ["first", "second"]) {
        const result = await judgeProvider({ provider, seed, strict: true });
        expect(
          result.requirements.filter(({ status }) => status === "failed").map(({ id, checks }) => [id, checks]),
        ).toEqual([]);
        expect(result.reasons).toEqual(["Every requirement is met."]);
        if (seed === "first") expect(result.profile).toMatchObject(profile ?? {});
      }
    },
  );
});

test("nothing is said of answers kept apart where no two requests were in flight", async () => {
  await using started = await startProvider(correct, { token });
  const result = await judgeProvider({
    provider: { ...providerAt(started.url, token), concurrency: 1 },
    seed: "one",
    strict: false,
  });
  expect(result.requirements.find(({ id }) => id === "keeps-answers-apart")?.status).toBe("not-judged");
  expect(result.verdict).toBe("conformant");
});

test("a 409 to a request that had to be sent twice does not break accepts-valid-plant", async () => {
  // It reads on after it has closed its side, so that it may keep a plant whose answer it cannot send any more.
  const behaviour = but({
    send: (answer, _response, socket) => {
      const fields = Object.entries(answer.headers).map(([name, value]) => `${name}: ${String(value)}`);
      const head = [`HTTP/1.1 ${answer.status} X`, `Content-Length: ${Buffer.byteLength(answer.body)}`, ...fields];
      socket.end(`${head.join("\r\n")}\r\n\r\n${String(answer.body)}`);
    },
  });
  await using started = await startProvider(behaviour, { token });
  const result = await judgeProvider({ provider: providerAt(started.url, token), seed: "one", strict: false });
  const failed = result.requirements.filter(({ status }) => status === "failed").map(({ id }) => id);
  expect(failed).not.toContain("accepts-valid-plant");
  expect(failed).not.toContain("accepts-every-ordinary-request");
});
