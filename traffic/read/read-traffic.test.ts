/** What readers take from recordings, and what they say is lost: nothing is guessed. */
import { describe, expect, test } from "vitest";
import { line } from "../testing/exchanges.ts";
import { entry, fields, plantText as text } from "../testing/har-entries.ts";
import { isLine } from "../testing/schemas.ts";
import { type TrafficItem, isLost } from "../recorded-traffic.ts";
import { exchangeOfEntry } from "./har-entry.ts";
import { exchangeOfLine } from "./log-line.ts";
import { RecordingError, openRecording } from "./read-traffic.ts";

function partsOf(item: TrafficItem): Readonly<Record<"request" | "response", unknown>> {
  if (isLost(item)) throw new Error(item.lost);
  const shown = (body: unknown): unknown => (body instanceof Uint8Array ? Buffer.from(body).toString() : body);
  return { request: shown(item.request.body), response: item.response && shown(item.response.body) };
}

describe("an entry of a HAR", () => {
  test("is an exchange with the bytes of both bodies", () => {
    expect(partsOf(exchangeOfEntry(entry()))).toEqual({ request: text, response: '{"name":"Rose"}' });
  });

  test("has no pseudo-header fields", () => {
    const headers = fields({ ":method": "POST", "content-type": "application/json" });
    expect(exchangeOfEntry(entry({ request: { headers } }))).toMatchObject({
      request: { headers: [["content-type", "application/json"]] },
    });
  });

  test("has the bytes of base64, and those of a body that was compressed on the way", () => {
    const encoded = { text: Buffer.from("{}").toString("base64"), encoding: "base64", size: 2 };
    expect(partsOf(exchangeOfEntry(entry({ content: encoded }))).response).toBe("{}");
    const transferred = { size: 9, compression: 6 };
    expect(partsOf(exchangeOfEntry(entry({ content: transferred }))).response).toBe('{"name":"Rose"}');
  });

  test.each<readonly [what: string, part: "request" | "response", changes: Readonly<Record<string, object>>]>([
    ["postData that is missing", "request", { request: { postData: null } }],
    ["postData of another length", "request", { request: { postData: { text: `${text} ` } } }],
    ["postData whose bytes were replaced", "request", { request: { postData: { text: "\u{fffd}".padEnd(26) } } }],
    ["a form of which only the parameters are there", "request", { request: { postData: { params: [], text: "" } } }],
    ["a request whose header fields are missing", "request", { request: { headers: [] } }],
    ["content without text", "response", { content: { text: undefined } }],
    ["content without text whose size is 0", "response", { content: { text: undefined, size: 0 } }],
    ["content that was cut off", "response", { content: { text: '{"name"' } }],
    ["content that was written anew", "response", { content: { text: '{ "name": "Rose" }' } }],
    ["content that is marked as cut", "response", { content: { _sha256: "00" } }],
    ["base64 that is none", "response", { content: { text: "%", encoding: "base64" } }],
    ["content in another encoding", "response", { content: { text: "00", encoding: "hex" } }],
  ])("has lost the body: %s", (_, part, changes) => {
    expect(partsOf(exchangeOfEntry(entry(changes)))[part]).toEqual({ lost: expect.any(String) });
  });

  test("has no body only where its client said so", () => {
    const none = { headers: fields({ "Content-Length": "0" }), bodySize: 0, postData: undefined };
    expect(partsOf(exchangeOfEntry(entry({ request: none }))).request).toBeNull();
    const silent = { headers: fields({ Accept: "*/*" }), bodySize: 0, postData: undefined };
    expect(partsOf(exchangeOfEntry(entry({ request: silent }))).request).toHaveProperty("lost");
  });

  test("has an empty answer where its text is empty, or the provider said so", () => {
    const empty = { content: { text: "", size: 0 } };
    expect(partsOf(exchangeOfEntry(entry(empty))).response).toBe("");
    const headers = fields({ "Content-Type": "application/json", "Content-Length": "0" });
    const said = { content: { text: undefined, size: 0 }, response: { headers } };
    expect(partsOf(exchangeOfEntry(entry(said))).response).toBe("");
    const noContent = { content: { text: undefined, size: 0 }, response: { status: 204 } };
    expect(partsOf(exchangeOfEntry(entry(noContent))).response).toBe("");
  });

  test("has lost the media type where it names one and has no field", () => {
    const item = exchangeOfEntry(entry({ response: { headers: fields({ Date: "now" }) } }));
    expect(item).toMatchObject({ response: { headers: { lost: expect.any(String) as unknown } } });
  });

  test.each([0, -1, 100, 103, "200", undefined])("has no answer with the status %j", (status) => {
    expect(exchangeOfEntry(entry({ response: { status } }))).toMatchObject({ response: null });
  });

  test.each([null, [], 7, {}, { request: {} }, { request: { method: "POST" } }])("is none: %j", (value) => {
    expect(exchangeOfEntry(value)).toEqual({ lost: expect.any(String) });
  });
});

