/**
 * The loopback server between Pact's verifier and the provider. It puts the token in, forwards the bytes unchanged,
 * holds the limits, hides where a redirect leads, supplies the values of the suite's own states, and remembers what it
 * saw. The verifier knows neither the provider's address nor the token.
 */
import { type IncomingMessage, type ServerResponse, createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Client } from "undici";
import { parseJson, stringAt } from "./json.ts";
import type { Interaction } from "./pact-file.ts";
import { type DrawId, valuesFor } from "./states.ts";

/** Where to forward to, and the limits. Times in milliseconds, sizes in bytes. */
export interface Upstream {
  readonly baseUrl: string;
  readonly token: string;
  readonly requestTimeoutMs: number;
  readonly maxBodyBytes: number;
  readonly drawId: DrawId;
  /** Resolves when the next request may leave; at once where it is left out. */
  readonly pace?: () => Promise<void>;
}

/** What the provider did when an interaction's request was forwarded. */
export type Seen = { readonly answered: true } | { readonly answered: false; readonly why: string };

/** The running proxy. Each interaction has URLs of its own, by its index. */
export interface Proxy {
  readonly pactUrl: (index: number) => string;
  readonly providerUrl: (index: number) => string;
  readonly statesUrl: (index: number) => string;
  /** Undefined where the verifier sent nothing. */
  readonly seen: (index: number) => Seen | undefined;
  readonly close: () => Promise<void>;
}

/** Header fields that belong to one connection (RFC 9110 section 7.6.1), and those that are written anew. */
const ownOf = new Set(["host", "connection", "content-length", "transfer-encoding", "keep-alive", "accept-encoding"]);

/** Starts the proxy on a free port of the loopback interface. */
export async function startProxy(upstream: Upstream, interactions: readonly Interaction[]): Promise<Proxy> {
  const seen = new Map<number, Seen>();
  const { origin, pathname } = new URL(upstream.baseUrl);
  const client = new Client(origin, {
    headersTimeout: upstream.requestTimeoutMs,
    bodyTimeout: upstream.requestTimeoutMs,
    connect: { timeout: upstream.requestTimeoutMs },
    pipelining: 1,
  });
  const forward: Forward = { upstream, client, prefix: pathname.replace(/\/$/, "") };
  const server = createServer((request, response) => {
    const [, what, number, rest = ""] = /^\/(pact|provider|states)\/(\d+)(.*)$/s.exec(request.url ?? "") ?? [];
    const index = Number(number);
    const interaction = interactions[index];
    if (interaction === undefined) {
      response.writeHead(404).end();
    } else if (what === "pact") {
      send(response, "pact" in interaction.run ? interaction.run.pact : "{}");
    } else if (what === "states") {
      void sendStates(request, response, upstream);
    } else {
      void pass(forward, { request, response, rest, interaction }).then((saw) => seen.set(index, saw));
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    pactUrl: (index) => `${base}/pact/${index}`,
    providerUrl: (index) => `${base}/provider/${index}`,
    statesUrl: (index) => `${base}/states/${index}`,
    seen: (index) => seen.get(index),
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await Promise.all([closed, client.destroy()]);
    },
  };
}

async function sendStates(request: IncomingMessage, response: ServerResponse, { drawId }: Upstream): Promise<void> {
  try {
    send(response, stateValues(parseJson((await bodyOf(request)).toString()), drawId));
  } catch {
    // The verifier was stopped while it asked.
    response.destroy();
  }
}

/** The verifier asks before an interaction and again after it; only the first question draws. */
function stateValues(question: unknown, drawId: DrawId): string {
  return stringAt(question, "action") === "teardown" ? "{}" : valuesFor(stringAt(question, "state"), drawId);
}

interface Forward {
  readonly upstream: Upstream;
  readonly client: Client;
  readonly prefix: string;
}

interface Passing {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** The path and query of the interaction. */
  readonly rest: string;
  readonly interaction: Interaction;
}

/** Forwards one request. A provider that does not answer is told by closing the connection, as it did. */
async function pass(
  { upstream, client, prefix }: Forward,
  { request, response, rest, interaction }: Passing,
): Promise<Seen> {
  try {
    const body = await bodyOf(request);
    await upstream.pace?.();
    const answer = await client.request({
      method: request.method ?? "POST",
      path: `${prefix}${rest}`,
      headers: headersFor(request, interaction.ownAuthorization ? null : upstream.token),
      body: body.length === 0 ? null : body,
      signal: AbortSignal.timeout(upstream.requestTimeoutMs),
    });
    const bytes = await readUpTo(answer.body, upstream.maxBodyBytes);
    // Without Location nobody can follow a redirect.
    const kept = Object.entries(answer.headers).filter(([name]) => !ownOf.has(name) && name !== "location");
    response.writeHead(answer.statusCode, Object.fromEntries(kept));
    response.end(bytes);
    return { answered: true };
  } catch (error) {
    request.socket.destroy();
    return { answered: false, why: error instanceof Error ? error.message : String(error) };
  }
}

function headersFor(request: IncomingMessage, token: string | null): string[] {
  const fields = Array.from({ length: request.rawHeaders.length / 2 }, (_, k) =>
    request.rawHeaders.slice(2 * k, 2 * k + 2),
  );
  const isOwn = ([name = ""]: readonly string[]): boolean => ownOf.has(name.toLowerCase());
  const isAuthorization = ([name = ""]: readonly string[]): boolean => name.toLowerCase() === "authorization";
  const kept = fields.filter((field) => !isOwn(field) && (token === null || !isAuthorization(field)));
  return [...kept, ...(token === null ? [] : [["Authorization", `Bearer ${token}`]])].flat();
}

/** @throws {Error} when there is more than the limit; the rest is not read */
async function readUpTo(stream: AsyncIterable<Uint8Array>, limit: number): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of stream) {
    size += part.length;
    if (size > limit) throw new Error(`the answer's body is longer than ${limit} bytes`);
    parts.push(part);
  }
  return Buffer.concat(parts);
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts);
}

function send(response: ServerResponse, json: string): void {
  response.writeHead(200, { "Content-Type": "application/json" }).end(json);
}
