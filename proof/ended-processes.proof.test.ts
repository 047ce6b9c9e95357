/** A provider whose process ends during the run and can be started again: what is blamed, and what is still judged. */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { describe, expect, test } from "vitest";
import { shippedPacts } from "../contracts/shipped-pacts.ts";
import { contractsOf } from "../library/run-contracts.ts";
import type { VerifyContracts } from "../library/judge-options.ts";
import { hasPact } from "../library/judge.ts";
import { providerResult } from "../library/provider-result.ts";
import { type RunResult, reasonOf } from "../result/result.ts";
import type { Progress } from "../suites/run/run-checks.ts";
import { type NewPlant, type Refusal, type Request, refuse } from "./behaviour.ts";
import { but, correct } from "./correct.ts";
import type { Value } from "./json-text.ts";
import { startProvider } from "./test-provider.ts";
import { needs, skipFor } from "./gate/skips.ts";

const token = "token-of-the-ended";

/** The phase of the run that a request belongs to. */
type Phase = "checks" | "fuzzing" | "contracts";

/** When the process ends: by the request, by the number of requests, and by the phase. */
interface Fragile {
  readonly isEnding: (body: string, requests: number, phase: Phase) => boolean;
  /** How often it can be started again. */
  readonly starts?: number;
  readonly fuzz?: number;
}