describe("a line of a log", () => {
  test("is an exchange that its schema describes", () => {
    expect(isLine(line())).toBe(true);
    expect(partsOf(exchangeOfLine(line())).response).toBe('{"name":"Weeping fig"}');
  });

  test("has header fields as pairs or by their names", () => {
    const request = { method: "POST", url: "/plants", headers: { Accept: "*/*", Via: ["a", "b"] }, body: null };
    expect(isLine({ request })).toBe(true);
    const headers = [
      ["Accept", "*/*"],
      ["Via", "a"],
      ["Via", "b"],
    ];
    expect(exchangeOfLine({ request })).toEqual({ request: { ...request, headers }, response: null });
  });

  test.each<readonly [what: string, body: unknown]>([
    ["JSON that was parsed, so that its numbers may be rounded", { id: 9_007_199_254_740_992 }],
    ["a content of another size", { encoding: "utf-8", content: "{}", size: 3 }],
    ["the first part alone", { encoding: "utf-8", content: "{}", sha256: "00" }],
    ["an encoding that is not known", { encoding: "hex", content: "00" }],
    ["nothing", undefined],
  ])("has lost a body that is %s", (_, body) => {
    const item = exchangeOfLine({ request: { method: "POST", url: "/plants", headers: [], body } });
    expect(partsOf(item).request).toEqual({ lost: expect.any(String) });
  });

  test("has lost a text that is not as long as the message says", () => {
    const headers = [["Content-Length", "3"]];
    const item = exchangeOfLine({ request: { method: "POST", url: "/plants", headers, body: "{}" } });
    expect(partsOf(item).request).toEqual({ lost: expect.stringContaining("another length") });
  });

  test.each([null, "x", {}, { request: null }, { request: { url: "/" } }])("is none: %j", (value) => {
    expect(exchangeOfLine(value)).toEqual({ lost: expect.any(String) });
  });
});

/** A text in chunks of so many bytes. */
async function* chunked(whole: string, size: number): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(whole);
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function itemsOf(whole: string, size = 7): Promise<readonly TrafficItem[]> {
  const { items } = await openRecording(chunked(whole, size));
  const all: TrafficItem[] = [];
  for await (const some of items) all.push(...some);
  return all;
}

describe("a recording", () => {
  const har = (entries: readonly unknown[]): string =>
    JSON.stringify({ log: { version: "1.2", pages: [{ entries: [{ no: "entry" }] }], entries, comment: '"}]' } });

  test.each([1, 7, 100_000])("counts what is no HAR beside a HAR, in chunks of %i bytes", async (size) => {
    const beside = { lost: "it is beside the HAR, and no HAR" };
    const lines = `\n${JSON.stringify(line())}\n\n{"a":[{}]}\ngarbage }`;
    const found = await itemsOf(`${har([entry()])}${lines}\n${har([entry()])} tail`, size);
    const whole = exchangeOfEntry(entry());
    expect(found).toEqual([whole, beside, beside, beside, whole, beside]);
  });

  test("counts what is no object among the entries of a HAR", async () => {
    const no = { lost: "the entry is no object" };
    const found = await itemsOf(har([null, 5, "x, {", entry(), true]), 5);
    expect(found).toEqual([no, no, no, exchangeOfEntry(entry()), no]);
  });

  test.each([1, 7, 64, 100_000])("is read in chunks of %i bytes, as HAR and as lines", async (size) => {
    const odd = entry({ request: { url: 'http://plants.example/"[{\\"}]/plants' } });
    expect(await itemsOf(har([entry(), odd]), size)).toEqual([exchangeOfEntry(entry()), exchangeOfEntry(odd)]);
    const lines = `${JSON.stringify(line())}\r\n\n${JSON.stringify(line({ status: 400 }))}`;
    expect(await itemsOf(lines, size)).toEqual([exchangeOfLine(line()), exchangeOfLine(line({ status: 400 }))]);
  });

  test("counts a line that is no JSON, and goes on", async () => {
    const items = await itemsOf(`{"request":\n${JSON.stringify(line())}\n`);
    expect(items).toEqual([{ lost: "the line is not JSON" }, exchangeOfLine(line())]);
  });

  test("may be a HAR without entries, with a byte order mark and white space", async () => {
    expect(await itemsOf('\u{feff} { "log" : { "entries" : [ ] } }\n')).toEqual([]);
  });

  test.each([
    ["", "is empty"],
    ["<html>\n", "is neither HAR 1.2 nor lines of JSON"],
    ['{"log":{"version":"1.2"}}', "is no HAR: it has no log.entries"],
    [har([entry()]).slice(0, -40), "is cut off"],
    [har([entry()]).slice(0, 400), "is cut off"],
  ])("that cannot be read is refused: %j", async (whole, why) => {
    await expect(itemsOf(whole)).rejects.toThrow(RecordingError);
    await expect(itemsOf(whole)).rejects.toThrow(why);
  });
});
