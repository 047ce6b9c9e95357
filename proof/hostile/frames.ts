/** A server that writes HTTP/2 frame by frame, and so can send what no library would (RFC 9113). */
import type { Socket } from "node:net";
import { createServer } from "node:tls";
import type { Transport } from "../../http/connect.ts";
import type { RunningControl } from "../degenerate/control.ts";
import { authority, certificate } from "../reach/certificates.ts";
import { listening } from "./raw-provider.ts";

const known = await authority();
const good = await certificate({ by: known });

/** How to reach the servers of this file. */
export const overHttp2: Transport = { ca: known.cert, http2: true };

export const serverOptions = { cert: good.cert, key: good.private, ALPNProtocols: ["h2"] };

/** RFC 9113 section 6. */
export const TYPE = {
  data: 0,
  headers: 1,
  reset: 3,
  settings: 4,
  push: 5,
  ping: 6,
  goaway: 7,
  window: 8,
  continuation: 9,
} as const;

export const END_STREAM = 1;
const ACK = 1;
export const END_HEADERS = 4;

/** A frame, with the length of its payload. */
export function frame(type: number, flags: number, stream: number, payload: Uint8Array = new Uint8Array()): Buffer {
  const head = Buffer.alloc(9);
  head.writeUIntBE(payload.length, 0, 3);
  head.writeUInt8(type, 3);
  head.writeUInt8(flags, 4);
  head.writeUInt32BE(stream, 5);
  return Buffer.concat([head, payload]);
}

/** Header fields as literals without indexing (RFC 7541 section 6.2.2). Each part is shorter than 127 bytes. */
export function fields(...all: ReadonlyArray<readonly [string, string]>): Buffer {
  const text = (part: string): Buffer => Buffer.concat([Buffer.from([part.length]), Buffer.from(part, "latin1")]);
  return Buffer.concat(all.flatMap(([name, value]) => [Buffer.from([0]), text(name), text(value)]));
}

/** A number of four bytes. */
export function number(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

/** The end of a connection: the last processed stream, and the reason. */
export function goaway(last: number, code: number): Buffer {
  return frame(TYPE.goaway, 0, 0, Buffer.concat([number(last), number(code)]));
}

/** The header of an answer, without the end of the stream. */
export function answerHead(stream: number, ...more: ReadonlyArray<readonly [string, string]>): Buffer {
  const all = fields([":status", "200"], ["content-type", "application/json"], ...more);
  return frame(TYPE.headers, END_HEADERS, stream, all);
}

/** The body of an answer, or part of it. */
export function body(stream: number, text: string, flags = END_STREAM): Buffer {
  return frame(TYPE.data, flags, stream, Buffer.from(text));
}

/** What a server does when a connection opens, and when a request is complete. */
interface Behaviour {
  readonly opened?: (socket: Socket) => void;
  readonly asked?: (socket: Socket, stream: number) => void;
  readonly acknowledges?: boolean;
  /** Reopens the window, so that requests of any size arrive whole; otherwise 65,535 bytes per connection are read. */
  readonly readsAll?: boolean;
}

/** Sends its settings and acknowledges those of the client, unless `opened` does something else. */
export function framed({
  opened = greet,
  asked = () => undefined,
  acknowledges = true,
  readsAll = false,
}: Behaviour): () => Promise<RunningControl> {
  return async () => {
    const server = createServer(serverOptions, (socket) => {
      socket.on("error", () => undefined);
      opened(socket);
      readFrames(socket, (type, flags, stream, size) => {
        if (readsAll && type === TYPE.data && size > 0) {
          for (const one of [0, stream]) socket.write(frame(TYPE.window, 0, one, number(size)));
        }
        if (acknowledges && type === TYPE.settings && (flags & ACK) === 0) socket.write(frame(TYPE.settings, ACK, 0));
        const isLast = (type === TYPE.headers || type === TYPE.data) && (flags & END_STREAM) !== 0;
        if (isLast) asked(socket, stream);
      });
    });
    const running = await listening(server);
    return { ...running, url: running.url.replace("http:", "https:") };
  };
}

/** Sends the default settings. */
export function greet(socket: Socket): void {
  socket.write(frame(TYPE.settings, 0, 0));
}

/** The length of "PRI * HTTP/2.0" and the rest of the preface. */
const PREFACE = 24;

function readFrames(socket: Socket, found: (type: number, flags: number, stream: number, size: number) => void): void {
  let [seen, isGreeted] = [Buffer.alloc(0), false];
  socket.on("data", (chunk: Buffer) => {
    seen = Buffer.concat([seen, chunk]);
    if (!isGreeted && seen.length >= PREFACE) [seen, isGreeted] = [seen.subarray(PREFACE), true];
    if (!isGreeted) return;
    while (seen.length >= 9 && seen.length >= 9 + seen.readUIntBE(0, 3)) {
      const [size, type, flags, stream] = [
        seen.readUIntBE(0, 3),
        seen.readUInt8(3),
        seen.readUInt8(4),
        seen.readUInt32BE(5),
      ];
      seen = seen.subarray(9 + size);
      found(type, flags, stream, size);
    }
  });
}
