/** Right providers that differ from the reference in every freedom: no MUST fails, and there is no warning. */
import { describe, expect, test } from "vitest";
import { judgeProvider, providerAt } from "../cli/index.ts";
import { startProvider } from "./provider.ts";
import { rights } from "./right/freedoms.ts";

const token = "token-of-the-right";

describe("a provider is conformant, without a warning, that", () => {
  test.each(rights.map((right) => [right.name, right] as const))("%s", async (_name, { behaviour, profile }) => {
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
  });
});
