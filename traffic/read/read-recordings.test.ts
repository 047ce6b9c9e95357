/** A recording is read as HAR or as lines, as its first bytes show, however its bytes are cut into chunks. */
import { describe, expect, test } from "vitest";
import { isLost, type TrafficItem } from "../recorded-traffic.ts";
import { line, partsOf } from "../testing/exchanges.ts";
import { entry } from "../testing/har-entries.ts";
import { isLine } from "../testing/schemas.ts";
import { exchangeOfEntry, exchangeOfLine } from "./read-exchange.ts";
import { openRecording, READABLE_LINE, RecordingError } from "./read-recordings.ts";

/** A text in chunks of this many bytes. */
async function* chunked(whole: string, size: number): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(whole);
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function itemsOf(whole: string, size = 7, mostBytes?: number): Promise<readonly TrafficItem[]> {
  const { items } = await openRecording(chunked(whole, size), mostBytes);
  const all: TrafficItem[] = [];
  for await (const some of items) all.push(...some);
  return all;
}

/** The first bytes are always read together, so the part that is cut into chunks comes after them. */
const FIRST = 4096;

/** A HAR with other members before and after its entries. */
const har = (entries: unknown): string => {
  const pages = [{ entries: [{ no: "entry" }], comment: "x".repeat(FIRST) }];
  return JSON.stringify({ log: { version: "1.2", pages, entries, creator: { name: "a" }, comment: '"}]' } });
};

