/**
 * Judges a log that is generated while it is read. The argument is the number of exchanges. A thousand clients, each
 * with its own token, send fresh ids, and every hundredth answer is wrong. It fails if an exchange was not judged or a
 * wrong answer was not found.
 */
import { openShippedTraffic } from "../../traffic/judge-recordings.ts";
import { openRecording } from "../../traffic/read/read-recordings.ts";

const count = Number(process.argv[2]);
const PART = 500;
const CLIENTS = 1_000;

function lineOf(k: number): string {
  const body = `{\\"id\\":${1_000_000 + k},\\"name\\":\\"Rose ${k}\\"}`;
  const answer = `{\\"name\\":${k % 100 === 0 ? k : `\\"Rose ${k}\\"`}}`;
  const type = '"Content-Type":"application/json"';
  return `{"request":{"method":"POST","url":"/plants","headers":{"Authorization":"Bearer token-${k % CLIENTS}-of-a-client",${type},"User-Agent":"client/${k % CLIENTS}"},"body":"${body}"},"response":{"status":200,"headers":{${type},"Date":"Sun, 22 Nov 2026 12:00:0${k % 10} GMT"},"body":"${answer}"}}\n`;
}

async function* chunks(): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < count; at += PART) {
    yield Buffer.from(Array.from({ length: Math.min(PART, count - at) }, (_, k) => lineOf(at + k)).join(""));
  }
}

const wishes = { side: "both", strict: false, baseUrls: [], consumerHeader: "user-agent" } as const;
const traffic = await openShippedTraffic({ ...wishes, tool: { name: "bench", version: "0" } });
const { format, items } = await openRecording(chunks());
const recording = traffic.open("log", format);
for await (const some of items) for (const item of some) recording.add(item);
const { requirements, summary } = traffic.result();
const failed = requirements.find(({ id }) => id === "plant-shape")?.failed;
process.exitCode = summary.judged === count && failed === Math.ceil(count / 100) ? 0 : 1;
