/**
 * Runs fuzz cases, as many as the first argument says, against a provider in this process that stores nothing. This
 * shows the cost of the suite without sockets. It fails if the provider is not conformant.
 */
import { register } from "node:module";

register("../../proof/seeds/in-memory-hooks.js", import.meta.url);
const [{ providerResult }, { openInMemory }, { but }] = await Promise.all([
  import("../../library/provider-result.ts"),
  import("../../proof/seeds/in-memory.ts"),
  import("../../proof/correct.ts"),
]);

const token = "bench-token-0123456789";
using provider = openInMemory(but({ store: () => undefined }), token);
const limits = { deadlineMs: 24 * 3_600_000 };
const { verdict } = await providerResult({
  url: provider.url,
  token,
  seed: "bench",
  limits,
  fuzz: Number(process.argv[2]),
});
process.exitCode = verdict === "conformant" ? 0 : 1;
