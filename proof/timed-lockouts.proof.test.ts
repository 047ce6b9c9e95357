/** Providers that lock out who has no valid token are right; those that never let anybody in again are not judged. */
import { describe, expect, test } from "vitest";
import type { Clock } from "../http/retry-after.ts";
import { providerResult } from "../library/provider-result.ts";
import type { RunResult } from "../result/result.ts";
import { steppedClock } from "../suites/testing/clock.ts";
import { type Behaviour, refuse } from "./behaviour.ts";
import { authenticate, but } from "./correct.ts";
import { timedLockouts } from "./right/timed-lockouts.ts";
import { openInMemory } from "./seeds/in-memory.ts";

const token = "token-of-the-lockouts";

async function judged(
  behaviour: (clock: Clock) => Behaviour,
  seed: string,
  more: { readonly renewToken?: () => Promise<string> } = {},
): Promise<RunResult> {
  const clock = steppedClock();
  using provider = openInMemory(behaviour(clock), token);
  return await providerResult({ url: provider.url, token, seed, strict: true, clock, ...more });
}

function brokenIn({ requirements }: RunResult): readonly string[] {
  return requirements.filter(({ status }) => status === "failed").map(({ id }) => id);
}

describe("a provider is conformant, and nothing is held against it, that answers", () => {
  test.each(Object.entries(timedLockouts))("%s", async (_name, behaviour) => {
    for (const seed of ["one", "two", "three", "four", "five"]) {
      // A token command that prints the same token again changes nothing.
      const result = await judged(behaviour, seed, seed === "five" ? { renewToken: () => Promise.resolve(token) } : {});
      expect({ seed, verdict: result.verdict, broken: brokenIn(result) }).toEqual({
        seed,
        verdict: "conformant",
        broken: [],
      });
    }
  });
});

/** Refuses every token for good after five wrong ones. */
const forGood = (status: number) => (): Behaviour => {
  let wrong = 0;
  return but({
    authenticate: (request) => {
      const refused = authenticate(request);
      if (refused !== undefined) wrong += 1;
      return wrong > 5 ? refuse("authentication", status, "Never again") : refused;
    },
  });
};

test.each([401, 403])(
  "a provider that locks out for good with %i refused the token, and broke nothing",
  async (status) => {
    const result = await judged(forGood(status), "one");
    expect(brokenIn(result)).toEqual([]);
    expect(result).toMatchObject({ verdict: "inconclusive", exitCode: 3 });
    expect(result.reasons[0]).toMatch(
      new RegExp(
        `^The provider ${status === 401 ? "took the token at first and then refused it" : "accepted no valid request any more"}: after \\d+ requests every valid one was answered ${status} `,
        "u",
      ),
    );
  },
);

test.each([400, 402, 409, 422, 507])(
  "a quota that is reported with %i has the sentence of every quota",
  async (status) => {
    const full = (): Behaviour =>
      but({
        constrain: (_plant, { memory }) => (memory.plants.size >= 60 ? refuse("limit", status, "Full") : undefined),
      });
    const result = await judged(full, "one");
    expect(brokenIn(result).filter((id) => id !== "answers-without-server-error")).toEqual([]);
    expect(result).toMatchObject({ verdict: "inconclusive", exitCode: 3 });
    expect(result.reasons[0]).toMatch(
      new RegExp(
        `^The provider accepted no valid request any more: after \\d+ requests every valid one was answered ${status} with application/json, as where a store is full or a quota is used up\\.$`,
        "u",
      ),
    );
  },
);
