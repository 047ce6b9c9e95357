/**
 * Starts the reference implementation or a server to compare it with. Argument: the name of the server. It prints its
 * URL, and answers each message with the processor time that it has used.
 */
import { createServer } from "node:http";
import { express5ByHandFixed } from "../../proof/real/npm/express-by-hand-fixed.ts";
import { fastifyFixed } from "../../proof/real/npm/fastify-fixed.ts";
import { honoFixed } from "../../proof/real/npm/hono-fixed.ts";
import { whenListening } from "../../proof/real/npm/listen.ts";
import { startServer } from "../../reference-impl/server.ts";

/** Parses the body and answers with the same JSON; it checks nothing. */
const bare = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  request.on("end", () => {
    const { name, tag } = JSON.parse(Buffer.concat(chunks).toString()) as {
      readonly name: string;
      readonly tag: string;
    };
    const body = JSON.stringify({ name, tag });
    response.writeHead(200, { "Content-Type": "application/json", "Content-Length": Buffer.byteLength(body) });
    response.end(body);
  });
});

// Its connections are idle while other servers are measured, and must not be closed.
bare.keepAliveTimeout = 0;

const servers: Readonly<Record<string, (token: string) => Promise<{ readonly url: string }>>> = {
  bare: () => {
    bare.listen(0, "127.0.0.1");
    return whenListening(bare);
  },
  reference: (token) => startServer({ token }),
  fastify: fastifyFixed.start,
  express: express5ByHandFixed.start,
  hono: honoFixed.start,
};

process.on("message", () => process.send?.(process.cpuUsage()));
process.once("disconnect", () => process.exit());
const start = servers[process.argv[2] ?? ""];
if (start === undefined) throw new Error("No such server");
const { url } = await start(process.env["PLANT_STORE_TOKEN"] ?? "");
process.stdout.write(`${url}\n`);
