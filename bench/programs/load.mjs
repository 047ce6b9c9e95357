// @ts-check
/** Runs autocannon against one server, with a fresh id in each request. Arguments: base URL, seconds. Prints JSON. */
import process from "node:process";
// @ts-expect-error -- it brings no types
import autocannon from "autocannon";

const [url = "", seconds = "3"] = process.argv.slice(2);
let id = 1_000_000;

const headers = {
  authorization: `Bearer ${process.env["PLANT_STORE_TOKEN"]}`,
  "content-type": "application/json",
};

/** @param {object} request */
function fresh(request) {
  id += 1;
  return { ...request, body: `{"id":${id},"name":"Monstera ${id}","tag":"tropical"}` };
}

/** @param {number} duration */
function shoot(duration) {
  return autocannon({
    url: `${url}/plants`,
    connections: 32,
    duration,
    requests: [{ method: "POST", path: "/plants", headers, setupRequest: fresh }],
  });
}

const warm = await shoot(1);
const { requests, latency, non2xx } = await shoot(Number(seconds));
const { p50, p99, p99_9: p999 } = latency;
process.stdout.write(
  JSON.stringify({
    rate: requests.average,
    total: warm.requests.total + requests.total,
    p50,
    p99,
    p999,
    refused: non2xx,
  }),
);
