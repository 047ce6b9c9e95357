// @ts-check
/**
 * Sends requests on a fixed schedule to several servers in turn, for a slice of time each, over connections that stay
 * open. A request is sent when it is due, even if earlier ones are not answered yet. It uses bare sockets, because a
 * larger client would take processor time from the servers.
 *
 * Arguments: requests per second, milliseconds of a slice, the number of rounds, the base URLs. Prints JSON with two
 * kinds of latencies for each URL and slice, in microseconds: from the time at which a request was due, which includes
 * every delay, and from the time at which it was handed over, which excludes the delay of this program's timer. Both
 * include the wait for a free connection.
 */
import { connect } from "node:net";
import process from "node:process";
import { setTimeout as pause } from "node:timers/promises";

const [pace = 2_000, slice = 500, rounds = 1] = process.argv.slice(2, 5).map(Number);
const bases = process.argv.slice(5);
const token = process.env["PLANT_STORE_TOKEN"];
const CONNECTIONS = 8;
const WARM_MS = 2_000;
/** The pause between slices, so that deferred work of one server does not run in the slice of another. */
const PAUSE_MS = 150;
let id = 1_000_000;

/**
 * @typedef {{ due: number, sent: number }} Waiting
 * @typedef {{ socket: import("node:net").Socket, waiting: Waiting | null, received: string }} Line
 * @typedef {{ p50: number, p99: number }} Quantiles
 * @typedef {{ fromDue: Quantiles, fromSent: Quantiles }} Slice
 * @typedef {(one: Waiting) => void} Take
 */

/**
 * Opens connections to a server.
 * @param {string} base @param {Take} done
 * @returns {Take} sends a request as soon as a connection is free
 */
function openLines(base, done) {
  const { hostname, port } = new URL(base);
  /** @type {Waiting[]} */
  const queue = [];
  /** @type {Line[]} The free connections; the last used is at the end. */
  const free = Array.from({ length: CONNECTIONS }, () => {
    const socket = connect({ host: hostname, port: Number(port), noDelay: true });
    /** @type {Line} */
    const line = { socket, waiting: null, received: "" };
    socket.on("data", (chunk) => receive(line, chunk.toString("latin1")));
    socket.once("close", () => {
      throw new Error("A connection was closed");
    });
    return line;
  });

  /** @param {Line} line @param {string} text */
  function receive(line, text) {
    line.received += text;
    if (!isWhole(line.received)) return;
    const { waiting, received } = line;
    if (!received.startsWith("HTTP/1.1 200 ") || waiting === null) throw new Error(received);
    done(waiting);
    [line.waiting, line.received] = [null, ""];
    const next = queue.shift();
    if (next === undefined) free.push(line);
    else send(line, base, next);
  }

  return (waiting) => {
    const line = free.pop();
    if (line === undefined) queue.push(waiting);
    else send(line, base, waiting);
  };
}

/** @param {Line} line @param {string} base @param {Waiting} waiting */
function send(line, base, waiting) {
  id += 1;
  const { host, pathname } = new URL(`${base}/plants`);
  const body = `{"id":${id},"name":"Monstera ${id}","tag":"tropical"}`;
  const fields = `host: ${host}\r\nauthorization: Bearer ${token}\r\ncontent-type: application/json`;
  line.waiting = waiting;
  line.socket.write(
    `POST ${pathname} HTTP/1.1\r\n${fields}\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
    "latin1",
  );
}

/** @param {string} answer */
function isWhole(answer) {
  const end = answer.indexOf("\r\n\r\n");
  const length = /\r\ncontent-length: (\d+)/i.exec(answer)?.[1];
  return end >= 0 && answer.length >= end + 4 + Number(length);
}

/** @param {string} base @returns {(milliseconds: number) => Promise<Slice>} */
function openLoad(base) {
  /** @type {[number[], number[]]} */
  let [fromDue, fromSent] = [[], []];
  let answered = () => {};
  const take = openLines(base, ({ due, sent }) => {
    const now = performance.now();
    fromDue.push((now - due) * 1_000);
    fromSent.push((now - sent) * 1_000);
    answered();
  });
  return async (milliseconds) => {
    [fromDue, fromSent] = [[], []];
    const count = Math.round((pace * milliseconds) / 1_000);
    await new Promise((resolve) => {
      answered = () => {
        if (fromDue.length === count) resolve(undefined);
      };
      sendOnSchedule(count, take);
    });
    return { fromDue: quantiles(fromDue), fromSent: quantiles(fromSent) };
  };
}

/** @param {number} count @param {Take} take */
function sendOnSchedule(count, take) {
  const every = 1_000 / pace;
  const from = performance.now();
  let begun = 0;
  const beginDue = () => {
    for (; begun < count && from + begun * every <= performance.now(); begun += 1) {
      take({ due: from + begun * every, sent: performance.now() });
    }
    // A loop without a pause would occupy a core that the servers need.
    if (begun < count) setTimeout(beginDue, 1);
  };
  beginDue();
}

/** @param {number[]} latencies */
function quantiles(latencies) {
  const sorted = Float64Array.from(latencies).sort();
  /** @param {number} part */
  const at = (part) => sorted[Math.floor(part * (sorted.length - 1))];
  return { p50: at(0.5), p99: at(0.99) };
}

const loads = bases.map(openLoad);
for (const load of loads) await load(WARM_MS);
/** @type {Slice[][]} */
const measured = bases.map(() => []);
for (let round = 0; round < rounds; round += 1) {
  // The order is random in each round, so that the after-effects of a server affect all others alike.
  const order = loads.map((load, k) => ({ load, slices: measured[k], at: Math.random() })).sort((a, b) => a.at - b.at);
  for (const { load, slices } of order) {
    await pause(PAUSE_MS);
    slices?.push(await load(slice));
  }
}
const sent = (pace * (WARM_MS + slice * rounds)) / 1_000;
process.stdout.write(JSON.stringify({ sent, slices: measured }), () => process.exit());
