import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import type { Connection } from "../../http/connection.ts";
import type { PlannedRequest, Sent } from "../checks/check.ts";
import { type Given, historyOf } from "../testing/history.ts";
import { type ProviderProcess, followOutages } from "./provider-process.ts";
import type { Ask } from "./retry-request.ts";

const unused: Connection = {
  carried: () => 0,
  send: () => Promise.reject(new Error("Nothing is sent by this connection")),
  close: () => Promise.resolve(),
};

function exchangeOf(request: PlannedRequest, given: Given): Sent {
  const [sent] = historyOf(given);
  if (sent === undefined) throw new Error("Nothing was given");
  return { ...sent, request };
}

function requestOf(path: string): PlannedRequest {
  return { ...exchangeOf({} as PlannedRequest, {}).request, path };
}

/** A process that ends at each request to `/killer`, and the requests to it, in order. */
function fragileProcess() {
  const asked: string[] = [];
  let [isGone, isFirst] = [false, true];
  let letSecondAttempt = (): void => undefined;
  const secondAttempt = new Promise<void>((resolve) => (letSecondAttempt = resolve));
  const reach = (request: PlannedRequest): Sent => {
    asked.push(request.path);
    if (request.path === "/killer") isGone = true;
    return exchangeOf(request, isGone ? { noAnswer: "connection-closed" } : {});
  };
  const once: Ask = async (request) => {
    const isTriedAgain = request.path === "/killer" && isFirst;
    if (isTriedAgain) isFirst = false;
    const sent = reach(request);
    await setImmediate();
    if (!isTriedAgain)
      return isGone && request.path === "/bystander" ? exchangeOf(request, { noAnswer: "connection-closed" }) : sent;
    await secondAttempt;
    return reach(request);
  };
  const process: ProviderProcess = {
    end: () => (isGone ? "signal SIGSEGV" : null),
    restart: () => {
      isGone = false;
      return Promise.resolve(true);
    },
    mark: () => 0,
    writtenSince: () => "",
  };
  return { asked, once, process, letSecondAttempt: () => letSecondAttempt() };
}

test("a suspect is sent alone only when no second attempt of another request is on its way", async () => {
  const { asked, once, process, letSecondAttempt } = fragileProcess();
  const outages = followOutages({
    process,
    stop: () => undefined,
    ended: new AbortController().signal,
    amend: (sent) => sent,
    mayAskAgain: () => true,
    sign: () => requestOf("/sign"),
  });
  const ask = outages.through(once);
  const asking = ["/bystander", "/killer"].map((path) => ask(requestOf(path), unused));
  // The end is known from the first request before the second has been tried again.
  for (let turn = 0; turn < 20; turn += 1) await setImmediate();
  expect(asked).toEqual(["/bystander", "/killer"]);
  letSecondAttempt();
  const [bystander, killer] = await Promise.all(asking);
  expect(bystander).toMatchObject({ request: { path: "/bystander" } });
  expect(bystander?.standing).toBeUndefined();
  expect(killer).toMatchObject({ request: { path: "/killer" }, standing: "ends-provider" });
});

test("the suspects of an outage are the unanswered requests, and beside them the last three that were answered", async () => {
  const outages = followOutages({
    process: undefined,
    stop: () => undefined,
    ended: new AbortController().signal,
    amend: (sent) => sent,
    mayAskAgain: () => true,
    sign: () => undefined,
  });
  const given: readonly Given[] = [{}, {}, {}, {}, { noAnswer: "connection-closed" }];
  for (const sent of historyOf(...given)) await outages.through(() => Promise.resolve(sent))(sent.request, unused);
  outages.silent();
  expect(outages.list(given.length).outages).toEqual([{ inFlight: [4], before: [3, 2, 1], restarted: false }]);
});
