/** Correct providers that need a socket, behind the proxy: none is accused, and the proxy changes no answer. */
import { describe, expect, test } from "vitest";
import { openConnection } from "../../http/connection.ts";
import { DEFAULT_LIMITS } from "../../http/provider.ts";
import { openProxy } from "../../cli/commands/proxy.ts";
import { openTraffic } from "../../traffic/traffic-judge.ts";
import { randomFrom } from "../generator/random.ts";
import { rights } from "../right/index.ts";
import { needsNoSocket } from "../seeds/in-memory.ts";
import { startProvider } from "../test-provider.ts";
import { shippedOptions } from "../../traffic/testing/exchanges.ts";
import { TRAFFIC_TOKEN, everyRequest, isLong, shuffled, wireOf } from "./recorded-rights.ts";

const onSockets = rights.filter(({ behaviour }) => !needsNoSocket(behaviour));

/** The number of requests to each; with `TRAFFIC=whole` all. */
const COUNT = process.env["TRAFFIC"] === "whole" ? Infinity : 12;

describe("a right provider on a socket is not accused from what passes the proxy", () => {
  test.each(onSockets.map((right) => [right.name, right] as const))("it %s", async (name, right) => {
    const { behaviour, basePath = "", warns = [] } = right;
    await using provider = await startProvider(behaviour, { token: TRAFFIC_TOKEN, basePath });
    const traffic = openTraffic({ ...shippedOptions, side: "provider", baseUrls: [provider.url] });
    const recording = traffic.open("the proxy", "proxy", true);
    const proxy = await openProxy({
      target: provider.url,
      transport: {},
      host: "127.0.0.1",
      port: 0,
      seen: (item) => void recording.add(item),
    });
    const ordinary = everyRequest.filter(({ kind }) => kind === "ordinary").slice(0, 3);
    const others = shuffled(
      everyRequest.filter((one) => !isLong(one)),
      randomFrom(name),
    );
    const connection = openConnection({ baseUrl: proxy.url, limits: DEFAULT_LIMITS });
    for (const request of [...ordinary, ...others.slice(0, COUNT)]) {
      // A missing answer is not judged here.
      await connection.send(wireOf(request, basePath), AbortSignal.timeout(5_000)).catch(() => null);
    }
    await connection.close();
    await proxy.close();
    const { requirements, summary } = traffic.result();
    const accused = requirements.filter(({ id, status }) => status === "failed" && !warns.includes(id));
    expect(accused.map(({ id, findings }) => [id, findings])).toEqual([]);
    expect(summary.judged).toBeGreaterThan(2);
  });
});
