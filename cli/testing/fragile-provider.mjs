/**
 * A provider that runs as a separate process and has one fault: a null name ends it. The argument is the port. With
 * "late", the process runs on for a moment after it has answered such a request with 500.
 */
import { createServer } from "node:http";
import process from "node:process";

const [port, how] = process.argv.slice(2);
const taken = new Set();
process.stdout.write("listening\n");

createServer(async (request, response) => {
  const answer = (status, body) =>
    response.writeHead(status, { "Content-Type": "application/json" }).end(JSON.stringify(body));
  const refuse = (status, message) => answer(status, { error: status, message });
  const parts = [];
  for await (const part of request) parts.push(part);
  if (!/^bearer +\S/i.test(request.headers.authorization ?? "")) return refuse(401, "a token is needed");
  if (request.method !== "POST" || request.url !== "/plants") return refuse(404, "nothing here");
  if (!/^application\/json/i.test(request.headers["content-type"] ?? "")) return refuse(415, "JSON is needed");
  let plant;
  try {
    plant = JSON.parse(Buffer.concat(parts).toString());
  } catch {
    return refuse(400, "no JSON");
  }
  if (plant === null || typeof plant !== "object") return refuse(400, "no object");
  const { id, name, tag } = plant;
  if (name === null) {
    process.stderr.write(`cannot read a name of ${request.headers.authorization.split(" ").at(-1)}\n`);
    if (how !== "late") process.exit(3);
    refuse(500, "not now");
    return response.on("close", () => process.exit(3));
  }
  if (!Number.isInteger(id) || typeof name !== "string" || (tag !== undefined && typeof tag !== "string"))
    return refuse(400, "no plant");
  if (taken.has(id)) return refuse(409, "the id is taken");
  taken.add(id);
  return answer(200, { name, tag });
}).listen(Number(port), "127.0.0.1");
