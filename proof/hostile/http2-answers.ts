/** Complete answers over HTTP/2 with hostile content, or with a hostile end. */
import { createSecureServer } from "node:http2";
import { buffer } from "node:stream/consumers";
import { gzipSync } from "node:zlib";
import type { RunningControl } from "../degenerate/control.ts";
import { TYPE, answerHead, body, frame, framed, number, serverOptions } from "./frames.ts";
import { type Hostile, KEEPS_ALL, PATIENT, judged } from "./hostile.ts";
import { endless, listening, rightAnswers } from "./raw-provider.ts";

const allAccepted = /^Every request was answered with success with 200/;

const plant = '{"name":"Fern"}';

/** Answers through Node's HTTP/2 server; only the content is hostile. */
function spoken(answer: (right: Answer) => Answer, { endsConnection = false } = {}): () => Promise<RunningControl> {
  return async () => {
    const right = rightAnswers();
    const server = createSecureServer(serverOptions);
    server.on("stream", (stream, headers) => {
      stream.on("error", () => undefined);
      buffer(stream)
        .then(async (sent) => {
          const asked = Object.entries(headers).flatMap(([name, value]) => {
            return name.startsWith(":") ? [] : [`${name}: ${String(value)}`];
          });
          const head = [`${headers[":method"]} ${headers[":path"]}`, ...asked].join("\r\n");
          const changed = answer({ ...(await right(head, sent)), fields: {} });
          stream.respond({ ":status": changed.status, "content-type": "application/json", ...changed.fields });
          if (changed.reset !== undefined) {
            // The header is on its way before the reset, which would overtake it otherwise.
            await new Promise((resolve) => stream.write(changed.body, resolve));
            return stream.close(changed.reset);
          }
          if (changed.isEndless === true) endlessly(stream, changed.body);
          else stream.end(changed.body);
          if (endsConnection) stream.session?.close();
        })
        .catch(() => stream.close());
    });
    const running = await listening(server);
    return { ...running, url: running.url.replace("http:", "https:") };
  };
}

interface Answer {
  readonly status: number;
  readonly body: Buffer;
  readonly fields: Readonly<Record<string, string>>;
  readonly isEndless?: true;
  /** The code with which the stream is reset after the body. */
  readonly reset?: number;
}

function endlessly(stream: NodeJS.WritableStream & { readonly destroyed?: boolean }, data: Buffer): void {
  const go = (): void => {
    if (stream.destroyed === true) return;
    if (stream.write(data)) setImmediate(go);
    else stream.once("drain", go);
  };
  go();
}

const bomb = gzipSync(Buffer.concat([Buffer.alloc(5_000_000, " "), Buffer.from(plant)]));

/** A provider that seems to accept everything. An endless body is cut off early, to keep the run short. */
function accepting(name: string, start: Hostile["start"]): Hostile {
  return { ...judged(name, 1, allAccepted, start), limits: { ...PATIENT, bodyBytes: 100_000 } };
}

export const http2Answers: readonly Hostile[] = [
  // The answers of all streams continue in parallel, whatever the window allows.
  accepting(
    "more than the window without end",
    framed({
      readsAll: true,
      asked: (socket, stream) => {
        socket.write(answerHead(stream));
        endless(socket, body(stream, " ".repeat(16_000), 0).toString("latin1"));
      },
    }),
  ),
  // The reader leaves out such a field (RFC 9113 section 8.2.1 lets it refuse the answer).
  accepting(
    "a line break in a field",
    framed({
      readsAll: true,
      asked: (socket, stream) => {
        socket.write(Buffer.concat([answerHead(stream, ["x", "y\r\nz: 1"]), body(stream, plant)]));
      },
    }),
  ),
  // Node's client cannot distinguish this from a regular end: the received part is judged, and it is not a plant.
  accepting(
    "a stream that is reset with 0 in the body",
    framed({
      readsAll: true,
      asked: (socket, stream) => {
        socket.write(
          Buffer.concat([answerHead(stream), body(stream, "{", 0), frame(TYPE.reset, 0, stream, number(0))]),
        );
      },
    }),
  ),
  ...[
    ["without a token", 401, /broken: .*requires-authorization/] as const,
    ["to every wrong body", 400, /broken: .*refuses-non-object/] as const,
  ].map(([what, status, cause]) =>
    judged(
      `a 200 ${what} whose stream is reset in the body`,
      1,
      cause,
      spoken((right) =>
        right.status === status ? { ...right, status: 200, body: Buffer.from("{"), reset: 2 } : right,
      ),
    ),
  ),
  accepting(
    "a body without end",
    spoken((right) => ({ ...right, status: 200, body: Buffer.alloc(16_000, " "), isEndless: true })),
  ),
  judged(
    "bombs in gzip",
    3,
    /could not be judged: .*plant-(encoding|shape)/,
    spoken((right) =>
      right.status === 200 ? { ...right, body: bomb, fields: { "content-encoding": "gzip" } } : right,
    ),
  ),
  judged(
    "an end of the connection in order after each answer",
    0,
    KEEPS_ALL,
    spoken((right) => right, { endsConnection: true }),
  ),
];
