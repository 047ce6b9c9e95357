/**
 * Fronts that fail requests at random: each uses one place where a run waits or asks again, and no retry may make it
 * conformant by luck.
 */
import { createHash } from "node:crypto";
import { type Behaviour, type Request, refuse } from "../behaviour.ts";
import { answerError, authenticate, but, correct, route, withHeaders } from "../correct.ts";
import { providerResult } from "../../library/provider-result.ts";
import type { RunResult } from "../../result/result.ts";
import type { ProviderProcess } from "../../suites/run/provider-process.ts";
import { needsNoSocket } from "../seeds/in-memory.ts";
import { runInMemory } from "../seeds/memory-run.ts";
import { startProvider } from "../test-provider.ts";
import { FRONT_FAULTS, FRONT_PERCENTS, type FrontFault, type MeasuredFront, OFTEN } from "./shares-page.ts";

const token = "token-of-the-fronts";

/** Whether the next request meets the fault: another request in each run, and the same ones in a run of that number. */
function isHit(run: number, percent: number, { memory }: Request): boolean {
  const nth = (memory.notes.get("seen") ?? 0) + 1;
  memory.notes.set("seen", nth);
  const drawn = createHash("sha256").update(`${run} ${nth}`).digest().readUInt32BE();
  return drawn < (percent / 100) * 2 ** 32;
}

/** A request with the token that was given first, where it has one of those that were printed later. */
function asFirstToken(request: Request): Request {
  const { authorization, ...headers } = request.headers;
  const first = authorization?.replace(new RegExp(`${token}-\\d+$`, "u"), token);
  return { ...request, headers: first === undefined ? headers : { ...headers, authorization: first } };
}

/** The process of a provider that is started again with an empty store. */
interface EndingProcess extends ProviderProcess {
  /** Answers no request from this one on. */
  readonly endAt: (request: Request) => void;
}

function endingProcess(): EndingProcess {
  let ended: Request["memory"] | undefined;
  return {
    endAt: ({ memory }) => void (ended = memory),
    end: () => (ended === undefined ? null : "exit status 1"),
    restart: () => {
      ended?.plants.clear();
      ended = undefined;
      return Promise.resolve(true);
    },
    mark: () => 0,
    writtenSince: () => "",
  };
}

/** A correct provider behind a front that fails a share of the requests with the valid token, before it reads them. */
function randomFront({ fault, percent, run, process }: JudgedFront): Behaviour {
  const [kind = "", hint] = fault.split(" ");
  const status = Number(kind);
  const isOfToken = (request: Request): ReturnType<typeof authenticate> =>
    authenticate(hint === "renewed" ? asFirstToken(request) : request);
  const isFailing = (request: Request): boolean => {
    if (process.end() !== null) return true;
    const isConcerned = isOfToken(request) === undefined && route(request) === undefined;
    return isConcerned && isHit(run, percent, request);
  };
  return but({
    authenticate: isOfToken,
    route: (request) => {
      if (!isFailing(request)) return route(request);
      if (kind === "ended") process.endAt(request);
      return refuse("fault", Number.isNaN(status) ? 500 : status, `front ${kind}`);
    },
    answerError: (refusal) => {
      const answer = answerError(refusal);
      return refusal.refused === "fault" && hint === "hinted" ? withHeaders(answer, { "Retry-After": "1" }) : answer;
    },
    finish: (answer) => {
      const isOfFront = String(answer.body).includes("front ");
      if (!isOfFront || !Number.isNaN(status) || kind === "reset") return answer;
      return kind === "silent" ? "never" : undefined;
    },
    ...(kind === "reset" ? { send: sendOrReset } : {}),
  });
}

const sendOrReset: Behaviour["send"] = (answer, response, socket) =>
  String(answer.body).includes("front ") ? void socket.resetAndDestroy() : correct.send(answer, response, socket);

/** A front, in one of its runs. */
interface JudgedFront {
  readonly fault: FrontFault;
  readonly percent: number;
  readonly run: number;
  readonly process: EndingProcess;
}

/** Judges a run against a front: over a socket where it needs one, else in memory. */
async function judgeFront(fault: FrontFault, percent: number, run: number): Promise<RunResult> {
  const process = endingProcess();
  const front = randomFront({ fault, percent, run, process });
  const options = { token, seed: `front ${run}`, ...(fault === "ended" ? { process } : {}) };
  if (!needsNoSocket(front)) {
    await using provider = await startProvider(front, { token });
    return await providerResult({ url: provider.url, ...options });
  }
  let printed = 0;
  const renewal = fault === "401 renewed" ? { renewToken: () => Promise.resolve(`${token}-${(printed += 1)}`) } : {};
  return await runInMemory(front, { ...options, ...renewal });
}

/** Counts the verdicts of this many runs against a front. */
export async function measureFront(fault: FrontFault, percent: number, runs: number): Promise<MeasuredFront> {
  const counts = { conformant: 0, warned: 0, nonConformant: 0, inconclusive: 0 };
  let mostExchanges = 0;
  for (let run = 0; run < runs; run += 1) {
    const { verdict, requirements, summary } = await judgeFront(fault, percent, run);
    const isWarned = requirements.some(({ status }) => status === "failed");
    if (verdict === "conformant") counts[isWarned ? "warned" : "conformant"] += 1;
    else counts[verdict === "inconclusive" ? "inconclusive" : "nonConformant"] += 1;
    mostExchanges = Math.max(mostExchanges, summary.exchanges);
  }
  return { fault, percent, ...counts, mostExchanges };
}

/** Measures every front with every share. */
export async function measureFronts(runs: number): Promise<readonly MeasuredFront[]> {
  const rows: MeasuredFront[] = [];
  for (const fault of FRONT_FAULTS) {
    for (const percent of FRONT_PERCENTS) rows.push(await measureFront(fault, percent, runs));
  }
  return rows;
}

/** Measures the front that is measured more often. */
export async function measureOften(runs: number): Promise<readonly MeasuredFront[]> {
  const rows: MeasuredFront[] = [];
  for (const percent of Object.keys(OFTEN.found)) rows.push(await measureFront(OFTEN.fault, Number(percent), runs));
  return rows;
}
