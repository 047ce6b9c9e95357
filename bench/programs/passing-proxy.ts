/**
 * A proxy before the base URL of the second argument: "bare" passes bytes through by the library that the proxy of the
 * command uses and does nothing else, "judged" is that of the command. It prints its URL, and reports in answer to a message
 * what it used and how many exchanges it judged.
 */
import { existsSync, readFileSync } from "node:fs";
import { type AddressInfo, connect, createServer } from "node:net";
import { pipeline } from "node:stream/promises";
import { openJudgedProxy } from "../../library/traffic/judged-proxy.ts";

/** What a proxy reports. */
export interface ProxyUse {
  /** Microseconds of processor time of the process. */
  readonly cpu: number;
  /** Those of the thread that the traffic passes; null where the system does not say. */
  readonly ofTraffic: number | null;
  readonly judged: number;
}

const [kind = "", target = ""] = process.argv.slice(2);
const wishes = { side: "both", strict: false, baseUrls: [target], consumerHeader: "user-agent" } as const;
const tool = { name: "bench", version: "0" };

async function openBare(): Promise<string> {
  const { hostname, port } = new URL(target);
  const server = createServer({ allowHalfOpen: true, noDelay: true }, (client) => {
    const onward = connect({ host: hostname, port: Number(port), allowHalfOpen: true, noDelay: true });
    void Promise.allSettled([pipeline(client, onward), pipeline(onward, client)]).then(() => {
      client.destroy();
      onward.destroy();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

let judged = 0;
const url =
  kind === "bare"
    ? await openBare()
    : (
        await openJudgedProxy({
          target,
          transport: {},
          host: "127.0.0.1",
          port: 0,
          wishes: { ...wishes, tool },
          onJudged: (count) => (judged += count),
        })
      ).url;
function ofThisThread(): number | null {
  const file = `/proc/self/task/${process.pid}/schedstat`;
  return existsSync(file) ? Number(readFileSync(file, "utf8").split(" ")[0]) / 1_000 : null;
}

process.on("message", () => {
  const { user, system } = process.cpuUsage();
  process.send?.({ cpu: user + system, ofTraffic: ofThisThread(), judged } satisfies ProxyUse);
});
process.once("disconnect", () => process.exit());
process.stdout.write(`${url}\n`);
