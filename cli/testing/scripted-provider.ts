/** A provider for tests of the command. It records the requests, and a test can change its answers. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A received request as it was sent, without the Host header. */
export interface ReceivedRequest {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly headers: readonly string[];
  readonly body: string;
}

export type ScriptedAnswer = (seen: ReceivedRequest, response: ServerResponse) => void;

/** Starts a provider. A test may change its answers, for example between the run and the replay. */
export async function startProvider(first: ScriptedAnswer): Promise<{
  url: string;
  seen: ReceivedRequest[];
  answer: (next: ScriptedAnswer) => void;
  stop: () => Promise<void>;
  [Symbol.asyncDispose]: () => Promise<void>;
}> {
  let answer = first;
  const seen: ReceivedRequest[] = [];
  const server = createServer((request, response) => {
    void bodyOf(request).then((body) => {
      const headers = request.rawHeaders.filter((_, at) => request.rawHeaders[at - (at % 2)] !== "Host");
      const one = { method: request.method, url: request.url, headers, body };
      seen.push(one);
      answer(one, response);
    }, clientIsGone);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const stop = (): Promise<void> =>
    new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, seen, answer: (next) => (answer = next), stop, [Symbol.asyncDispose]: stop };
}

/** The client left in the middle of its request, so there is no one to answer. */
function clientIsGone(): void {}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Uint8Array[] = [];
  for await (const part of request) parts.push(part as Uint8Array);
  return Buffer.concat(parts).toString("latin1");
}
