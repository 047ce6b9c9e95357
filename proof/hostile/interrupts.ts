/** Everything that a run may be waiting for when it is interrupted. Each one signals by itself when the run waits. */
import { mkdtempSync } from "node:fs";
import { type Socket, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { execPath } from "node:process";
import type { RunningControl } from "../degenerate/control.ts";
import { TOKEN, asked, connected, headOf, listening, whole } from "./raw-provider.ts";

/** A running command, and how to stop what it leaves. */
export interface UnderWay {
  /** The arguments, including those for the token. */
  readonly argv: readonly string[];
  readonly stop: () => Promise<void>;
}

/** Prepares a run that calls `note` when the interrupt should come. */
export type Moment = (note: () => void) => Promise<UnderWay>;

/** Limits of minutes: a run that ends earlier was ended by the interrupt, on any machine. */
const unhurried = ["--timeout", "600", "--connect-timeout", "600", "--deadline", "3600", "--max-wait", "3600"];

const withToken = ["--token", TOKEN, "--no-contracts", ...unhurried];

/** A server that calls `note` for the first thing that it sees. */
function silentTo(
  start: (note: () => void) => () => Promise<RunningControl>,
  argvTo: (url: string) => readonly string[],
): Moment {
  return async (note) => {
    const { url, stop } = await start(note)();
    return { argv: argvTo(url), stop };
  };
}

/** Asks the client to wait for minutes. The command closes the connection once it has read the answer. */
const busy = (note: () => void): (() => Promise<RunningControl>) =>
  asked((socket) => {
    socket.once("close", note);
    socket.write("HTTP/1.1 429 X\r\nRetry-After: 600\r\nConnection: close\r\nContent-Length: 0\r\n\r\n");
  });

const silence = (note: () => void): (() => Promise<RunningControl>) => asked(note);

const silenceInTls = (note: () => void): (() => Promise<RunningControl>) =>
  connected((socket) => void socket.once("data", note), "https");

/** A shell command that connects to a port and never ends, whatever it is told. Its child does the same. */
function bellRinger(port: number): string {
  const ring = `process.on("SIGTERM", () => {}); require("net").connect(${port}, "127.0.0.1").on("close", () => process.exit())`;
  const script = `${ring}; require("child_process").spawn(process.execPath, ["-e", ${JSON.stringify(ring)}])`;
  return `"${execPath}" -e '${script.replaceAll("'", "")}'`;
}

/** Listens on a port. Calls `note` after this many connections; `silent` waits until all of them are closed. */
async function bell(
  note: () => void,
  ringers: number,
): Promise<{ readonly port: number; readonly silent: () => Promise<void> }> {
  const gone: Promise<unknown>[] = [];
  const server = createServer((socket: Socket) => {
    socket.on("error", () => undefined).resume();
    gone.push(new Promise((resolve) => socket.once("close", resolve)));
    if (gone.length === ringers) note();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  const silent = async (): Promise<void> => {
    await Promise.all(gone);
    server.close();
  };
  return { port, silent };
}

const atTokenCommand: Moment = async (note) => {
  const { port, silent } = await bell(note, 2);
  const argv = ["check", "http://127.0.0.1:9", "--no-contracts", ...unhurried, "--token-command", bellRinger(port)];
  return { argv, stop: silent };
};

/** Accepts the token for the first requests, and then no more. */
const atRenewal: Moment = async (note) => {
  const { port, silent } = await bell(note, 2);
  const provider = await asked(async (socket, { at, right }) => {
    if (at < 10) socket.write(whole(await right()));
    else socket.write(headOf(401, [["Content-Length", 0]]));
  })();
  const asker = join(mkdtempSync(join(tmpdir(), "plant-store-")), "asked");
  const once = `if [ -e "${asker}" ]; then ${bellRinger(port)}; else touch "${asker}"; echo "${TOKEN}"; fi`;
  const stop = async (): Promise<void> => {
    await silent();
    await provider.stop();
  };
  return { argv: ["check", provider.url, "--no-contracts", ...unhurried, "--token-command", once], stop };
};

/** A provider that is started and does not answer: nothing listens at its URL. */
const atStart: Moment = async (note) => {
  const { port, silent } = await bell(note, 2);
  const { url, stop } = await listening(createServer());
  await stop();
  return { argv: ["check", url, ...withToken, "--wait", "3600", "--start", bellRinger(port)], stop: silent };
};

/** A gateway answers first, and is silent during the run: the started provider must be stopped. */
const withStarted: Moment = async (note) => {
  const { port, silent } = await bell(() => undefined, 2);
  const provider = await asked((socket, { head }) => {
    if (head.startsWith("GET ")) socket.write(headOf(503, [["Content-Length", 0]]));
    else note();
  })();
  const stop = async (): Promise<void> => {
    await silent();
    await provider.stop();
  };
  return { argv: ["check", provider.url, ...withToken, "--start", bellRinger(port)], stop };
};

const rightUntil = (note: () => void): (() => Promise<RunningControl>) =>
  asked(async (socket, { at, right }) => {
    if (at === 400) note();
    socket.write(whole(await right()));
  });

/** The moments, by what the run is waiting for. */
export const moments: Readonly<Record<string, Moment>> = {
  "the first answer": silentTo(silence, (url) => ["check", url, "--token", TOKEN, ...unhurried]),
  "the TLS handshake": silentTo(silenceInTls, (url) => ["check", url, ...withToken]),
  "the end of 429": silentTo(busy, (url) => ["check", url, ...withToken]),
  "the token command": atTokenCommand,
  "the token command, run again": atRenewal,
  "a provider that is started": atStart,
  "a started provider's TLS handshake": silentTo(silenceInTls, (url) => [
    "check",
    url,
    ...withToken,
    "--start",
    "sleep 600",
    "--wait",
    "3600",
  ]),
  "a provider that is started and does not end": withStarted,
  "the cases of --fuzz": silentTo(rightUntil, (url) => ["check", url, ...withToken, "--fuzz", "100000"]),
  "the answer to a contract": silentTo(silence, (url) => ["contracts", url, "--token", TOKEN, ...unhurried]),
  "the end of 429 to a contract": silentTo(busy, (url) => ["contracts", url, "--token", TOKEN, ...unhurried]),
  "a broker": silentTo(silence, (url) => [
    "check",
    "http://127.0.0.1:9",
    "--token",
    TOKEN,
    ...unhurried,
    "--broker",
    url,
  ]),
  "a broker, for contracts alone": silentTo(silence, (url) => [
    "contracts",
    "http://127.0.0.1:9",
    "--token",
    TOKEN,
    ...unhurried,
    "--broker",
    url,
  ]),
  "a pact at a URL": silentTo(silence, (url) => [
    "check",
    "http://127.0.0.1:9",
    "--token",
    TOKEN,
    ...unhurried,
    "--pacts",
    url,
  ]),
};

/** A provider that does not end when it is told to, after the run: the interrupt comes then. */
export const atStop: Moment = async (note) => {
  const { port, silent } = await bell(note, 1);
  const { url, stop } = await listening(createServer());
  await stop();
  const script = `
    process.on("SIGTERM", () => require("net").connect(${port}, "127.0.0.1").on("close", () => process.exit()));
    require("http").createServer((request, response) => {
      request.resume().on("end", () => response.writeHead(200, { "Content-Type": "application/json" }).end("{}"));
    }).listen(${new URL(url).port}, "127.0.0.1");`;
  return { argv: ["check", url, ...withToken, "--start", `"${execPath}" -e '${script}'`], stop: silent };
};