describe("a recording", () => {
  test.each([1, 7, 100_000])("has the exchanges beside a HAR, too, in chunks of %i bytes", async (size) => {
    const lines = `\n${JSON.stringify(line())}\n\n{"a":[{}]}\ngarbage }`;
    const found = await itemsOf(`${har([entry()])}${lines}\n${har([entry()])} tail`, size);
    const whole = exchangeOfEntry(entry());
    expect(found).toEqual([whole, exchangeOfLine(line()), { lost: "the line has no request" }, whole]);
  });

  test("has the objects alone among the entries of a HAR", async () => {
    const found = await itemsOf(har([null, 5, "x, {", [1, {}], entry(), true, []]), 5);
    expect(found).toEqual([exchangeOfEntry(entry())]);
  });

  test.each([1, 7, 64, 100_000])("is read in chunks of %i bytes, as HAR and as lines", async (size) => {
    const odd = entry({ request: { url: 'http://plants.example/"[{\\"}]/plants' } });
    expect(await itemsOf(har([entry(), odd]), size)).toEqual([exchangeOfEntry(entry()), exchangeOfEntry(odd)]);
    const statuses = [200, 400, 201];
    const lines = statuses.map((status) => JSON.stringify(line({ status }))).join("\r\n \r\n\n");
    const read = await itemsOf(`${" ".repeat(FIRST)}\n${lines}`, size);
    expect(read).toEqual(statuses.map((status) => exchangeOfLine(line({ status }))));
  });

  test("counts a line that is not JSON, and goes on", async () => {
    const items = await itemsOf(`{"request":\n${JSON.stringify(line())}\n`);
    expect(items).toEqual([{ lost: "the line is not JSON" }, exchangeOfLine(line())]);
    expect(await itemsOf(`${JSON.stringify(line())}\nx`)).toEqual([
      exchangeOfLine(line()),
      { lost: "the line is not JSON" },
    ]);
  });

  test("counts a first line that was cut off in the middle, and goes on", async () => {
    expect(await itemsOf(`{"request":{\n${JSON.stringify(line())}\n`)).toEqual([
      { lost: "the line is not JSON" },
      exchangeOfLine(line()),
    ]);
  });

  test("has lines with a byte order mark before them, as of files that were joined, and not within them", async () => {
    const marked = line({ answer: { name: "\u{feff}Rose" } });
    const text = `${JSON.stringify(marked)}\n\u{feff}${JSON.stringify(marked)}`;
    expect(await itemsOf(text)).toEqual([exchangeOfLine(marked), exchangeOfLine(marked)]);
  });

  test.each([
    ["a request", entry({ response: { content: undefined } })],
    ["an answer", entry({ request: { postData: undefined } })],
  ])("has lines that are entries of a HAR, as the body of %s shows", async (_, one) => {
    expect(await itemsOf(JSON.stringify(one))).toEqual([exchangeOfEntry(one)]);
  });

  test("may be a HAR without entries, with a byte order mark and white space", async () => {
    expect(await itemsOf('\u{feff} { "log" : { "entries" : [ ] } }\n')).toEqual([]);
  });

  test.each([
    ["", "is empty"],
    ["<html>\n", "is neither HAR 1.2 nor lines of JSON"],
    ['{"log":{"version":"1.2"}}', "is not a HAR: it has no log.entries"],
    ['{"log":{"entries":{"a":{}}}}', "is not a HAR: it has no log.entries"],
    ['{"log":{"entries":{"a":[{}]}}}', "is not a HAR: it has no log.entries"],
    ['{"log":{},"other":{"entries":[{}]}}', "is not a HAR: it has no log.entries"],
    [har([entry()]).slice(0, -40), "is cut off"],
    [har([entry()]).slice(0, -1), "is cut off"],
    [har([entry()]).slice(0, FIRST + 400), "is cut off"],
    [`${har([entry()])} {"text`, "is cut off"],
    [`[${har([entry()])}`, "is cut off"],
    ['{"format":"plant-store-conformance/result","formatVersion":1}', "is a result of this suite, and no recording"],
    ['\u{feff}\n{ "format" : "plant-store-conformance/result"}', "is a result of this suite, and no recording"],
  ])("that cannot be read is refused: %j", async (whole, why) => {
    await expect(itemsOf(whole)).rejects.toThrow(RecordingError);
    await expect(itemsOf(whole)).rejects.toThrow(why);
  });

  test.each([1, 1000])("is read in chunks of %i bytes, with HAR after HAR and lists beside them", async (size) => {
    const found = await itemsOf(`${har([entry()])}\n{"log":{"entries":[]}}\n[[[]]]\n[{"a":{}}]\n${har([])}`, size);
    expect(found).toEqual([exchangeOfEntry(entry()), { lost: "the line has no request" }]);
  });

  test("has entries without a body, too, as those of a HAR", async () => {
    const bare = entry({ request: { postData: undefined }, response: { content: undefined } });
    expect(await itemsOf(har([bare]))).toEqual([exchangeOfEntry(bare)]);
    expect(exchangeOfEntry(bare)).not.toEqual(exchangeOfLine(bare));
  });

  test("has lost an entry that is not JSON", async () => {
    const [first, ...others] = await itemsOf(har(["@"]).replace('"@"', "{x}"));
    expect([first, others]).toEqual([{ lost: "the entry is not JSON" }, []]);
  });

  test("is read where its lines are JSON, though none of them is an exchange", async () => {
    expect(await itemsOf('{"a":1}\n{"b":2}')).toEqual([
      { lost: "the line has no request" },
      { lost: "the line has no request" },
    ]);
  });

  test.each(["log", "format"])("has lines that may have objects with the member %s", async (name) => {
    const odd = { other: { [name]: "plant-store-conformance/result" }, ...line() };
    expect(await itemsOf(JSON.stringify(odd))).toEqual([exchangeOfLine(line())]);
  });

  test("is a HAR where its first 4096 bytes show it", async () => {
    const blanks = (count: number): string => `{${" ".repeat(count)}"log":{"entries":[]}}`;
    expect(await itemsOf(blanks(FIRST - 7), 1)).toEqual([]);
    expect(await itemsOf(blanks(FIRST - 6), 1)).toEqual([{ lost: "the line has no request" }]);
  });

  test("is not read beyond its first 4096 bytes to tell what it is", async () => {
    let taken = 0;
    const chunks = (async function* (): AsyncGenerator<Uint8Array> {
      for await (const chunk of chunked(" ".repeat(4 * FIRST), FIRST)) {
        taken += 1;
        yield chunk;
      }
    })();
    await openRecording(chunks);
    expect(taken).toBe(1);
  });

  test("is refused where its first bytes are no text, as of a device that has no end", async () => {
    const zeros = async function* (): AsyncGenerator<Uint8Array> {
      for (;;) yield Promise.resolve(new Uint8Array(FIRST));
    };
    await expect(openRecording(zeros())).rejects.toThrow("is neither HAR 1.2 nor lines of JSON");
  });
});

