/** For tests: sends requests as bytes and reads raw answers, on a separate socket. */
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { startServer, type RunningServer, type ServerOptions } from "../server.ts";

export const TOKEN = "s3cret-token";

interface RawAnswer {
  readonly status: number;
  /** By name in lower case. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
}

export interface RawConnection {
  readonly socket: Socket;
  write(bytes: string | Buffer): void;
  /** The next answer, or undefined once the server has closed the connection. Rejects when the connection was reset. */
  next(): Promise<RawAnswer | undefined>;
}

/** A server on a free port that accepts `TOKEN`. */
export function startTestServer(options: Partial<ServerOptions> = {}): Promise<RunningServer> {
  return startServer({ token: TOKEN, ...options });
}

/** Header fields by name; several lines for a list, none for `undefined`. */
export type Fields = Readonly<Record<string, string | readonly string[] | undefined>>;

/** A POST request as bytes: that of a correct client, except for what `fields` and `target` change. */
export function post(body: string | Buffer, fields: Fields = {}, target: string = "/plants"): Buffer {
  return request(`POST ${target}`, { "Content-Length": String(Buffer.byteLength(body)), ...fields }, body);
}

/** A request with any method and target, such as `GET /plants`. */
export function request(methodAndTarget: string, fields: Fields = {}, body: string | Buffer = ""): Buffer {
  const all: Fields = {
    Host: "plants.example",
    Authorization: `Bearer ${TOKEN}`,
    "Content-Type": "application/json",
    ...fields,
  };
  const lines = Object.entries(all).flatMap(([name, value]) =>
    (typeof value === "string" ? [value] : (value ?? [])).map((line) => `${name}: ${line}\r\n`),
  );
  return Buffer.concat([Buffer.from(`${methodAndTarget} HTTP/1.1\r\n${lines.join("")}\r\n`), Buffer.from(body)]);
}

/** `data` as one chunk of a chunked body; the last chunk if it is empty. */
export function chunk(data: string): string {
  return `${Buffer.byteLength(data).toString(16)}\r\n${data}\r\n`;
}

/** Opens a TCP connection to a port of this machine, to send bytes as they are. */
export async function open(port: number): Promise<RawConnection> {
  const socket = connect({ port, host: "127.0.0.1" });
  await once(socket, "connect");
  const answers = answersOn(socket);
  return {
    socket,
    write: (bytes) => void socket.write(bytes),
    next: async () => {
      const { value, done } = await answers.next();
      return done === true ? undefined : value;
    },
  };
}

/**
 * The status of an answer that is an Error in `application/json` whose `error` is its status; otherwise a description
 * of the answer, for a test to show.
 */
export function errorStatus(answer: RawAnswer | undefined): number | string {
  const body: unknown = answer?.body.startsWith("{") === true ? JSON.parse(answer.body) : undefined;
  const isError =
    answer?.headers.get("content-type") === "application/json" &&
    isObject(body) &&
    Object.keys(body).join() === "error,message" &&
    body["error"] === answer.status &&
    typeof body["message"] === "string" &&
    body["message"] !== "";
  return isError ? answer.status : `not an Error: ${JSON.stringify(answer)}`;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}

/**
 * As `errorStatus`, for the connection's next answer, which must announce that it is the last and must be the last.
 * Then the client ends its side, and the server must close the connection. If the clock of the test stands still, a
 * server that waits longer never closes it.
 */
export async function lastErrorStatus(connection: RawConnection): Promise<number | string> {
  const answer = await connection.next();
  if (answer?.headers.get("connection") !== "close") return `not closing: ${JSON.stringify(answer)}`;
  connection.socket.end();
  const other = await connection.next();
  if (other !== undefined) return `not the last: ${JSON.stringify(other)}`;
  return errorStatus(answer);
}

/** Sends `bytes` on a new connection and returns the first answer. */
export async function ask({ port }: RunningServer, bytes: string | Buffer): Promise<RawAnswer> {
  const connection = await open(port);
  connection.write(bytes);
  const answer = await connection.next();
  connection.socket.destroy();
  if (answer === undefined) throw new Error("The connection was closed without an answer.");
  return answer;
}

async function* answersOn(socket: Socket): AsyncGenerator<RawAnswer, undefined> {
  let received = Buffer.alloc(0);
  for await (const data of socket) {
    received = Buffer.concat([received, data]);
    for (let first = firstAnswer(received); first !== undefined; first = firstAnswer(received)) {
      received = received.subarray(first.size);
      yield first.answer;
    }
  }
  if (received.length > 0) throw new Error(`Part of an answer: ${received.toString("latin1")}`);
  return undefined;
}

function firstAnswer(bytes: Buffer): { readonly answer: RawAnswer; readonly size: number } | undefined {
  const headEnd = bytes.indexOf("\r\n\r\n");
  if (headEnd === -1) return undefined;
  const [statusLine = "", ...lines] = bytes.toString("latin1", 0, headEnd).split("\r\n");
  const headers = new Map(
    lines.map((line): [string, string] => {
      const colon = line.indexOf(":");
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
    }),
  );
  const bodyStart = headEnd + 4;
  const size = bodyStart + Number(headers.get("content-length") ?? 0);
  if (bytes.length < size) return undefined;
  const status = Number(statusLine.split(" ")[1]);
  return { answer: { status, headers, body: bytes.toString("utf8", bodyStart, size) }, size };
}
