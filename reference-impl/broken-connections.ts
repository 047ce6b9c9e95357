/**
 * Requests that node:http would answer by itself, without an Error body: HTTP that does not parse, timeouts, CONNECT.
 */
import { STATUS_CODES, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { errorAnswer, fieldsOf, type ServerAnswer } from "./responses.ts";
import { answerAndClose, LINGER_MS } from "./exchange.ts";

/**
 * Makes `server` answer these with an Error in `application/json` too, each connection at most once.
 * @param inWordsOf - writes a refusal as another document shows it
 */
export function answerBrokenConnections(
  server: Server,
  inWordsOf: (answer: ServerAnswer) => ServerAnswer = (answer) => answer,
): void {
  const latest = new WeakMap<Duplex, ServerResponse>();
  const remember = (request: IncomingMessage, response: ServerResponse): void => {
    latest.set(request.socket, response);
  };
  server.prependListener("request", remember);
  server.prependListener("checkContinue", remember);
  server.prependListener("checkExpectation", remember);
  server.on("clientError", (error: NodeJS.ErrnoException, socket) => {
    const answer = inWordsOf(answerToBroken(error.code ?? ""));
    const response = latest.get(socket);
    if (response === undefined || response.writableFinished) return hangUp(socket, answer);
    // The request before the broken bytes is complete: its answer is sent first.
    if (response.req.complete) return void response.once("finish", () => hangUp(socket, answer));
    // The body of the request is broken. If the request is answered already, that answer stands.
    if (!response.headersSent) answerAndClose(response, answer);
  });
  server.on("connect", (_request, socket) => {
    socket.on("error", () => socket.destroy());
    socket.resume();
    hangUp(socket, inWordsOf(errorAnswer(405, "This server is no proxy.", { Allow: "POST" })));
  });
}

function answerToBroken(code: string): ServerAnswer {
  switch (code) {
    case "ERR_HTTP_REQUEST_TIMEOUT":
      return errorAnswer(408, "The request did not arrive in time.");
    case "HPE_HEADER_OVERFLOW":
      return errorAnswer(431, "The request's head is too long.");
    case "HPE_CHUNK_EXTENSIONS_OVERFLOW":
      return errorAnswer(413, "The request's chunk extensions are too long.");
    default:
      return errorAnswer(400, "The request is not HTTP/1.1 (RFC 9112).");
  }
}

/** Sends an answer that belongs to no request of node:http, and closes the connection as `answerAndClose` does. */
function hangUp(socket: Duplex, answer: ServerAnswer): void {
  // The connection is ended already, or gone.
  if (!socket.writable) return;
  const fields = Object.entries(fieldsOf(answer, true)).map(([name, value]) => `${name}: ${value}\r\n`);
  const reason = STATUS_CODES[answer.status] ?? "";
  socket.end(`HTTP/1.1 ${answer.status} ${reason}\r\n${fields.join("")}\r\n${answer.body}`);
  const timer = setTimeout(() => socket.destroy(), LINGER_MS);
  socket.once("close", () => clearTimeout(timer));
}
