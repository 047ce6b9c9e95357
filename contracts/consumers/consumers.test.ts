/** What the consumers do with answers that no pact covers: neither Plant nor Error, and no answer at all. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, test } from "vitest";
import { catalogueHtml, listPlant } from "./catalogue-consumer.ts";
import { submitPlant } from "./form-consumer.ts";
import { importPlant } from "./importer-consumer.ts";

interface Answering extends AsyncDisposable {
  readonly baseUrl: string;
  readonly bodies: readonly string[];
}

async function answering(status: number, body: string | null): Promise<Answering> {
  const bodies: string[] = [];
  const server = createServer((request, response) => {
    let text = "";
    request.on("data", (part: Buffer) => (text += part.toString()));
    request.on("end", () => {
      bodies.push(text);
      if (body === null) response.destroy();
      else response.writeHead(status, { Location: "/elsewhere" }).end(body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const stop = async (): Promise<void> => {
    const closed = new Promise((resolve) => server.close(resolve));
    server.closeAllConnections();
    await closed;
  };
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { baseUrl, bodies, [Symbol.asyncDispose]: stop };
}

const consumers = {
  importer: (baseUrl: string) => importPlant({ baseUrl, token: "t", timeoutMs: 60_000 }, { id: 1n, name: "Fern" }),
  catalogue: (baseUrl: string) =>
    listPlant({ baseUrl, token: "t", timeoutMs: 60_000 }, { id: 1, name: "Fern", tag: "shade" }),
  form: (baseUrl: string) =>
    submitPlant({ baseUrl, token: "t", timeoutMs: 60_000, fixable: new Set() }, { id: "1", name: "Fern", tag: "" }),
};

describe.each(Object.entries(consumers))("the %s", (_name, send) => {
  test.each([
    [500, "no JSON"],
    [400, '{"detail":"of another shape"}'],
    [400, '{"error":"words","message":7}'],
    [307, ""],
    [401, '{"error":401,"message":"no"}'],
  ])("does not understand %i with %s, and sends nothing again", async (status, body) => {
    await using store = await answering(status, body);
    expect(await send(store.baseUrl)).toEqual({ outcome: "not-understood", status });
    expect(store.bodies).toHaveLength(1);
  });

  test("does not know what became of a plant without an answer, and sends it once", async () => {
    await using store = await answering(0, null);
    expect((await send(store.baseUrl)).outcome).toBe("unknown");
    expect(store.bodies).toHaveLength(1);
  });
});

test("the form sends an id exactly as it was typed, without leading zeros", async () => {
  await using store = await answering(200, "");
  const filled = { id: "009007199254740993", name: "Fern", tag: "shade" };
  const result = await submitPlant(
    { baseUrl: store.baseUrl, token: "t", timeoutMs: 60_000, fixable: new Set() },
    filled,
  );
  expect(result).toEqual({ outcome: "created" });
  expect(store.bodies).toEqual(['{"id":9007199254740993,"name":"Fern","tag":"shade"}']);
});

test("the catalogue refuses an id that a number does not hold, and makes names harmless", async () => {
  const store = { baseUrl: "http://127.0.0.1:1", token: "t", timeoutMs: 100 };
  await expect(listPlant(store, { id: 2 ** 53, name: "Fern", tag: "x" })).rejects.toThrow(RangeError);
  expect(
    catalogueHtml([
      { outcome: "listed", name: "<b>&", tag: "<i>" },
      { outcome: "refused", message: "no" },
    ]),
  ).toBe("<ul><li>&lt;b&gt;&amp; <small>&lt;i&gt;</small></li></ul>");
});
