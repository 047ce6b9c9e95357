/** A recording of a correct provider accuses it of nothing, whatever the requests and their order. */
import { describe, expect, test } from "vitest";
import { randomFrom } from "../generator/random.ts";
import { rightsInMemory } from "../seeds/right-runs.ts";
import { everyRequest, judgedItems, baseOf, readAgain, recorded, repeatedIds, shuffled } from "./recorded-rights.ts";

/** `TRAFFIC=whole` sends everything to each of them; `TRAFFIC_SEED` draws other traffic. */
const isWhole = process.env["TRAFFIC"] === "whole";

/** Providers that wait before they answer, but answer like others. */
const slow = /^takes (?:50 ms|a moment)|^answers late/;

const asked = rightsInMemory.filter(({ name }) => isWhole || !slow.test(name));

describe("a right provider is not accused from its recordings", () => {
  test.each(asked.map((right) => [right.name, right] as const))("it %s", async (name, right) => {
    const random = randomFrom(`${name} ${process.env["TRAFFIC_SEED"] ?? "1"}`);
    const some = shuffled(everyRequest, random).slice(0, isWhole ? Infinity : 50);
    const all = shuffled([...some, ...repeatedIds(random, 25)], random);
    const exchanges = await recorded(right.behaviour, all, right.basePath);
    const baseUrls = [baseOf(exchanges, right.basePath)];
    const result = judgedItems(readAgain(exchanges), { side: "provider", baseUrls });
    const accused = result.requirements.filter(
      ({ id, status }) => status === "failed" && right.warns?.includes(id) !== true,
    );
    expect(accused.map(({ id, findings }) => [id, findings])).toEqual([]);
    expect(result.verdict).toBe("traffic-clean");
    expect(result.summary.judged).toBeGreaterThan(40);
  });
});
