/**
 * Degenerate controls: servers that are not a provider at all. None may be called conformant, and the first line of the
 * verdict names the cause. The exit statuses follow from the meaning of the verdicts: 1 if a valid request was seen to
 * get something other than a 200 with the operation's own answer, 3 if nothing could be judged.
 */
import { type Control, answering, closedPort, constant, overTcp, random, redirecting } from "./control.ts";
import { failing } from "./failing.ts";

const error = '{"error":400,"message":"No"}';

const constants: readonly Control[] = [
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
    name: "200 with a proper Plant for all",
    exitCode: 1,
    cause: /^Every request was answered with success with 200/,
    start: constant(200, "application/json", '{"name":"Fern"}'),
  },
  {
    name: "204 for all",
    exitCode: 1,
    cause: /^Every request was answered with success with 204/,
    start: answering((_request, response) => response.writeHead(204).end()),
  },
  {
    name: "a page for all",
    exitCode: 1,
    cause: /^Every request was answered with success with 200/,
    start: constant(200, "text/html", "<h1>Hello</h1>"),
  },
  {
    name: "silence",
    limits: { requestMs: 300 },
    exitCode: 3,
    cause: /gave no answer that can be read: the answer was not complete in time/,
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
    cause: /^A valid request to http.*405 without Allow.*own refusal of the body/,
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
  {
    name: "random answers",
    exitCode: 1,
    cause: /^Valid requests that are all alike were answered without a pattern: with \d+(, \d+){3}/,
    start: random(),
  },
  {
    name: "a connection closed at once",
    exitCode: 3,
    cause: /gave no answer that can be read: the connection was/,
    start: overTcp(null),
  },
  {
    name: "no HTTP",
    exitCode: 3,
    cause: /gave no answer that can be read: what came back is not HTTP/,
    start: overTcp("SSH-2.0-OpenSSH_9.2\r\n"),
  },
  {
    name: "bytes of no protocol",
    exitCode: 3,
    cause: /gave no answer that can be read: what came back is not HTTP/,
    start: overTcp("\u0000\u0001\u0002\ufffd\r\n\r\n"),
  },
  {
    name: "header fields without end",
    exitCode: 3,
    cause: /gave no answer that can be read: the answer's header fields are beyond the limit/,
    start: overTcp(`HTTP/1.1 200 OK\r\nX: ${"a".repeat(200_000)}\r\n\r\n`),
  },
  {
    name: "an answer that drips",
    limits: { requestMs: 300 },
    exitCode: 3,
    cause: /gave no answer that can be read: the answer was not complete in time/,
    start: answering((_request, response) => {
      response.writeHead(200, { "Content-Type": "application/json" });
      const timer = setInterval(() => response.write(" "), 20);
      response.on("close", () => clearInterval(timer));
    }),
  },
  {
    name: "a body without end",
    limits: { bodyBytes: 10_000 },
    exitCode: 1,
    cause: /^Every request was answered with success with 200/,
    start: answering((_request, response) => {
      response.writeHead(200, { "Content-Type": "application/json" });
      // HEAD has no body, and Node sends the header only with the first byte of one.
      response.flushHeaders();
      const more = (): void => {
        if (!response.destroyed) response.write(" ".repeat(4_000), () => setImmediate(more));
      };
      response.on("error", () => undefined);
      more();
    }),
  },
];

export const controls: readonly Control[] = [...constants, ...failing];
