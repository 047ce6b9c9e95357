/**
 * Providers that would fill the memory of a client that keeps all they send. They are judged with the default limits.
 */
import { gzipSync } from "node:zlib";
import type { RunningControl } from "../degenerate/control.ts";
import { asked, endless, headOf, rightBut, whole } from "./raw-provider.ts";

export interface Hungry {
  readonly name: string;
  readonly exitCode: 1 | 3;
  /** What the result says about it: the limit, or a finding within the limit. */
  readonly reported: RegExp;
  readonly start: () => Promise<RunningControl>;
}

const MIB = 1024 * 1024;

/** A body just within the limit. */
function full(start: string, more: (at: number) => string, end: string): Buffer {
  const parts: string[] = [start];
  for (let [size, at] = [0, 0]; size < MIB - 2_000; at += 1) {
    const part = more(at);
    parts.push(part);
    size += part.length;
  }
  return Buffer.from(parts.join("") + end, "latin1");
}

const values = full('{"name":"Fern","more":[1', () => ",1.5", "]}");
const strings = full('{"name":"Fern"', (at) => `,"${at}":"${"x".repeat(500)}"`, "}");
const long = full('{"name":"', (at) => String.fromCharCode(97 + (at % 26)).repeat(1_000), '"}');
const packed = gzipSync(Buffer.alloc(300 * MIB, " "));
const fields = Array.from({ length: 900 }, (_, at) => [`x-${at}`, "y".repeat(60)] as const);

const escaped = (['"', "##vso[x]", "<&>"] as const).map((text) => {
  return [`x-${text.length}`, text.repeat(20_000 / text.length)] as const;
});

const always = (body: Buffer): Hungry["start"] => rightBut(() => whole({ status: 200, body }));

export const hungry: readonly Hungry[] = [
  {
    name: "a body without end",
    exitCode: 1,
    reported: /exchanges had a body beyond 1 MiB, which was cut off there \(--max-body\)/,
    start: asked((socket) => {
      socket.write(headOf(200, [["Content-Type", "application/json"]]));
      endless(socket, " ".repeat(65_536));
    }),
  },
  {
    name: "a header without end",
    exitCode: 3,
    reported: /had an answer with a header beyond 64 KiB or 1,000 fields \(--max-headers\)/,
    start: asked((socket) => {
      socket.write("HTTP/1.1 200 OK\r\nX: ");
      endless(socket, "x".repeat(65_536));
    }),
  },
  {
    name: "a bomb in gzip of 300 MiB",
    exitCode: 1,
    reported: /longer than 1048576 bytes, the limit, once it is decompressed/,
    start: rightBut(() => whole({ status: 200, body: packed }, [["Content-Encoding", "gzip"]])),
  },
  {
    name: "a quarter of a million values",
    exitCode: 1,
    reported: /JSON of more than 10000 values, the limit/,
    start: always(values),
  },
  {
    name: "two thousand strings",
    exitCode: 1,
    reported: /little more than the sizes is kept, because the evidence of a run is limited to 16 MiB/,
    start: always(strings),
  },
  {
    name: "a name of a mebibyte",
    exitCode: 1,
    reported: /little more than the sizes is kept, because the evidence of a run is limited to 16 MiB/,
    start: always(long),
  },
  {
    name: "a header of control characters, each of which takes six in JSON",
    exitCode: 1,
    reported: /little more than the sizes is kept, because the evidence of a run is limited to 16 MiB/,
    start: rightBut(() =>
      whole({ status: 200, body: Buffer.from('{"name":"Fern"}') }, [["x", "\u0080".repeat(60_000)]]),
    ),
  },
  {
    name: "fields of quotes, of CI commands and of markup",
    exitCode: 1,
    reported: /\\u0023#vso\[x\]/,
    start: rightBut(() => whole({ status: 200, body: Buffer.from('{"name":"Fern"}') }, escaped)),
  },
  {
    name: "a mebibyte of NUL",
    exitCode: 1,
    reported: /(\\u0000){1000}/,
    start: always(Buffer.alloc(MIB - 1_000)),
  },
  {
    name: "sixty kibibytes of fields with every answer",
    exitCode: 1,
    reported: /little more than the sizes is kept, because the evidence of a run is limited to 16 MiB/,
    start: rightBut(() => whole({ status: 200, body: Buffer.from('{"name":"Fern"}') }, fields)),
  },
];
