// @ts-check
/**
 * The process that runs Pact's verifier. A process of its own, because the verifier is native code that prints to file
 * descriptor 1, can end its process, and cannot be stopped; and plain JavaScript, because Node 20 runs no types.
 *
 * It loads Pact at once, receives jobs in a message, and answers with one message a job, in order, and then one that they
 * are done.
 */
import process from "node:process";

/** @import { FromVerifier, ToVerifier } from "./pact-verifier.ts" */

process.once("disconnect", () => process.exit());

const loading = import("@pact-foundation/pact-core");
// Reported when there are jobs; there is no listener before.
loading.catch(() => undefined);

process.on("message", async (message) => {
  const { jobs, timeoutMs } = /** @type {ToVerifier} */ (message);
  const loaded = await loading.catch((error) => tell({ kind: "not-loaded", message: String(error) }));
  if (loaded === undefined) return;
  try {
    const { default: pact } = loaded;
    for (const { index, ...urls } of jobs) {
      tell({ kind: "report", index, report: await verify(pact, urls, timeoutMs) });
    }
    tell({ kind: "done" });
  } catch (error) {
    tell({ kind: "fault", message: String(error) });
  }
});

/**
 * @param {typeof import("@pact-foundation/pact-core").default} pact
 * @param {Omit<ToVerifier["jobs"][number], "index">} urls
 * @param {number} timeout in milliseconds, for each request
 * @returns {Promise<string>} the verifier's report, JSON text; after a failure it is the error's message
 */
function verify(pact, { pactUrl, providerUrl, statesUrl }, timeout) {
  const options = { provider: "provider", providerBaseUrl: providerUrl, pactUrls: [pactUrl], timeout };
  const states = statesUrl === null ? {} : { providerStatesSetupUrl: statesUrl };
  return pact
    .verifyPacts({ ...options, ...states, logLevel: "error" })
    .catch((error) => (error instanceof Error ? error.message : String(error)));
}

/** @param {FromVerifier} message */
function tell(message) {
  process.send?.(message);
}
