/** Which cause is found for the refusal of a valid request, with providers that answer in memory. */
import { expect, test } from "vitest";
import { readOperation } from "../../spec/read-operation.ts";
import type { PlannedRequest } from "../checks/check.ts";
import { requestsTo } from "../checks/check-requests.ts";
import type { Session } from "../run/session.ts";
import { checks } from "../testing/checks.ts";
import { type Given, answered } from "../testing/history.ts";
import { fuzzPhase } from "./fuzz.ts";

const refused: Given = { status: 500 };

function textIn({ body }: PlannedRequest): string {
  return new TextDecoder().decode(body ?? new Uint8Array());
}

/** The id of a plant. If a double does not hold it exactly, the whole text stands for it. */
function idOf(request: PlannedRequest): string {
  const text = textIn(request);
  const { id } = JSON.parse(text) as { readonly id: number };
  return Number.isSafeInteger(id) ? String(id) : text;
}

/**
 * A session whose provider answers valid requests with this function; everything else is refused as the document says.
 */
function sessionOf(answer: (request: PlannedRequest) => Given): Session {
  let [exchanges, plantsCreated] = [0, 0];
  const stream = (request: PlannedRequest) => {
    const isRefused = request.kind === "not-a-plant" || request.kind === "not-allowed";
    const sent = answered(request, isRefused ? { status: 400 } : answer(request), -1);
    exchanges += 1;
    if (sent.answer?.status === 200) plantsCreated += 1;
    return Promise.resolve(sent);
  };
  return {
    ask: stream,
    stream,
    askForSign: () => Promise.resolve(),
    stop: () => undefined,
    history: [],
    counts: () => ({ exchanges, plantsCreated }),
    stopped: () => null,
    allowance: { plan: () => undefined, reserve: () => undefined, isLeft: () => true },
    outages: () => ({ outages: [], kept: [] }),
    close: () => Promise.resolve(),
  };
}

/** The requirements that fuzzing reports as broken. */
async function brokenBy(answer: (request: PlannedRequest) => Given): Promise<readonly string[]> {
  const requests = requestsTo(readOperation());
  const who = { authentication: "bearer", hasInvalidToken: false } as const;
  const phase = fuzzPhase({
    cases: 1000,
    // With this seed the requests arrive in the order that the tests need.
    seed: "5",
    requests,
    checks,
    concurrency: 1,
    ...who,
  });
  await phase.run(sessionOf(answer), () => undefined);
  const { checks: results } = phase.results(0);
  return results.flatMap(({ requirement, result }) => (result.status === "failed" ? [requirement] : []));
}

test("what is always refused is blamed, and not a plain request that fails once beside it", async () => {
  let [last, failures] = ["", 0];
  const broken = await brokenBy((request) => {
    const isChunked = request.framing === "chunked" && /^\{"name":"[A-Za-z ]+","id":\d{7,10}[,}]/.test(textIn(request));
    // A chunked request that was repeated twice with an ordinary one in between, and then sent without its feature.
    const isReduced = request.kind === "ordinary" && last === "chunked chunked plain chunked" && failures === 0;
    last = [...last.split(" ").slice(-3), isChunked ? "chunked" : "plain"].join(" ");
    if (isReduced) failures += 1;
    return isChunked || isReduced ? refused : {};
  });
  expect(failures).toBe(1);
  expect(broken).not.toContain("accepts-valid-plant");
  expect(broken).toContain("accepts-chunked-body");
});

test("what is refused each time is not said to be refused once where too many refusals are there to look into all", async () => {
  const broken = await brokenBy((request) => (/"name":"[^"]*q[A-Z]/.test(textIn(request)) ? refused : {}));
  expect(broken).toContain("accepts-valid-plant");
  expect(broken).not.toContain("accepts-every-ordinary-request");
});

test("a provider that answers a duplicate with the plant that it has is not said to change names", async () => {
  const plants = new Map<string, PlannedRequest["plant"]>();
  let [plain, duplicates] = [0, 0];
  const broken = await brokenBy((request) => {
    const { plant, kind, features } = request;
    const id = idOf(request);
    const known = plants.get(id);
    if (known === undefined) plants.set(id, plant);
    else duplicates += 1;
    // It accepts the fiftieth plant, and then fails.
    if (kind === "ordinary" && features === undefined) plain += 1;
    if (plain === 50 && known === undefined) {
      plain += 1;
      return refused;
    }
    return known === undefined ? {} : { body: JSON.stringify(known) };
  });
  expect(duplicates).toBe(1);
  expect(broken).toEqual(["accepts-every-ordinary-request", "answers-without-server-error"]);
});
