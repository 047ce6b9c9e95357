// @ts-check
/**
 * Requests on a fixed schedule to several servers in turn, a slice of time each, over connections that stay open: each is
 * sent when it is due, whatever became of those before it. It is written on bare sockets, because a client that does more
 * takes the processor from what is measured. Arguments: requests a second, milliseconds of a slice, the number of rounds, the
 * base URLs. Prints JSON, for each URL and each slice, in microseconds: the latencies from the moment at which a request was
 * due, so that nothing that held requests up is left out; and those from the moment at which it was handed over, without the
 * lateness of this program's own timer. The wait for a free connection is in both.
 */
import { connect } from "node:net";
import process from "node:process";
import { setTimeout as pause } from "node:timers/promises";

const [pace = 2_000, slice = 500, rounds = 1] = process.argv.slice(2, 5).map(Number);
const bases = process.argv.slice(5);
const token = process.env["PLANT_STORE_TOKEN"];
const CONNECTIONS = 8;
const WARM_MS = 2_000;
/** Between slices, so that work that a server has put off does not fall into the slice of another. */
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
 * Connections to a server.
 * @param {string} base @param {Take} done
 * @returns {Take} sends a request, once there is a connection for it
 */
function openLines(base, done) {
  const { hostname, port } = new URL(base);
  /** @type {Waiting[]} */
  const queue = [];
  /** @type {Line[]} Those that are free, the one that was used last on top. */
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
    // A loop without a pause would take the core that the servers need.
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
  // In another order each time: what one of them leaves behind falls to each of the others.
  const order = loads.map((load, k) => ({ load, slices: measured[k], at: Math.random() })).sort((a, b) => a.at - b.at);
  for (const { load, slices } of order) {
    await pause(PAUSE_MS);
    slices?.push(await load(slice));
  }
}
const sent = (pace * (WARM_MS + slice * rounds)) / 1_000;
process.stdout.write(JSON.stringify({ sent, slices: measured }), () => process.exit());