describe("objects that are not one on each line", () => {
  const lines = [200, 400].map((status) => line({ status, answer: { name: 'a "[{' } }));
  const read = lines.map((one) => exchangeOfLine(one));
  const pretty = (value: unknown): string => JSON.stringify(value, null, 2);
  test.each<readonly [what: string, text: string, items: readonly TrafficItem[]]>([
    ["a list", JSON.stringify(lines), read],
    ["a list on many lines", pretty(lines), read],
    ["lists", lines.map((one) => JSON.stringify([one])).join("\n"), read],
    ["objects on many lines", lines.map(pretty).join("\n"), read],
    ["one object on many lines", pretty(lines[0]), read.slice(0, 1)],
    ["a list of entries of a HAR", pretty([entry()]), [exchangeOfEntry(entry())]],
    ["one entry of a HAR", pretty(entry()), [exchangeOfEntry(entry())]],
    [
      "entries of a HAR on lines",
      [entry(), entry()].map((one) => JSON.stringify(one)).join("\n"),
      [entry(), entry()].map(exchangeOfEntry),
    ],
    ["a HAR in a list", pretty([{ log: { entries: [entry()] } }]), [exchangeOfEntry(entry())]],
    [
      "a HAR whose log comes late",
      `{\n"comment":"x",\n"log":{"entries":[${pretty(entry())}]}}`,
      [exchangeOfEntry(entry())],
    ],
    [
      "a list with other values",
      `[null, 7, "{", ${JSON.stringify(lines[0])}, {"a":1}]`,
      [...read.slice(0, 1), { lost: "the line has no request" }],
    ],
  ])("are read: %s", async (_, text, items) => {
    for (const size of [1, 7, 100_000]) expect(await itemsOf(`\u{feff}${text}\n`, size)).toEqual(items);
  });

  test.each([
    [pretty(lines).slice(0, -20), "is cut off: its JSON ends in the middle"],
    ["[]", READABLE_LINE],
    ["[1, 2]", READABLE_LINE],
    ["GET /plants\n", READABLE_LINE],
  ])("are refused: %j", async (text, why) => {
    await expect(itemsOf(text)).rejects.toThrow(why);
  });

  test.each([1, 7, 100_000])("are read in chunks of %i bytes", async (size) => {
    const blanks = " ".repeat(FIRST);
    expect(await itemsOf(`[${blanks}${lines.map((one) => JSON.stringify(one)).join()}]`, size)).toEqual(read);
    expect(await itemsOf(`[${blanks}${pretty(lines[0])}, \n${pretty(lines[1])}]`, size)).toEqual(read);
  });

  test.each<readonly [what: string, text: string, items: readonly TrafficItem[]]>([
    ["a backslash", `[\\${JSON.stringify(lines[0])}]`, read.slice(0, 1)],
    ["a quotation mark after a list", `[${JSON.stringify(lines[0])}]\n"\n${JSON.stringify(lines.slice(1))}`, read],
    [
      "an object that is not JSON",
      `[{x}, ${JSON.stringify(lines[0])}]`,
      [{ lost: "the object is not JSON" }, ...read.slice(0, 1)],
    ],
  ])("are read beside %s", async (_, text, items) => {
    expect(await itemsOf(text)).toEqual(items);
  });

  test.each(['[{"a":1}', '[[{"a":1}]', '{\n"a":1', '{\n"a":{"b":1}'])("are cut off: %j", async (text) => {
    await expect(itemsOf(text)).rejects.toThrow("is cut off: its JSON ends in the middle");
  });

  test("are lost beyond the limit of bytes, and read at it", async () => {
    const whole = JSON.stringify(lines[0]);
    const [one] = read;
    const blanks = " ".repeat(FIRST);
    for (const size of [1, 100_000]) {
      expect(await itemsOf(`[${blanks}${whole}, ${whole}]`, size, whole.length)).toEqual([one, one]);
    }
  });

  test("are lost beyond the limit of bytes", async () => {
    const lost = { lost: "the object has more than 100 bytes, the limit" };
    expect(await itemsOf(pretty(lines), 7, 100)).toEqual([lost, lost]);
  });
});

