/**
 * Sends the fuzz cases of the suite with only undici. All cases are drawn before the first is sent. undici does not
 * support Expect, so cases with it are sent without it. Arguments: the provider's URL, the number of cases, the seed,
 * the concurrency.
 */
import { Pool } from "undici";
import { readOperation } from "../../spec/read-operation.ts";
import { authorizationAxis } from "../../suites/checks/authorization.ts";
import { drawnAxes } from "../../suites/checks/request-variants.ts";
import { requestsTo, TOKEN } from "../../suites/checks/check-requests.ts";
import { planned, sendingsOf } from "../../suites/fuzz/fuzz-requests.ts";
import { bodiesOf } from "../../suites/fuzz/fuzz-cases.ts";
import { drawn } from "../../suites/fuzz/fuzz-state.ts";
import { fuzzIds } from "../../suites/run/fuzz-ids.ts";

const [url = "", count = "0", seed = "", concurrency = "4"] = process.argv.slice(2);
const operation = readOperation();
const requests = requestsTo(operation);
const axes = drawnAxes(operation.requestMediaType, authorizationAxis(false));
const { case: caseAt } = drawn({ bodies: bodiesOf(operation.request, true), sendings: sendingsOf(axes) }, seed);
const ids = fuzzIds(seed, Number(count));
const token = process.env["PLANT_STORE_TOKEN"] ?? "";

const ready = Array.from({ length: Number(count) }, (_, at) => {
  const { method, path, headers, body } = planned(
    caseAt(at),
    { ...ids.ofCase(at), connection: "", isAfterAccepted: false },
    requests,
  ).request;
  const sent = headers.filter(([name]) => name.toLowerCase() !== "expect");
  const fields = sent.map(([name, value]) => [name, value.replace(TOKEN, token)]);
  return { method, path, headers: fields.flat(), body };
});

const pool = new Pool(new URL(url).origin, { connections: Number(concurrency), pipelining: 1 });
let next = 0;
const worker = async (): Promise<void> => {
  for (let one = ready[next++]; one !== undefined; one = ready[next++]) {
    const { body } = await pool.request(one);
    await body.arrayBuffer();
  }
};
await Promise.all(Array.from({ length: Number(concurrency) }, worker));
await pool.close();
