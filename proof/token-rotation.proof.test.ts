/** A token that expires during a run is no fault of the provider; one that is refused at random is. */
import { describe, expect, test } from "vitest";
import { providerResult } from "../library/provider-result.ts";
import type { RunResult } from "../result/result.ts";
import { type Behaviour, type Request, refuse } from "./behaviour.ts";
import { authenticate, but } from "./correct.ts";
import { openInMemory } from "./seeds/in-memory.ts";

const TOKEN = "token-of-the-rotation";
const SEEDS = ["one", "two", "three", "four", "five"];

interface Rotating {
  readonly behaviour: Behaviour;
  readonly renewToken: () => Promise<string>;
}

/** Replaces its token after so many requests. */
function rotating(lifetime: number): Rotating {
  let [count, current] = [0, TOKEN];
  const isOfToken = (request: Request): ReturnType<typeof authenticate> => {
    count += 1;
    if (count % lifetime === 0) current = `${TOKEN}-${count}`;
    return authenticate({ ...request, token: current });
  };
  return { behaviour: but({ authenticate: isOfToken }), renewToken: () => Promise.resolve(current) };
}

/** Takes each token that was given out, and refuses a share of the requests with 401. */
function refusing(share: number): Rotating {
  let [given, state] = [0, 20_251_128];
  const isDrawn = (): boolean => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647 < share;
  };
  const isOfToken = (request: Request): ReturnType<typeof authenticate> => {
    const headers = { ...request.headers };
    const authorization = headers.authorization?.replace(new RegExp(`${TOKEN}-\\d+$`, "u"), TOKEN);
    const refused = authenticate({ ...request, headers: { ...headers, ...(authorization && { authorization }) } });
    return refused ?? (isDrawn() ? refuse("authentication", 401, "No") : undefined);
  };
  return { behaviour: but({ authenticate: isOfToken }), renewToken: () => Promise.resolve(`${TOKEN}-${(given += 1)}`) };
}

async function judged({ behaviour, renewToken }: Rotating, seed: string): Promise<RunResult> {
  using provider = openInMemory(behaviour, TOKEN);
  return await providerResult({ url: provider.url, token: TOKEN, renewToken, seed, strict: true });
}

describe("nothing is held against a provider whose token lives", () => {
  test.each([25, 60, 90, 150])("for %i requests", async (lifetime) => {
    for (const seed of SEEDS) {
      const { verdict, requirements } = await judged(rotating(lifetime), seed);
      const broken = requirements.filter(({ status }) => status === "failed").map(({ id }) => id);
      expect({ seed, verdict, broken }).toEqual({ seed, verdict: "conformant", broken: [] });
    }
  });
});

describe("a fresh token each time does not hide a front that answers 401 at random", () => {
  test.each([0.05, 0.1, 0.3, 0.6])("to a share of %f", async (share) => {
    for (const seed of SEEDS) {
      const { verdict } = await judged(refusing(share), seed);
      expect({ seed, verdict }).not.toEqual({ seed, verdict: "conformant" });
    }
  });
});