test("the line that is shown as readable can be read", () => {
  expect(exchangeOfLine(JSON.parse(READABLE_LINE))).toMatchObject({
    request: { method: "POST" },
    response: { status: 400 },
  });
});

describe("a limit of bytes", () => {
  const whole = entry();
  const size = Buffer.byteLength(JSON.stringify(whole));

  test.each([1, 100_000])("is that of an entry, which is lost beyond it, in chunks of %i bytes", async (chunk) => {
    const text = har([whole, whole]);
    expect(await itemsOf(text, chunk, size)).toEqual([exchangeOfEntry(whole), exchangeOfEntry(whole)]);
    const lost = { lost: `the entry has more than ${size - 1} bytes, the limit` };
    expect(await itemsOf(text, chunk, size - 1)).toEqual([lost, lost]);
  });

  test.each([1, 100_000])("is that of a line, which is lost beyond it, in chunks of %i bytes", async (chunk) => {
    const text = JSON.stringify(line());
    const lines = `${text}\n${"\n".repeat(FIRST)}${text}\n${text}`;
    const lost = { lost: `the line has more than ${text.length - 1} bytes, the limit` };
    const read = exchangeOfLine(line());
    expect(await itemsOf(lines, chunk, text.length)).toEqual([read, read, read]);
    expect(await itemsOf(lines, chunk, text.length - 1)).toEqual([lost, lost, lost]);
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
    expect(exchangeOfLine({ request })).toMatchObject({ request: { ...request, headers }, response: null });
  });

  test.each<readonly [what: string, body: unknown, why: string]>([
    ["JSON that was parsed, so that its numbers may be rounded", { id: 9_007_199_254_740_992 }, "parsed the body"],
    ["a content of another size", { encoding: "utf-8", content: "{}", size: 3 }, "(2 bytes, not 3)"],
    ["the first part alone", { encoding: "utf-8", content: "{}", sha256: "00" }, "only the first part"],
    ["an encoding that is not known", { encoding: "hex", content: "00" }, "neither utf-8 nor base64"],
    ["nothing", undefined, "the body is missing"],
  ])("has lost a body that is %s", (_, body, why) => {
    const item = exchangeOfLine({ request: { method: "POST", url: "/plants", headers: [], body } });
    expect(partsOf(item).request).toEqual({ lost: expect.stringContaining(why) });
  });

  test("has lost a text that is not as long as the message says", () => {
    const headers = [["Content-Length", "3"]];
    const item = exchangeOfLine({ request: { method: "POST", url: "/plants", headers, body: "{}" } });
    expect(partsOf(item).request).toEqual({ lost: expect.stringContaining("another length") });
  });

  test.each<readonly [value: unknown, why: string]>([
    [null, "the line has no request"],
    ["x", "the line has no request"],
    [{}, "the line has no request"],
    [{ request: null }, "the line has no request"],
    [{ request: { url: "/" } }, "its request has no method or no URL"],
    [{ request: { method: "POST" } }, "its request has no method or no URL"],
    [{ ...line(), response: { status: "200" } }, "its answer's status is not a number"],
  ])("is none: %j", (value, why) => {
    expect(exchangeOfLine(value)).toEqual({ lost: why });
  });

  test.each([0, 103, 600])("has no answer with the status %i, and none where there is none", (status) => {
    expect(exchangeOfLine(line({ status }))).toMatchObject({ response: null });
    expect(exchangeOfLine({ ...line(), response: undefined })).toMatchObject({ response: null });
  });

  test("has lost the body of an answer that a run has cut off", () => {
    const lost = { lost: "only the first part of the body was recorded" };
    expect(partsOf(exchangeOfLine({ ...line(), truncated: true })).response).toEqual(lost);
    expect(partsOf(exchangeOfLine({ ...line(), truncated: false })).response).toBe('{"name":"Weeping fig"}');
  });

  test.each<readonly [headers: unknown, why: string]>([
    ["Accept: */*", "the header fields are missing"],
    [{}, "the header fields are missing"],
    [[["Accept", "*/*"], ["Via"]], "the header fields are not pairs of a name and a value"],
    [[["Accept", "*/*", "x"]], "the header fields are not pairs of a name and a value"],
    [["ab"], "the header fields are not pairs of a name and a value"],
    [{ Accept: 7 }, "the header fields are not pairs of a name and a value"],
  ])("has lost header fields that are written as %j", (headers, why) => {
    const item = exchangeOfLine({ request: { method: "POST", url: "/plants", headers, body: null } });
    expect(item).toMatchObject({ request: { headers: { lost: why } } });
  });

  test("has text as it was before it was compressed, whatever length the message says", () => {
    const headers = { "Content-Encoding": "gzip", "Content-Length": "30" };
    const item = exchangeOfLine({ ...line(), response: { status: 200, headers, body: "{}" } });
    expect(item).toMatchObject({ response: { isDecoded: true } });
    expect(partsOf(item).response).toBe("{}");
  });

  test("has the bytes of text, and those of base64 as they were on the wire", () => {
    const answerOf = (body: object): unknown => {
      const item = exchangeOfLine({ ...line(), response: { status: 200, headers: { Date: "x" }, body } });
      return isLost(item) ? item : [partsOf(item).response, item.response?.isDecoded];
    };
    expect(answerOf({ encoding: "utf-8", content: "{}" })).toEqual(["{}", true]);
    expect(answerOf({ encoding: "base64", content: "e30=" })).toEqual(["{}", false]);
  });
});

