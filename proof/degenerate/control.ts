/** The type of a degenerate control, and functions to write one in few lines. */
import { createHash } from "node:crypto";
import { type IncomingMessage, type ServerResponse, createServer } from "node:http";
import { type Socket, createServer as createTcpServer } from "node:net";
import { buffer } from "node:stream/consumers";
import type { Limits } from "../../library/index.ts";
import { listen } from "../test-provider.ts";

/** The token of the controls. */
export const TOKEN = "token-of-the-controls";

export interface Control {
  readonly name: string;
  readonly exitCode: 1 | 3;
  /** Requests in flight at the same time, if their order matters to the provider. */
  readonly concurrency?: number;
  /** Limits of the run, so that a test takes less time than a user's run. */
  readonly limits?: Partial<Limits>;
  /** The first line of the report. */
  readonly cause: RegExp;
  readonly start: () => Promise<RunningControl>;
}

export interface RunningControl {
  readonly url: string;
  readonly stop: () => Promise<void>;
  /** How many requests arrived at the target of a redirect. */
  readonly followed: () => number;
}

type Answer = (request: IncomingMessage, response: ServerResponse, body: Buffer) => void;

export function answering(answer: Answer): () => Promise<RunningControl> {
  return async () => {
    const server = createServer((request, response) => {
      buffer(request).then(
        (body) => answer(request, response, body),
        () => undefined,
      );
    });
    const { port, stop } = await listen(server);
    return { url: `http://127.0.0.1:${port}`, stop, followed: () => 0 };
  };
}

export function constant(status: number, mediaType: string, body: string): () => Promise<RunningControl> {
  return answering((_request, response) => response.writeHead(status, { "Content-Type": mediaType }).end(body));
}

/** Redirects to a second server, which counts its requests. */
export function redirecting(status: number): () => Promise<RunningControl> {
  return async () => {
    let followed = 0;
    const target = await listen(createServer((_request, response) => response.end(String((followed += 1)))));
    const source = await answering((_request, response) =>
      response.writeHead(status, { Location: `http://127.0.0.1:${target.port}/plants` }).end(),
    )();
    const stop = async (): Promise<void> => {
      await Promise.all([source.stop(), target.stop()]);
    };
    return { url: source.url, stop, followed: () => followed };
  };
}

export async function closedPort(): Promise<RunningControl> {
  const { port, stop } = await listen(createServer());
  await stop();
  return { url: `http://127.0.0.1:${port}`, stop: () => Promise.resolve(), followed: () => 0 };
}

export function overTcp(greeting: string | null): () => Promise<RunningControl> {
  return async () => {
    const sockets = new Set<Socket>();
    const server = createTcpServer((socket) => {
      sockets.add(socket);
      socket.on("error", () => undefined);
      if (greeting === null) socket.destroy();
      else socket.end(greeting);
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const address = server.address();
    const port = typeof address === "object" && address !== null ? address.port : 0;
    const stop = async (): Promise<void> => {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const socket of sockets) socket.destroy();
      await closed;
    };
    return { url: `http://127.0.0.1:${port}`, stop, followed: () => 0 };
  };
}

/** Answers that a provider might give, drawn by the bytes of the request, so that each run draws the same. */
export function random(): () => Promise<RunningControl> {
  const statuses = [200, 201, 400, 422, 500] as const;
  const bodies = ["{}", '{"name":"Fern"}', '{"error":1,"message":"x"}', "<p>", ""] as const;
  return answering((_request, response, body) => {
    const drawn = createHash("sha256").update(body).digest();
    const status = statuses[drawn.readUInt8(0) % 5] ?? 200;
    response.writeHead(status, { "Content-Type": "application/json" }).end(bodies[drawn.readUInt8(1) % 5]);
  });
}
