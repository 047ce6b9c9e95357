/**
 * Degenerate controls: servers that are no provider at all. None may ever be called conformant, and the first line of
 * the verdict names the cause. The exit statuses are worked out from what the verdicts mean: 1 where a valid request was
 * seen answered otherwise than with 200 and the operation's own answers, 3 where nothing could be judged.
 */
import { type IncomingMessage, type ServerResponse, createServer } from "node:http";
import { type Socket, createServer as createTcpServer } from "node:net";
import { buffer } from "node:stream/consumers";
import { listen } from "../provider.ts";

export interface Control {
  readonly name: string;
  readonly exitCode: 1 | 3;
  /** It never answers, so that a test need not wait as long as a user would. */
  readonly isSilent?: true;
  /** What the first line says. */
  readonly cause: RegExp;
  readonly start: () => Promise<RunningControl>;
}

export interface RunningControl {
  readonly url: string;
  readonly stop: () => Promise<void>;
  /** Requests that arrived where a redirect led to. */
  readonly followed: () => number;
}

type Answer = (request: IncomingMessage, response: ServerResponse, body: Buffer) => void;

function answering(answer: Answer): () => Promise<RunningControl> {
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

function constant(status: number, mediaType: string, body: string): () => Promise<RunningControl> {
  return answering((_request, response) => response.writeHead(status, { "Content-Type": mediaType }).end(body));
}

/** Redirects to a server of its own, which counts what it gets. */
function redirecting(status: number): () => Promise<RunningControl> {
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

async function closedPort(): Promise<RunningControl> {
  const { port, stop } = await listen(createServer());
  await stop();
  return { url: `http://127.0.0.1:${port}`, stop: () => Promise.resolve(), followed: () => 0 };
}

function overTcp(greeting: string | null): () => Promise<RunningControl> {
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

/** Answers drawn by a fixed rule from what a provider might say. */
function random(): () => Promise<RunningControl> {
  let state = 7;
  const draw = (count: number): number => {
    state = (state * 48_271) % 2_147_483_647;
    return state % count;
  };
  const statuses = [200, 201, 400, 422, 500] as const;
  const bodies = ["{}", '{"name":"Fern"}', '{"error":1,"message":"x"}', "<p>", ""] as const;
  return answering((_request, response) =>
    response.writeHead(statuses[draw(5)] ?? 200, { "Content-Type": "application/json" }).end(bodies[draw(5)]),
  );
}

const error = '{"error":400,"message":"No"}';

export const controls: readonly Control[] = [
  { name: "nothing listens", exitCode: 3, cause: /connection was refused/, start: closedPort },
  {
    name: "200 with {} for all",
    exitCode: 1,
    cause: /^Every request was answered with success with 200/,
    start: constant(200, "application/json", "{}"),
  },
  {
    name: "400 with a proper Error for all",
    exitCode: 1,
    cause: /^Every valid request was refused with 400/,
    start: constant(400, "application/json", error),
  },
  {
    name: "an echo",
    exitCode: 1,
    cause: /^Every request was answered with success with 200/,
    start: answering((_request, response, body) =>
      response.writeHead(200, { "Content-Type": "application/json" }).end(body),
    ),
  },
  {
    name: "a page for all",
    exitCode: 1,
    cause: /^Every request was answered with success with 200/,
    start: constant(200, "text/html", "<h1>Hello</h1>"),
  },
  {
    name: "silence",
    isSilent: true,
    exitCode: 3,
    cause: /could not be reached: the answer was not complete in time/,
    start: answering(() => undefined),
  },
  {
    name: "302 for all",
    exitCode: 1,
    cause: /not at http.*answered 302.*a redirect to http.*may be wrong/,
    start: redirecting(302),
  },
  {
    name: "307 for all",
    exitCode: 1,
    cause: /not at http.*answered 307.*a redirect to http.*may be wrong/,
    start: redirecting(307),
  },
  {
    name: "401 for all",
    exitCode: 3,
    cause: /refused the token.*401/,
    start: constant(401, "application/json", error),
  },
  {
    name: "403 for all",
    exitCode: 3,
    cause: /refused the token.*403/,
    start: constant(403, "application/json", error),
  },
  {
    name: "404 for all",
    exitCode: 1,
    cause: /not at http.*404.*may be wrong/,
    start: constant(404, "application/json", error),
  },
  {
    name: "405 for all",
    exitCode: 1,
    cause: /not at http.*405.*may be wrong/,
    start: constant(405, "application/json", error),
  },
  {
    name: "500 for all",
    exitCode: 1,
    cause: /^Every valid request was refused with 500/,
    start: constant(500, "text/plain", "oops"),
  },
  {
    name: "201 for all",
    exitCode: 1,
    cause: /^Every request was answered with success with 201/,
    start: constant(201, "application/json", '{"name":"Fern"}'),
  },
  { name: "random answers", exitCode: 1, cause: /./, start: random() },
  {
    name: "a connection closed at once",
    exitCode: 3,
    cause: /could not be reached: the connection was/,
    start: overTcp(null),
  },
  {
    name: "no HTTP",
    exitCode: 3,
    cause: /could not be reached: what came back is not HTTP/,
    start: overTcp("SSH-2.0-OpenSSH_9.2\r\n"),
  },
];