describe("a stream without an end, and without an exchange, is refused after a limit:", () => {
  const known = JSON.stringify(line());
  async function* endless(start: string, more: string): AsyncGenerator<Uint8Array> {
    yield Buffer.from(start);
    for (;;) yield Buffer.from(more.repeat(10));
  }
  const entries = (more: string): readonly [string, string] => [`{"log":{"entries":[${JSON.stringify(entry())}`, more];
  test.each<readonly [what: "bytes" | "lines or objects", start: string, more: string]>([
    ["lines or objects", "", "y\n"],
    ["lines or objects", `${known}\n`, "y\n"],
    ["lines or objects", "", "{}\n"],
    ["lines or objects", "[", "{},"],
    ["lines or objects", ...entries(",{}")],
    ["bytes", `${known}\n`, "y"],
    ["bytes", `${known}\n`, "\n"],
    ["bytes", '{"log":{"comment":"', "y"],
    ["bytes", "[", "{"],
  ])("%s, of %j and then %j", async (what, start, more) => {
    const { items } = await openRecording(endless(start, more), 1_000, { bytes: 10_000, items: 2_000 });
    const read = async (): Promise<void> => {
      for await (const some of items) expect(some.length).toBeLessThan(10_000);
    };
    await expect(read()).rejects.toThrow(new RegExp(`has more than \\d+ ${what} in a row without an exchange`));
  });

  test("and one with exchanges between is read", async () => {
    const part = `${"y\n".repeat(50)}${known}\n`;
    const { items } = await openRecording(chunked(part.repeat(100), 64), undefined, { bytes: 5_000, items: 100 });
    let exchanges = 0;
    for await (const some of items) exchanges += some.filter((item) => !isLost(item)).length;
    expect(exchanges).toBe(100);
  });
});
