// @ts-check
/** The smallest program that sends the same bytes: only undici, without checks and reports. */
import { readFileSync } from "node:fs";
import process from "node:process";
import { Pool } from "undici";

const [, , result = "", url = "", concurrency = "4"] = process.argv;
const { exchanges, provider } = JSON.parse(readFileSync(result, "utf8"));
const { origin, pathname } = new URL(url);
const pool = new Pool(origin, { connections: Number(concurrency), pipelining: 1 });

/** @param {any} exchange */
async function send({ request }) {
  const headers = request.headers.map((/** @type {[string, string]} */ [name, value]) => [
    name,
    value.replace("$PLANT_STORE_TOKEN", process.env["PLANT_STORE_TOKEN"] ?? ""),
  ]);
  // undici does not support Expect, so the request is sent without it.
  const sent = headers.filter((/** @type {[string, string]} */ [name]) => name.toLowerCase() !== "expect").flat();
  const body = request.body === null ? null : Buffer.from(request.body.content, request.body.encoding);
  const path = pathname.replace(/\/$/, "") + request.url.slice(provider.baseUrl.length);
  const response = await pool.request({ method: request.method, path, headers: sent, body });
  await response.body.arrayBuffer();
}

const rest = [...exchanges];
const worker = async () => {
  for (let next = rest.shift(); next !== undefined; next = rest.shift()) await send(next);
};
await Promise.all(Array.from({ length: Number(concurrency) }, worker));
await pool.close();
