// The create-plant operation on Express 4 or 5, with every MUST and SHOULD met. Save it as express_server.mjs.
//
// npm install express lossless-json
// PORT=8080 PLANT_STORE_TOKEN=secret node express_server.mjs
import { timingSafeEqual } from "node:crypto";
import { pathToFileURL } from "node:url";
import defaultExpress from "express";
import { parse } from "lossless-json";

// fix requires-authorization, no-authentication: Put the check of the token before the operation in its route.
// fix requires-bearer-scheme: Match the whole header field, the scheme first; `split(" ")[1]` takes any scheme.
// fix refuses-empty-token: Match at least one character of a token.
// fix needs-no-other-headers: Ask for no header field but Authorization and Content-Type.
// fix accepts-header-names-in-any-case: Use `request.headers` with the name in lower case, or `request.get`.
// fix accepts-bearer-in-any-case: Match the scheme with the flag `i`; `startsWith` compares letter case.
const BEARER = /^Bearer +([\w.~+/-]+=*)$/i;

function authenticate(token) {
  const known = Buffer.from(token);
  return (request, response, next) => {
    const sent = Buffer.from(BEARER.exec(request.headers.authorization ?? "")?.[1] ?? "");
    if (sent.length === 0 || sent.length !== known.length || !timingSafeEqual(sent, known)) {
      throw refusal(401, "There is no known token");
    }
    next();
  };
}
// end fix

function refusal(status, message) {
  return Object.assign(new Error(message), { status });
}

// fix error-media-type: Answer with `response.json`, without a `type` of your own, in an error handler after the routes: Express's own sends HTML.
// fix error-encoding: Answer with `response.json` alone, in an error handler after the routes: Express's own sends HTML.
// fix framework-error-page: Answer with `response.json`, in an error handler after the routes: Express's own sends HTML, and `end()` nothing.
// fix error-shape: Answer each refusal with `error` as an integer and `message` as a string, through one error handler.
// fix error-as-text: Answer `response.status(400).json({ error, message })` in place of `send(text)`.
// fix error-as-200: Set the status of the error in the error handler, before `json`.
// fix challenges-with-401: Set `WWW-Authenticate` for each 401, in the error handler.
// fix answers-without-server-error: Pass the `status` of the error on: what Express throws for a request is a 4xx.
// fix server-error-unreadable: Pass the `status` of the error on, and ask whether `request.body` is an object: Express 5 leaves it undefined.
// fix keeps-token-secret: Answer with your own words, and never with the header fields of the request.
function onError(error, _request, response, _next) {
  const { status = 500, message } = error;
  if (status === 401) response.set("WWW-Authenticate", "Bearer");
  response.status(status).json({ error: status, message: status < 500 ? message : "Something is wrong here" });
}
// end fix

// fix refuses-no-body: Take no bytes for an empty text, which is not JSON. Express 5 leaves `request.body` undefined.
// fix refuses-malformed-json: Let `JSON.parse` or lossless-json throw, and answer 400.
// fix refuses-lenient-json, lenient-json: Use a strict parser, such as lossless-json or `JSON.parse`, and not JSON5.
// fix refuses-non-utf8: Read the bytes with `express.raw`, and decode them with `fatal`: `express.json` puts U+FFFD in a name.
// fix refuses-other-media-types: Ask `request.is`: where it says no, `express.raw` has read nothing.
// fix accepts-json-spellings: Read the body with a parser of JSON, and with nothing before it.
// fix accepts-chunked-body: Read the body with `express.raw`, which needs no Content-Length.
// fix refused-as-sent: Read the body with `express.raw`, as an event `data` has one piece, and ignore header fields that the document does not name.
// fix accepts-media-type-spellings, unchecked-in-capitals: Ask `request.is`, which ignores letter case and parameters.
// fix accepts-integer-spellings: Read each number by its value: `7.0` is the integer 7.
// fix tells-large-ids-apart, ids-as-floats: Read integers as `BigInt`, as `JSON.parse` rounds beyond 2^53, and refuse what is outside int64.
// fix accepts-every-positive-id: Read integers as `BigInt`: 2^63-1 is no double.
// fix answers-without-server-error: Read the body yourself: where `express.json` reads nothing, Express 5 has no `request.body`.
// fix no-answer: Pass what an async function throws to `next`, and end each path with an answer: Express 4 does not wait for a promise.
const utf8 = new TextDecoder("utf-8", { fatal: true });

