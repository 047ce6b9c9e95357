/** The third attempt: the body is read as bytes and its integers exactly, and a 401 has its challenge. */
const process = require("node:process");
const express = require("express");
const { parse } = require("lossless-json");

const token = process.env.PLANT_STORE_TOKEN;
const plants = [];
const app = express();
const refuse = (response, status, message) => response.status(status).json({ error: status, message });

/** An integer by its value, as a BigInt: 7.0 is one. */
function number(source) {
  const [, sign, whole, fraction = "", exponent = "0"] = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(source);
  const shift = Number(exponent) - fraction.replace(/0+$/, "").length;
  const digits = (whole + fraction.replace(/0+$/, "")).replace(/^0+(?=\d)/, "");
  const zeros = shift < 0 ? /0*$/.exec(digits)[0].length : 0;
  if (digits === "0") return 0n;
  if (-shift > zeros || digits.length + shift > 19) return Number(source);
  return BigInt(sign + (shift < 0 ? digits.slice(0, shift) : digits + "0".repeat(shift)));
}

function read(bytes) {
  const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  return parse(text, undefined, number);
}

function isNewPlant(body) {
  if (typeof body !== "object" || body === null) return false;
  const { id, name, tag } = body;
  const isInt64 = typeof id === "bigint" && BigInt.asIntN(64, id) === id;
  return isInt64 && typeof name === "string" && (tag === undefined || typeof tag === "string");
}

app.use((request, response, next) => {
  const [, sent] = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? "") ?? [];
  if (sent === token) next();
  else refuse(response.set("WWW-Authenticate", "Bearer"), 401, "Unauthorized");
});
app.post("/plants", express.raw({ type: "application/json" }), (request, response) => {
  let body;
  try {
    body = read(request.body ?? Buffer.alloc(0));
  } catch {
    return refuse(response, 400, "The body is not JSON in UTF-8");
  }
  if (!isNewPlant(body)) return refuse(response, 400, "The body is not a NewPlant");
  plants.push(body);
  const { name, tag } = body;
  return response.json({ name, tag });
});
app.use((error, _request, response, _next) => refuse(response, error.status ?? 500, error.message));
app.listen(Number(process.env.PORT), "127.0.0.1");
