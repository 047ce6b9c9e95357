/** A request that waits for a 100 before it sends its body, but not forever. */
import { connect } from "node:net";
import { buffer } from "node:stream/consumers";

/** RFC 9110 section 10.1.1: a client should not wait for a 100 indefinitely. */
const PATIENCE_MS = 1_000;
const DEADLINE_MS = 10_000;

/** Whether a valid request with `Expect: 100-continue` is answered with 200, with or without a 100 before it. */
export async function survivesExpectation(url: string, token: string): Promise<boolean> {
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
  socket.setTimeout(DEADLINE_MS, () => socket.destroy());
  const patience = setTimeout(() => socket.write(body), PATIENCE_MS);
  socket.once("data", (first: Buffer) => {
    clearTimeout(patience);
    if (first.toString("latin1").startsWith("HTTP/1.1 100")) socket.write(body);
  });
  socket.write(`${head.join("\r\n")}\r\n\r\n`);
  try {
    return /^HTTP\/1\.1 200/m.test((await buffer(socket)).toString("latin1"));
  } catch {
    return false;
  } finally {
    clearTimeout(patience);
  }
}
