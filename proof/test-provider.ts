/** Starts a behaviour as an HTTP server on a free port of the loopback interface. */
import { type IncomingMessage, type Server, type ServerResponse, createServer } from "node:http";
import type { Socket } from "node:net";
import { buffer } from "node:stream/consumers";
import {
  type ProviderAnswer,
  type Behaviour,
  type ConnectionHistory,
  type Memory,
  type Request,
  isRefusal,
} from "./behaviour.ts";

/** A server that a test started and must stop. */
export interface StartedProvider extends AsyncDisposable {
  /** The base URL, without a trailing slash. */
  readonly url: string;
  readonly token: string;
  /** Closes the port and every connection; resolves when both are gone. */
  readonly stop: () => Promise<void>;
}

interface StartOptions {
  readonly token: string;
  /** Prefix of every path, such as `/store/v1`; none by default. */
  readonly basePath?: string;
}

/** Longer than any run: closing a connection while the client writes would look like a fault. */
const KEEP_ALIVE_MS = 120_000;

/** What a running provider needs besides its behaviour. */
interface Running {
  readonly behaviour: Behaviour;
  readonly token: string;
  readonly basePath: string;
  readonly memory: Memory;
  readonly connections: WeakMap<Socket, ConnectionHistory>;
}

/** Starts a provider with an empty store. */
export async function startProvider(behaviour: Behaviour, options: StartOptions): Promise<StartedProvider> {
  const { token, basePath = "" } = options;
  const running: Running = { behaviour, token, basePath, memory: emptyMemory(), connections: new WeakMap() };
  const server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS, requestTimeout: 0 });
  const handle = (incoming: IncomingMessage, response: ServerResponse): void => {
    if (!behaviour.takeOver(incoming, response)) void serve(running, incoming, response);
  };
  server.on("request", handle);
  server.on("checkContinue", (incoming: IncomingMessage, response: ServerResponse) => {
    if (!behaviour.expect(incoming, response)) handle(incoming, response);
  });
  server.on("clientError", (_error, socket) => {
    const body = '{"error":400,"message":"This is not HTTP"}';
    const head = `HTTP/1.1 400 Bad Request\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n`;
    if (socket.writable) socket.end(`${head}Connection: close\r\n\r\n${body}`);
  });
  const { port, stop } = await listen(server);
  return { url: `http://127.0.0.1:${port}${basePath}`, token, stop, [Symbol.asyncDispose]: stop };
}

/** Binds a server to a free port of 127.0.0.1. `stop` destroys the open connections. */
export async function listen(server: Server): Promise<{ readonly port: number; readonly stop: () => Promise<void> }> {
  const sockets = new Set<Socket>();
  server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
    // A client that disconnects is not an error here.
    socket.on("error", () => undefined);
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", resolve);
  });
  const stop = async (): Promise<void> => {
    const closed = new Promise<void>((resolve) => {
      server.close(() => resolve());
    });
    for (const socket of sockets) socket.destroy();
    await closed;
  };
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The port of the provider is not known");
  return { port: address.port, stop };
}

async function serve(running: Running, incoming: IncomingMessage, response: ServerResponse): Promise<void> {
  const { behaviour, memory, connections } = running;
  const connection = connections.get(incoming.socket) ?? { requests: 0, refusals: 0 };
  connections.set(incoming.socket, connection);
  memory.inFlight += 1;
  try {
    const body = await bodyOf(incoming);
    if (body === undefined) return;
    const request = requestOf(running, incoming, { body, connection });
    const answer = await answered(behaviour, request);
    if (answer === "never") return;
    if (answer === undefined) incoming.socket.destroy();
    else await behaviour.send(answer, response, incoming.socket);
  } finally {
    memory.inFlight -= 1;
  }
}

/** Reads the body. Undefined if the client disconnected during its request and cannot receive an answer. */
async function bodyOf(incoming: IncomingMessage): Promise<Buffer | undefined> {
  try {
    return await buffer(incoming);
  } catch {
    return undefined;
  }
}

function requestOf(running: Running, incoming: IncomingMessage, more: Pick<Request, "body" | "connection">): Request {
  const { token, memory, basePath } = running;
  const [path = "", ...query] = (incoming.url ?? "").split("?");
  return {
    ...more,
    method: incoming.method ?? "",
    path: path.startsWith(`${basePath}/`) ? path.slice(basePath.length) : "",
    query: query.length === 0 ? undefined : query.join("?"),
    headers: incoming.headers,
    headerNames: incoming.rawHeaders.filter((_field, place) => place % 2 === 0),
    token,
    memory,
  };
}

/** What a behaviour answers: an answer, a close without an answer (`undefined`), or nothing ever (`never`). */
export async function answered(behaviour: Behaviour, request: Request): Promise<ProviderAnswer | undefined | "never"> {
  const answer = await behaviour.finish(await answerTo(behaviour, request), request);
  request.connection.requests += 1;
  return answer;
}

/** An empty store. */
export function emptyMemory(): Memory {
  return { plants: new Map(), refusals: 0, inFlight: 0, last: undefined, notes: new Map() };
}

async function answerTo(behaviour: Behaviour, request: Request): Promise<ProviderAnswer> {
  const { memory, connection } = request;
  const outcome = throughTheSteps(behaviour, request);
  if (!isRefusal(outcome)) {
    memory.last = outcome;
    return behaviour.answerPlant(outcome, request);
  }
  const answer = behaviour.answerError(outcome, request);
  memory.refusals += 1;
  connection.refusals += 1;
  return answer;
}

function throughTheSteps(behaviour: Behaviour, request: Request): ReturnType<Behaviour["validate"]> {
  const early =
    behaviour.route(request) ??
    behaviour.authenticate(request) ??
    behaviour.checkHeaders(request) ??
    behaviour.checkMediaType(request);
  if (early !== undefined) return early;
  const text = behaviour.decode(request);
  if (isRefusal(text)) return text;
  const value = behaviour.parse(text, request);
  if (isRefusal(value)) return value;
  const plant = behaviour.validate(value, request);
  if (isRefusal(plant)) return plant;
  return behaviour.constrain(plant, request) ?? behaviour.store(plant, request) ?? plant;
}
