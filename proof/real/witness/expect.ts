/** A request that asks before it sends its body, and waits. */
import { connect } from "node:net";
import { buffer } from "node:stream/consumers";

/** How long the client waits for the 100, or for the answer itself. Nobody who answers at all needs so long. */
const PATIENCE_MS = 3_000;

/**
 * Whether a server says anything to the head of a request with `Expect: 100-continue`, which RFC 9110 section 10.1.1
 * asks of it at once. The body is sent after the 100, so that no request is left half.
 */
export async function answersExpectation(url: string, token: string): Promise<boolean> {
  const { hostname, port } = new URL(url);
  const body = '{"id":6000001,"name":"Fern"}';
  const head = [
    "POST /plants HTTP/1.1",
    `Host: ${hostname}`,
    "Connection: close",
    `Authorization: Bearer ${token}`,
    "Content-Type: application/json",
    `Content-Length: ${body.length}`,
    "Expect: 100-continue",
  ];
  const socket = connect(Number(port), hostname);
  socket.setTimeout(PATIENCE_MS, () => socket.destroy());
  socket.once("data", () => socket.end(body));
  socket.write(`${head.join("\r\n")}\r\n\r\n`);
  try {
    return (await buffer(socket)).length > 0;
  } catch {
    return false;
  }
}
