/**
 * A provider with two faults, which the recordings in this folder were made of: a plant is given back with its id, and a
 * 400 is a problem of RFC 9457. A page that it serves sends five requests.
 */
import { createServer } from "node:http";
import { text } from "node:stream/consumers";

export const token = "token-of-the-page";

const page = `<!doctype html><title>Plants</title><script>
const send = (body, headers) => fetch("/api/plants", { method: "POST", headers, body }).then((answer) => answer.text());
const json = { "Content-Type": "application/json" };
const known = { ...json, Authorization: "Bearer ${token}" };
(async () => {
  await send('{"id":1000001,"name":"Weeping fig","tag":"tree"}', known);
  await send('{"id":1000002,"name":"Blaue Hortensie \\u00fc"}', known);
  await send('{"id":1000003}', known);
  await send('{"id":1000004,"name":"Snake plant"}', json);
  await send('{"id":1000005,"name":"Aloe vera"}', { ...known, "Content-Type": "text/plain" });
  document.title = "done";
})();
</script>`;

/** Answers one request. */
async function answer(request, response) {
  if (request.method === "GET") return response.writeHead(200, { "Content-Type": "text/html" }).end(page);
  const body = JSON.parse(await text(request));
  const write = (status, type, value, more = {}) =>
    response.writeHead(status, { "Content-Type": type, ...more }).end(JSON.stringify(value));
  if (request.headers.authorization !== `Bearer ${token}`) {
    return write(401, "application/json", { error: 401, message: "No token" }, { "WWW-Authenticate": "Bearer" });
  }
  if (request.headers["content-type"] !== "application/json") return write(415, "text/plain", "no");
  if (typeof body.name !== "string") return write(400, "application/problem+json", { error: 400, message: "No name" });
  return write(200, "application/json", body);
}

/** Starts it on a free port of 127.0.0.1. */
export async function start() {
  const server = createServer((request, response) => void answer(request, response));
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { origin: `http://127.0.0.1:${server.address().port}`, close: () => server.close() };
}

/** A recording without what differs from run to run: the port, times, and what nobody reads. */
export function steady(har, origin) {
  const { log } = JSON.parse(har.replaceAll(origin, "http://127.0.0.1:8080"));
  const { version, creator, browser } = log;
  const entries = log.entries.map(({ request, response }) => ({
    startedDateTime: "2026-11-22T12:00:00.000Z",
    time: 1,
    request,
    response: { ...response, headers: response.headers.filter(({ name }) => !/^date$/i.test(name)) },
    cache: {},
    timings: { send: 0, wait: 1, receive: 0 },
  }));
  const written = JSON.stringify(
    { log: { version, creator, ...(browser === undefined ? {} : { browser }), entries } },
    null,
    1,
  );
  return `${written.replaceAll(/127\.0\.0\.1:\d+/g, "127.0.0.1:8080")}\n`;
}
