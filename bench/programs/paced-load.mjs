// @ts-check
/**
 * Requests at a steady pace over a few connections that stay open. Arguments: the base URL, requests a second, seconds. Prints
 * JSON: the latencies in microseconds, waiting for a free connection included, and how many were sent.
 */
import { Agent, request } from "node:http";
import process from "node:process";
import { setTimeout } from "node:timers/promises";

const [base = "", pace = "2000", seconds = "3"] = process.argv.slice(2);
const url = new URL(`${base}/plants`);
const agent = new Agent({ keepAlive: true, maxSockets: 8 });
const token = process.env["PLANT_STORE_TOKEN"];
const WARM_SECONDS = 1;
let id = 1_000_000;

/** @returns {Promise<number>} its status */
function send() {
  id += 1;
  const body = `{"id":${id},"name":"Monstera ${id}","tag":"tropical"}`;
  const headers = {
    authorization: `Bearer ${token}`,
    "content-type": "application/json",
    "content-length": body.length,
  };
  return new Promise((resolve, reject) => {
    const sent = request(url, { method: "POST", agent, headers }, (answer) => {
      answer.resume().once("end", () => resolve(answer.statusCode ?? 0));
    });
    sent.once("error", reject).end(body);
  });
}

/**
 * @param {number} count
 * @returns {Promise<number[]>} the latency of each
 */
async function paced(count) {
  const every = 1_000 / Number(pace);
  const from = performance.now();
  const sending = [];
  for (let k = 0; k < count; k += 1) {
    const due = from + k * every;
    // A loop without a pause would take the core that the servers need.
    while (performance.now() < due) await setTimeout(1);
    const sentAt = performance.now();
    sending.push(send().then(() => (performance.now() - sentAt) * 1_000));
  }
  return Promise.all(sending);
}

await paced(Number(pace) * WARM_SECONDS);
const latencies = Float64Array.from(await paced(Number(pace) * Number(seconds))).sort();
/** @param {number} part */
const at = (part) => latencies[Math.floor(part * (latencies.length - 1))];
process.stdout.write(
  JSON.stringify({ p50: at(0.5), p99: at(0.99), sent: Number(pace) * (WARM_SECONDS + Number(seconds)) }),
);