function readBody(request, _response, next) {
  if (request.is("application/json") === false) throw refusal(415, "The body is not declared as application/json");
  try {
    const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
    request.body = parse(utf8.decode(bytes), undefined, numberOf);
  } catch {
    throw refusal(400, "The body is not JSON in UTF-8");
  }
  next();
}

function numberOf(text) {
  if (/^-?\d+$/.test(text)) return BigInt(text);
  const value = Number(text);
  return Number.isSafeInteger(value) ? BigInt(value) : value;
}
// end fix

// fix refuses-non-object: Ask for an object that is neither null nor an array.
// fix server-error-unchecked: Ask for an object, and for the type of each member, before you use it: a member of null throws.
// fix valid-plants-refused: Ask for the types only, and for no length and no pattern.
// fix null-accepted: Ask for the type of each member that is there; `if (tag && ...)` lets null through.
// fix refuses-missing-member, missing-members-accepted: Ask for the type of each required member: `undefined` has none of them.
// fix fractions-as-integers: Ask for `Number.isInteger(id)`: `typeof id === "number"` holds for 1.5.
// fix no-type-checks, types-converted, booleans-as-integers: Ask for the `typeof` of each member, and convert nothing: `Number(" 7")` is 7, as `Number(true)` is 1.
// fix refuses-invalid-member, falsy-as-absent: Ask for the type of each member; `if (tag && ...)` lets null, false, 0 and "" through.
// fix matches-member-names-exactly: Look members up by their exact names.
// fix refuses-id-beyond-int64: Compare the `BigInt` with int64: `Number.isInteger(1e30)` holds.
// fix plant-shape: Return the plant itself, not inside another object, with `name` and `tag` as strings.
// fix plant-has-no-id: Build the answer from `name` and `tag`; the id is the key of the map.
// fix plant-has-no-other-members, record-returned-whole: Build the answer from `name` and `tag`; do not spread the body.
// fix adds-no-tag, null-for-no-tag: Leave `tag` out where none was sent: `tag ?? null` is null, and null is no string.
// fix returns-name, texts-trimmed: Return the string as it was read: without `trim()` and escaping.
// fix returns-tag: Copy `tag` if the request has one, as it was read: without `trim()` and escaping.
function newPlant(body) {
  if (typeof body !== "object" || body === null || Array.isArray(body)) return undefined;
  const member = (name) => (Object.hasOwn(body, name) ? body[name] : undefined);
  // `readBody` reads integers as BigInt; `express.json` reads them as numbers.
  const [id, name, tag] = [member("id"), member("name"), member("tag")];
  if (typeof id !== "bigint" || BigInt.asIntN(64, id) !== id || typeof name !== "string") return undefined;
  if (tag === undefined) return { id, plant: { name } };
  return typeof tag === "string" ? { id, plant: { name, tag } } : undefined;
}
// end fix

/** The application. */
export function plantStore(token, express = defaultExpress) {
  const app = express();
  const plants = new Map();

  // fix operation-exists: Route POST to exactly `/plants`.
  // fix accepts-valid-plant, other-success-status: Leave the status out: it is 200.
  // fix plant-media-type: Use `response.json`; `response.send` of a text is text/html.
  // fix plant-encoding: Use `response.json`.
  // fix length-in-characters: Leave Content-Length to `response.json`: `length` of a text does not count bytes.
  // fix plant-is-no-json: Use `response.json`, whatever `Accept` says: `response.send` of a text sends the text.
  // fix refuses-with-400: Answer 400, and not 422 or 409, where there is no body too, and before you look for the id in the store.
  // fix keeps-answers-apart: Keep the plant in a local name.
  // fix refuses-other-media-types: Read the body with a parser for application/json only.
  // fix error-media-type: Add the error handler last.
  const raw = express.raw({ type: "application/json" });
  app.post("/plants", authenticate(token), raw, readBody, (request, response) => {
    const created = newPlant(request.body);
    if (created === undefined) throw refusal(400, "The body is not a NewPlant");
    if (plants.has(created.id)) throw refusal(409, "There is a plant with this id");
    plants.set(created.id, created.plant);
    response.json(created.plant);
  });
  app.use(onError);
  // end fix
  return app;
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  plantStore(process.env.PLANT_STORE_TOKEN).listen(Number(process.env.PORT), "127.0.0.1");
}
