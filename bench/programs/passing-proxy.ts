/**
 * A proxy in front of the base URL in the second argument. The first argument is its kind: "bare" only passes bytes on,
 * "judged" is the command's proxy. It prints its URL, and answers each
 * message with its processor time and the number of exchanges that it judged.
 */
import { type AddressInfo, connect, createServer } from "node:net";
import { pipeline } from "node:stream/promises";
import { openJudgedProxy } from "../../cli/commands/proxy.ts";

/** The processor time and the work of a proxy. */
export interface ProxyUse {
  /** The processor time of the process, in microseconds. */
  readonly cpu: number;
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
          onJudged: () => (judged += 1),
        })
      ).url;
process.on("message", () => {
  const { user, system } = process.cpuUsage();
  process.send?.({ cpu: user + system, judged } satisfies ProxyUse);
});
process.once("disconnect", () => process.exit());
process.stdout.write(`${url}\n`);
