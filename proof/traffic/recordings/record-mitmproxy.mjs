/** Records mitmproxy.har: clients of curl behind mitmdump. Run: `MITMDUMP=/path/to/mitmdump node record-mitmproxy.mjs`. */
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { connect, createServer } from "node:net";
import { promisify } from "node:util";
import { start, steady, token } from "./wrong-provider.mjs";

const { origin, close } = await start();
const port = await freePort();
const dump = spawn(process.env["MITMDUMP"] ?? "mitmdump", [
  "--mode",
  `reverse:${origin}`,
  "--listen-host",
  "127.0.0.1",
  "--listen-port",
  String(port),
  "--set",
  "hardump=raw.har",
  "--quiet",
]);
await listening(port);

const json = ["-H", "Content-Type: application/json"];
const known = ["-H", `Authorization: Bearer ${token}`];
const send = (body, ...more) =>
  promisify(execFile)("curl", ["-s", "-X", "POST", `http://127.0.0.1:${port}/api/plants`, "-d", body, ...more]);
await send('{"id":1000001,"name":"Weeping fig","tag":"tree"}', ...json, ...known);
await send('{"id":1000002,"name":"Blaue Hortensie ü"}', ...json, ...known);
await send('{"id":1000003}', ...json, ...known);
await send('{"id":1000004,"name":"Snake plant"}', ...json);
await send('{"id":1000005,"name":"Aloe vera"}', ...known, "-H", "Content-Type: text/plain", "-A", "old-importer/1.0");

dump.kill("SIGINT");
await once(dump, "exit");
close();
writeFileSync(new URL("mitmproxy.har", import.meta.url), steady(readFileSync("raw.har", "utf8"), origin));
rmSync("raw.har");

async function freePort() {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port: free } = server.address();
  server.close();
  return free;
}

async function listening(at) {
  for (;;) {
    const socket = connect(at, "127.0.0.1");
    const isThere = await new Promise((resolve) => {
      socket.once("connect", () => resolve(true)).once("error", () => resolve(false));
    });
    socket.destroy();
    if (isThere) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
