// Judges an application of this process, which needs no port of its own: node judge-app.mjs
import { buffer } from "node:stream/consumers";
import process from "node:process";
import { judge } from "plant-store-conformance";

async function app(request, response) {
  const answer = (status, body, headers = {}) =>
    response.writeHead(status, { "Content-Type": "application/json", ...headers }).end(JSON.stringify(body));
  if (request.headers.authorization !== "Bearer a-test-token") {
    return answer(401, { error: 401, message: "No token" }, { "WWW-Authenticate": "Bearer" });
  }
  try {
    const { id, name, tag } = JSON.parse((await buffer(request)).toString());
    const isPlant = Number.isInteger(id) && typeof name === "string" && (tag === undefined || typeof tag === "string");
    return isPlant ? answer(200, { name, tag }) : answer(400, { error: 400, message: "The body is not a NewPlant" });
  } catch {
    return answer(400, { error: 400, message: "The body is not JSON" });
  }
}

const { verdict, exitCode, summary } = await judge({ app, token: "a-test-token" });
console.log(`${verdict}: ${summary.must.failed} MUST broken, ${summary.should.failed} SHOULD not met`);
process.exitCode = exitCode;
