/** The readers of foreign input with random input: no text, bytes or file leads to a fault of the suite. */
import { readOperation } from "../../spec/read-operation.ts";
import { mkdtempSync, writeFileSync } from "node:fs";
import type { Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Duplex } from "node:stream";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readWaivers } from "../../cli/files/waivers-file.ts";
import { UsageError } from "../../cli/io.ts";
import { commandOf } from "../../cli/options/commander-options.ts";
import { applyConfig } from "../../cli/options/config.ts";
import { givenExpectations } from "../../cli/options/judging-options.ts";
import { guardHeaders } from "../../http/connect.ts";
import { WireError } from "../../http/message.ts";
import { type Format, renderers } from "../../reports/index.ts";
import { renderJson } from "../../reports/json.ts";
import { readResult } from "../../reports/testing/readers.ts";
import { ResultError } from "../../result/read-result.ts";
import { redactionOf } from "../../result/redact.ts";
import { isSafeText } from "../../result/safe-text.ts";
import { sampleResult } from "../../result/testing/sample-result.ts";
import { budget } from "./budget.ts";

const whole = renderJson(sampleResult);

/** A place in the text of a result, and a replacement for some characters there. */
const edits = fc.array(
  fc.record({
    at: fc.nat(whole.length),
    removed: fc.nat(40),
    put: fc.oneof(
      fc.constantFrom('"', "{", "}", "[", "]", ",", ":", "null", "-1", "1e999", '"\\ud800"', "\u0000"),
      fc.string({ unit: "binary", maxLength: 20 }),
      fc.json(),
    ),
  }),
  { minLength: 1, maxLength: 3 },
);

/** The paths of all values in JSON, so that a test can replace one of them. */
function pathsIn(value: unknown): readonly (readonly string[])[] {
  if (typeof value !== "object" || value === null) return [[]];
  return [[], ...Object.entries(value).flatMap(([name, member]) => pathsIn(member).map((path) => [name, ...path]))];
}

function replaced(value: unknown, [name, ...rest]: readonly string[], by: unknown): unknown {
  if (name === undefined) return by;
  if (Array.isArray(value)) return value.map((item, at) => (String(at) === name ? replaced(item, rest, by) : item));
  return { ...(value as object), [name]: replaced(Reflect.get(value as object, name), rest, by) };
}

const parsed = JSON.parse(whole) as unknown;
const paths = pathsIn(parsed);

describe("a result's reader refuses in one sentence, or what it takes can be rendered:", () => {
  const reading = async (text: string): Promise<void> => {
    let result: ReturnType<typeof readResult>;
    try {
      result = readResult(text);
    } catch (error) {
      expect(error).toBeInstanceOf(ResultError);
      expect((error as Error).message).toMatch(/^[^\n]{1,600}$/);
      expect(isSafeText((error as Error).message)).toBe(true);
      return;
    }
    for (const format of Object.keys(renderers) as Format[]) {
      if (format !== "html") expect(typeof (await renderers[format].render(result))).toBe("string");
    }
  };

  test("a text that was changed anywhere", async () => {
    const text = edits.map((list) =>
      list.reduce((before, { at, removed, put }) => before.slice(0, at) + put + before.slice(at + removed), whole),
    );
    await fc.assert(fc.asyncProperty(text, reading), budget(300));
  });

  test("a value that was replaced anywhere", async () => {
    const values = fc.oneof(fc.jsonValue(), fc.string({ unit: "binary" }), fc.double({ noNaN: true }));
    const text = fc
      .tuple(fc.constantFrom(...paths), values)
      .map(([path, value]) => JSON.stringify(replaced(parsed, path, value)));
    await fc.assert(fc.asyncProperty(text, reading), budget(300));
  });

  test("a value that stands in the place of another one of the same result", async () => {
    const text = fc.tuple(fc.constantFrom(...paths), fc.constantFrom(...paths)).map(([path, other]) => {
      const value = other.reduce<unknown>((found, name) => Reflect.get(found as object, name), parsed);
      return JSON.stringify(replaced(parsed, path, value));
    });
    await fc.assert(fc.asyncProperty(text, reading), budget(300));
  });
});

