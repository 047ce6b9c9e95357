/** A server on bare sockets, which sees the bytes of each request and can answer with any bytes. */
import { type AddressInfo, type Server, type Socket, createServer } from "node:net";
import type { Memory, Request } from "../behaviour.ts";
import { correct } from "../correct.ts";
import { answered, emptyMemory } from "../test-provider.ts";
import type { RunningControl } from "../degenerate/control.ts";

/** The token of the hostile providers. It looks different in every encoding. */
export const TOKEN = "canary/Token+31415926=";

/** A request that has arrived. */
export interface ArrivedRequest {
  /** The number of the request, counted from 1 over all connections. */
  readonly at: number;
  /** The request line and header fields. */
  readonly head: string;
  /** The answer of a correct provider. */
  readonly right: () => Promise<RightAnswer>;
}

export interface RightAnswer {
  readonly status: number;
  readonly body: Buffer;
}

export type Handler = (socket: Socket, asked: ArrivedRequest) => void | Promise<void>;

/** Answers each request with this handler. */
export function asked(handle: Handler): () => Promise<RunningControl> {
  return async () => {
    const rightAnswer = rightAnswers();
    let count = 0;
    const server = createServer((socket) => {
      readRequests(socket, (head, body) => {
        count += 1;
        const right = (): Promise<RightAnswer> => rightAnswer(head, body);
        Promise.resolve(handle(socket, { at: count, head, right })).catch(() => socket.destroy());
      });
    });
    return listening(server);
  };
}

/** Handles each connection before it reads anything. */
export function connected(handle: (socket: Socket) => void, scheme = "http"): () => Promise<RunningControl> {
  return async () => {
    const running = await listening(createServer(handle));
    return { ...running, url: running.url.replace("http", scheme) };
  };
}

/** Binds a server to a free port. `stop` destroys the open connections. */
export async function listening(server: Server): Promise<RunningControl> {
  const sockets = new Set<Socket>();
  server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
    socket.on("error", () => undefined);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const stop = async (): Promise<void> => {
    const closed = new Promise((resolve) => server.close(resolve));
    for (const socket of sockets) socket.destroy();
    await closed;
  };
  return { url: `http://127.0.0.1:${port}`, stop, followed: () => 0 };
}

/** Finds the consecutive requests of a connection. Sends 100 if a request asks for it. */
function readRequests(socket: Socket, found: (head: string, body: Buffer) => void): void {
  let [seen, mayGoOn] = [Buffer.alloc(0), true];
  socket.on("data", (chunk: Buffer) => {
    seen = Buffer.concat([seen, chunk]);
    const end = seen.indexOf("\r\n\r\n");
    if (end < 0) return;
    const head = seen.subarray(0, end).toString("latin1");
    if (/^expect: *100-continue/im.test(head) && mayGoOn) socket.write("HTTP/1.1 100 Continue\r\n\r\n");
    mayGoOn = false;
    const body = bodyIn(head, seen.subarray(end + 4));
    if (body === null) return;
    [seen, mayGoOn] = [Buffer.alloc(0), true];
    found(head, body);
  });
}

/** The body; null if it is not complete. */
function bodyIn(head: string, rest: Buffer): Buffer | null {
  if (/^transfer-encoding: *chunked/im.test(head)) return unchunked(rest);
  const length = Number(/^content-length: *(\d+)/im.exec(head)?.[1] ?? 0);
  return rest.length < length ? null : rest.subarray(0, length);
}

/**
 * The body from its chunks, with optional extensions and trailer (RFC 9112 section 7.1); null if it is not complete.
 */
function unchunked(rest: Buffer): Buffer | null {
  const parts: Buffer[] = [];
  for (let at = 0; ;) {
    const line = rest.indexOf("\r\n", at);
    if (line < 0) return null;
    const size = Number.parseInt(rest.subarray(at, line).toString(), 16);
    // The trailer section ends with an empty line, even if it has no field.
    if (size === 0) return rest.indexOf("\r\n\r\n", line) < 0 ? null : Buffer.concat(parts);
    parts.push(rest.subarray(line + 2, line + 2 + size));
    at = line + 2 + size + 2;
  }
}

/** Answers as a correct provider whose store is empty at first. */
export function rightAnswers(): (head: string, body: Buffer) => Promise<RightAnswer> {
  const memory = emptyMemory();
  return async (head, body) => {
    const request = requestOf(head, body, memory);
    const answer = await answered(correct, request);
    if (answer === undefined || answer === "never") throw new Error("The right provider did not answer");
    return { status: answer.status, body: Buffer.from(request.method === "HEAD" ? "" : answer.body) };
  };
}

function requestOf(head: string, body: Buffer, memory: Memory): Request {
  const [line = "", ...lines] = head.split("\r\n");
  const [method = "", target = ""] = line.split(" ");
  const [path = "", ...query] = target.split("?");
  const fields = lines.map((field) => {
    return [field.slice(0, field.indexOf(":")), field.slice(field.indexOf(":") + 1).trim()] as const;
  });
  return {
    method,
    path,
    query: query.length === 0 ? undefined : query.join("?"),
    headers: Object.fromEntries(fields.map(([name, value]) => [name.toLowerCase(), value])),
    headerNames: fields.map(([name]) => name),
    body,
    token: TOKEN,
    connection: { requests: 0, refusals: 0 },
    memory,
  };
}

/** A status line and header fields; a body can follow. */
export function headOf(
  status: number | string,
  fields: ReadonlyArray<readonly [string, string | number]> = [],
): string {
  return `HTTP/1.1 ${status} X\r\n${fields.map(([name, value]) => `${name}: ${value}\r\n`).join("")}\r\n`;
}

const JSON_TYPE = ["Content-Type", "application/json"] as const;

/** A whole answer in JSON, with further fields. A HEAD gets an empty answer, which is enough for an open point. */
export function whole(
  { status, body }: RightAnswer,
  fields: ReadonlyArray<readonly [string, string | number]> = [],
): Buffer {
  const all = [...(fields.some(([name]) => name === "Content-Type") ? [] : [JSON_TYPE]), ...fields];
  return Buffer.concat([Buffer.from(headOf(status, [...all, ["Content-Length", body.length]]), "latin1"), body]);
}

/** A correct provider, except for the bytes of its answers, which `bytes` makes from the correct answer. */
export function rightBut(
  bytes: (answer: RightAnswer, request: ArrivedRequest) => string | Buffer,
  { thenCloses = false } = {},
): () => Promise<RunningControl> {
  return asked(async (socket, request) => {
    const answer = bytes(await request.right(), request);
    const data = typeof answer === "string" ? Buffer.from(answer, "latin1") : answer;
    if (!thenCloses) socket.write(data);
    // Ignores what arrives after the end, so that it is certain not to have been read.
    else socket.removeAllListeners("data").resume().end(data);
  });
}

/** Writes for as long as the client reads. */
export function endless(socket: Socket, more: string): void {
  const data = Buffer.from(more, "latin1");
  const go = (): void => {
    if (socket.destroyed || socket.writableEnded) return;
    if (socket.write(data)) setImmediate(go);
    else socket.once("drain", go);
  };
  go();
}
