/** A provider whose process ends during the run and can be started again: what is blamed, and what is judged all the same. */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { describe, expect, test } from "vitest";
import { shippedPacts } from "../contracts/index.ts";
import { contractsOf } from "../library/contracts.ts";
import { hasPact } from "../library/has-pact.ts";
import { judge } from "../library/judge-provider.ts";
import type { RunResult } from "../result/result.ts";
import { type NewPlant, type Refusal, type Request, refuse } from "./behaviour.ts";
import { but, correct } from "./correct.ts";
import type { Value } from "./json-text.ts";
import { startProvider } from "./test-provider.ts";

const token = "token-of-the-ended";

/** When the process ends: by what was sent, and by how many requests there were. */
interface Fragile {
  readonly isEnding: (body: string, requests: number) => boolean;
  /** How often it comes back. */
  readonly starts?: number;
}

/** A right provider whose process ends: every connection is closed, and no other is answered until it is started again. */
async function judged({ isEnding, starts = Infinity }: Fragile): Promise<RunResult & { readonly started: number }> {
  const sockets = new Set<Socket>();
  let [isGone, requests, started] = [false, 0, 0];
  const taken = new Set<bigint>();
  const takeOver = ({ socket }: IncomingMessage, _response: ServerResponse): boolean => {
    sockets.add(socket);
    if (isGone) socket.destroy();
    return isGone;
  };
  const decode = (request: Request): string | Refusal => {
    requests += 1;
    if (isEnding(request.body.toString(), requests)) {
      isGone = true;
      for (const socket of sockets) socket.destroy();
      sockets.clear();
    }
    return correct.decode(request);
  };
  const validate = (value: Value, request: Request): NewPlant | Refusal => correct.validate(value, request);
  const store = ({ id }: NewPlant): Refusal | undefined => {
    if (taken.has(id)) return refuse("duplicate", 409, "The id is taken");
    taken.add(id);
    return undefined;
  };
  await using provider = await startProvider(but({ takeOver, decode, validate, store }), { token });
  const process = {
    end: () => (isGone ? "signal SIGSEGV" : null),
    restart: () => {
      started += 1;
      isGone = started > starts;
      taken.clear();
      return Promise.resolve(!isGone);
    },
    mark: () => 0,
    writtenSince: () => "",
  };
  const contracts = hasPact() ? { contracts: contractsOf(shippedPacts()) } : {};
  return { ...(await judge({ url: provider.url, token, process, ...contracts })), started };
}

function failuresOf({ requirements }: RunResult): readonly string[] {
  return requirements.filter(({ status }) => status === "failed").map(({ id }) => id);
}

function notJudgedOf({ requirements }: RunResult): readonly string[] {
  return requirements.filter(({ level, status }) => level !== "OPEN" && status === "not-judged").map(({ id }) => id);
}

/** However the body is written. */
function nameIn(body: string): unknown {
  try {
    return (JSON.parse(body) as { readonly name?: unknown } | null)?.name;
  } catch {
    return undefined;
  }
}

const killers = ({ outages = [], exchanges }: RunResult): readonly (string | undefined)[] =>
  outages.map(({ endedBy }) => (endedBy === undefined ? undefined : exchanges[endedBy]?.check));

describe("a process that ends", () => {
  test("by one request is blamed for that request alone, and everything else is judged", async () => {
    const result = await judged({ isEnding: (body) => nameIn(body) === null });
    // What is to be refused was not refused with 400 either.
    expect(failuresOf(result)).toEqual(["refuses-with-400", "answers-every-request"]);
    expect(notJudgedOf(result)).toEqual([]);
    expect(result.verdict).toBe("conformant");
    expect(new Set(killers(result)).has(undefined)).toBe(false);
  });

  test("once, and not again for any request alone, breaks no MUST", async () => {
    const result = await judged({ isEnding: (_body, requests) => requests === 40 });
    expect(failuresOf(result)).toEqual(["answers-every-request"]);
    expect(notJudgedOf(result)).toEqual([]);
    expect(killers(result)).toEqual([undefined]);
    expect(result.outages).toMatchObject([{ end: "signal SIGSEGV", restarted: true }]);
    expect(result.started).toBe(1);
  });

  test("and does not come back makes the run inconclusive, with what was in flight", async () => {
    const result = await judged({ isEnding: (_body, requests) => requests === 40, starts: 0 });
    expect(result.verdict).toBe("inconclusive");
    expect(result.reasons[0]).toContain("ended during the run, and did not answer when it was started again");
    expect(result.outages).toMatchObject([{ end: "signal SIGSEGV", restarted: false }]);
    expect(result.outages?.[0]?.inFlight.length).toBeGreaterThan(0);
  });

  test("at every other request is not started again without end", async () => {
    const result = await judged({ isEnding: (_body, requests) => requests > 20 && requests % 3 === 0 });
    expect(result.started).toBeLessThanOrEqual(40);
    expect(result.verdict).toBe("inconclusive");
    expect(result.reasons.join(" ")).toContain("it had been started again 40 times");
  });
});