/** A correct provider whose process ends: it closes every connection and answers no other until it is started again. */
async function judged({
  isEnding,
  starts = Infinity,
  fuzz,
}: Fragile): Promise<RunResult & { readonly started: number }> {
  const sockets = new Set<Socket>();
  let [isGone, requests, started] = [false, 0, 0];
  let phase: Phase = "checks";
  const taken = new Set<bigint>();
  const takeOver = ({ socket }: IncomingMessage, _response: ServerResponse): boolean => {
    sockets.add(socket);
    if (isGone) socket.destroy();
    return isGone;
  };
  const decode = (request: Request): string | Refusal => {
    requests += 1;
    if (isEnding(request.body.toString(), requests, phase)) {
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
  const verify = contractsOf(shippedPacts());
  const contracts: VerifyContracts = (run) => {
    void run.after?.finally(() => (phase = "contracts"));
    return verify(run);
  };
  const onProgress = (progress: Progress): void => {
    if (progress.fuzz !== undefined && phase === "checks") phase = "fuzzing";
  };
  const asked = { ...(hasPact() ? { contracts } : {}), ...(fuzz === undefined ? {} : { fuzz, onProgress }) };
  return { ...(await providerResult({ url: provider.url, token, process, seed: "e3", ...asked })), started };
}

function failuresOf({ requirements }: RunResult): readonly string[] {
  return requirements.filter(({ status }) => status === "failed").map(({ id }) => id);
}

function notJudgedOf({ requirements }: RunResult): readonly string[] {
  return requirements.filter(({ level, status }) => level !== "OPEN" && status === "not-judged").map(({ id }) => id);
}

/** The member `name` of a body, however the JSON is written; undefined if the body is not JSON. */
function nameIn(body: string): unknown {
  try {
    return (JSON.parse(body) as { readonly name?: unknown } | null)?.name;
  } catch {
    return undefined;
  }
}

/** Whether a member `name` has another type than in the document. */
function isWrongName(name: unknown): boolean {
  return name !== undefined && typeof name !== "string";
}

const killers = ({ outages = [], exchanges }: RunResult): readonly (string | undefined)[] =>
  outages.map(({ endedBy }) => (endedBy === undefined ? undefined : exchanges[endedBy]?.check));

describe("a process that ends", () => {
  test("by one request is blamed for that request alone, and everything else is judged", async () => {
    const result = await judged({ isEnding: (body) => nameIn(body) === null });
    // The invalid request was not refused with 400 either.
    expect(failuresOf(result)).toEqual(["refuses-with-400", "answers-every-request"]);
    expect(notJudgedOf(result)).toEqual([]);
    expect(result.verdict).toBe("conformant");
    expect(new Set(killers(result)).has(undefined)).toBe(false);
  });

  // Ordinary plants are in flight, plants for open points, and both.
  test.each([40, 121, 261])("once, at request %s, breaks no MUST, however many are in flight", async (place) => {
    const result = await judged({ isEnding: (_body, requests) => requests === place });
    expect(failuresOf(result)).toEqual(["answers-every-request"]);
    expect(notJudgedOf(result)).toEqual([]);
    expect(killers(result)).toEqual([undefined]);
    expect(result.outages).toMatchObject([{ end: "signal SIGSEGV", restarted: true }]);
    expect(result.started).toBe(1);
  });

  test("four times, with plants in flight, breaks a MUST: each end counts once", async () => {
    const places = [40, 121, 180, 261];
    const result = await judged({ isEnding: (_body, requests) => places.includes(requests) });
    expect(result.verdict).toBe("non-conformant");
    expect(failuresOf(result)).toContain("accepts-valid-plant");
    expect(result.started).toBe(places.length);
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
    // If three of the requests at which it ended are ordinary, it has also broken a MUST.
    expect(result.verdict).not.toBe("conformant");
    expect(result.reasons.join(" ")).toContain("it had been started again 40 times");
  });

  test("by a request of fuzzing is blamed for that request, with the request itself, and fuzzing goes on", async () => {
    const fragile = {
      isEnding: (body: string, _requests: number, phase: Phase) => phase === "fuzzing" && isWrongName(nameIn(body)),
    };
    const result = await judged({ ...fragile, fuzz: 100 });
    const { outages = [], exchanges, fuzz } = result;
    expect(outages.length).toBeGreaterThan(0);
    expect(result.started).toBeGreaterThanOrEqual(outages.length);
    for (const { end, endedBy = -1, restarted } of outages) {
      expect({ end, restarted }).toEqual({ end: "signal SIGSEGV", restarted: true });
      expect(nameIn(exchanges[endedBy]?.request.body?.content ?? "")).toSatisfy(isWrongName);
    }
    // A refusal with a status other than 400 needs accepted requests around it, which the last cases may lack.
    expect(failuresOf(result).filter((id) => id !== "refuses-with-400")).toEqual(["answers-every-request"]);
    expect(result).toMatchObject({ complete: true, verdict: "conformant" });
    expect(fuzz?.cases).toBe(100);
  });

  test("in fuzzing, and does not come back, makes the run inconclusive, with its suspects", async () => {
    const result = await judged({ isEnding: (_body, _requests, phase) => phase === "fuzzing", starts: 0, fuzz: 50 });
    expect(result).toMatchObject({ verdict: "inconclusive", exitCode: 3 });
    const [outage] = result.outages ?? [];
    expect(outage).toMatchObject({ end: "signal SIGSEGV", restarted: false });
    expect([...(outage?.inFlight ?? []), ...(outage?.before ?? [])].length).toBeGreaterThan(0);
  });
});

describe("in contracts, a process that ends", () => {
  skipFor(hasPact() ? undefined : needs("Pact"));
  test("by one interaction is started again for the others, and is a warning that names it", async () => {
    const result = await judged({
      isEnding: (body, _requests, phase) => phase === "contracts" && nameIn(body) === undefined,
    });
    const interactions = result.contracts.flatMap((contract) => contract.interactions);
    const failed = interactions.filter(({ status }) => status === "failed");
    expect(failed.length).toBeGreaterThan(0);
    expect(interactions.filter(({ status }) => status === "not-judged")).toEqual([]);
    for (const { requirement, findings } of failed) {
      expect(requirement).toBe("answers-every-request");
      expect(findings[0]?.seen).toContain("its process ended (signal SIGSEGV) at this request, and again");
    }
    // The request was not answered with success, which is all that the MUST asks.
    expect(failuresOf(result)).toEqual(["answers-every-request"]);
    expect(result).toMatchObject({ verdict: "conformant", causes: [{ id: "no-answer", level: "SHOULD" }] });
  });

  test("by a valid plant leaves a MUST not judged, so that there is no verdict", async () => {
    const result = await judged({
      isEnding: (body, _requests, phase) =>
        phase === "contracts" && nameIn(body) !== undefined && typeof nameIn(body) === "string",
    });
    expect(failuresOf(result)).toEqual([]);
    expect(result).toMatchObject({ verdict: "inconclusive", exitCode: 3 });
    const reasons = result.contracts.flatMap(({ interactions }) => interactions.map(reasonOf));
    expect(reasons.join("\n")).toContain("its process ended (signal SIGSEGV) at this request, and again");
  });

  test("once is started again, and the interaction is verified", async () => {
    let hasEnded = false;
    const result = await judged({
      isEnding: (_body, _requests, phase) => {
        const isEnd = phase === "contracts" && !hasEnded;
        hasEnded ||= isEnd;
        return isEnd;
      },
    });
    expect(result.started).toBe(1);
    expect(result).toMatchObject({ verdict: "conformant" });
    expect(new Set(result.contracts.flatMap(({ interactions }) => interactions.map(({ status }) => status)))).toEqual(
      new Set(["passed"]),
    );
  });

  test("and does not come back leaves them not judged", async () => {
    const result = await judged({ isEnding: (_body, _requests, phase) => phase === "contracts", starts: 0 });
    const statuses = result.contracts.flatMap(({ interactions }) => interactions.map(({ status }) => status));
    expect(new Set(statuses)).toEqual(new Set(["not-judged"]));
    expect(result).toMatchObject({ verdict: "inconclusive", exitCode: 3 });
  });
});