describe("a reader of YAML takes a file, or refuses it in one sentence:", () => {
  const file = join(mkdtempSync(join(tmpdir(), "plant-store-readers-")), "file.yaml");
  const words = ["id", "reason", "expires", "fuzz", "strict", "token", "duplicate-id", "returns-name", "2027-01-01"];
  const marks = [
    "- ",
    ": ",
    "\n",
    "  ",
    "{",
    "}",
    "[",
    "]",
    ", ",
    "&a ",
    "*a",
    "<<: ",
    "!!binary ",
    "? ",
    "|",
    ">",
    "'",
  ];
  const more = ['"', "#", "%YAML 1.1\n---\n", "---\n", "...\n", "\t", "~", "${X}", "9999-12-31", "\u0000", "\u2028"];
  const yaml = fc.oneof(
    fc.array(fc.constantFrom(...words, ...marks, ...more), { maxLength: 40 }).map((parts) => parts.join("")),
    fc.string({ unit: "binary", maxLength: 60 }),
  );

  const takes = (read: () => Promise<unknown>) => async (text: string) => {
    writeFileSync(file, text);
    try {
      await read();
    } catch (error) {
      expect(error).toBeInstanceOf(UsageError);
      expect((error as Error).message).toMatch(/^[^\n]{1,800}$/);
    }
  };

  test.each([
    [
      "a configuration",
      async () => {
        const command = commandOf("check");
        command.setOptionValue("config", file);
        applyConfig(command, { env: { X: "x" }, err: () => undefined });
      },
    ],
    ["waivers", () => readWaivers(file, readOperation())],
    ["a profile", () => givenExpectations({ expect: [], profile: file }, readOperation())],
  ])("%s", async (_what, read) => {
    await fc.assert(fc.asyncProperty(yaml, takes(read)), budget(200));
  });
});

describe("the guard of HTTP/2 passes the same bytes on, and ends for the same reason, in whatever pieces they come:", () => {
  const frame = fc
    .tuple(fc.nat(10), fc.uint8Array({ maxLength: 30 }), fc.option(fc.nat(0xffffff), { freq: 8 }))
    .map(([type, payload, length]) => {
      const head = Buffer.alloc(9);
      head.writeUIntBE(length ?? payload.length, 0, 3);
      head.writeUInt8(type === 10 ? 9 : type, 3);
      return Buffer.concat([head, payload]);
    });
  const bytes = fc.array(frame, { maxLength: 24 }).map((frames) => Buffer.concat(frames));
  const sizes = fc.array(fc.integer({ min: 1, max: 50 }), { minLength: 1, maxLength: 10 });

  /** What comes through the reader, and why it ended. */
  async function through(sent: Buffer, pieces: readonly number[]): Promise<readonly [string, unknown]> {
    const socket = new Duplex({ read: () => undefined, write: (_chunk, _encoding, done) => done() });
    const guarded = guardHeaders(socket as Socket);
    const parts: Buffer[] = [];
    let error: unknown = null;
    guarded.on("data", (part: Buffer) => parts.push(part)).on("error", (given) => (error = given));
    for (let [at, turn] = [0, 0]; at < sent.length; turn += 1) {
      const size = pieces[turn % pieces.length] ?? 1;
      socket.push(sent.subarray(at, at + size));
      at += size;
    }
    socket.push(null);
    guarded.end();
    await new Promise((resolve) => guarded.once("close", resolve));
    if (error !== null) expect(error).toBeInstanceOf(WireError);
    return [Buffer.concat(parts).toString("hex"), error === null ? null : (error as Error).message];
  }

  test("any frames", async () => {
    await fc.assert(
      fc.asyncProperty(bytes, sizes, async (sent, pieces) => {
        const [atOnce, inPieces] = [await through(sent, [sent.length + 1]), await through(sent, pieces)];
        expect(inPieces[1]).toBe(atOnce[1]);
        expect(sent.toString("hex").startsWith(inPieces[0])).toBe(true);
        if (inPieces[1] === null) expect(inPieces[0]).toBe(sent.toString("hex"));
      }),
      budget(200),
    );
  });
});

describe("redaction", () => {
  const token = fc.string({ minLength: 8, maxLength: 24, unit: fc.constantFrom(...Array.from("abcXYZ019-._~+/=")) });
  const text = fc.oneof(
    fc.string({ unit: "binary", maxLength: 80 }),
    fc
      .array(fc.constantFrom("%", "\\u00", "&#", "x", ";", "\\", "3", "d", "=", "%25", "\u200b", "\n"), {
        maxLength: 30,
      })
      .map((parts) => parts.join("")),
  );

  test("leaves a token in no text, and never has a fault", () => {
    fc.assert(
      fc.property(token, text, text, (secret, before, after) => {
        const { redact, cutOf } = redactionOf([secret]);
        const sent = before + secret + after;
        const clean = redact(sent).text;
        expect(clean).not.toContain(secret);
        expect(redact(clean).text).not.toContain(secret);
        expect(cutOf(sent)).toBeLessThanOrEqual(sent.length);
      }),
      budget(1_000),
    );
  });

  test("leaves no token over a cut, wherever the text is cut", () => {
    fc.assert(
      fc.property(token, text, text, (secret, before, after) => {
        const { redact, cutOf } = redactionOf([secret]);
        const sent = `${before}${secret}${after}${"x".repeat(300)}`;
        const cut = cutOf(sent);
        expect(redact(sent.slice(0, cut)).text + redact(sent.slice(cut)).text).not.toContain(secret);
      }),
      budget(500),
    );
  });
});
