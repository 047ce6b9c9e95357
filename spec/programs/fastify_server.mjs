// The create-plant operation on Fastify 5, with every MUST and SHOULD met. Save it as fastify_server.mjs.
//
//   npm install fastify lossless-json
//   PORT=8080 PLANT_STORE_TOKEN=secret node fastify_server.mjs
import { timingSafeEqual } from "node:crypto";
import { pathToFileURL } from "node:url";
import { fastify } from "fastify";
import { parse } from "lossless-json";

const refusal = (statusCode, message) => Object.assign(new Error(message), { statusCode });

// fix requires-authorization, no-authentication: Check the token in an `onRequest` hook, and throw: the handler does not run then.
// fix requires-bearer-scheme: Match the whole header field, the scheme first; `replace("Bearer ", "")` keeps a bare token.
// fix refuses-empty-token: Match at least one character of a token.
// fix accepts-bearer-in-any-case: Match the scheme with the flag `i`; `startsWith` compares letter case.
// fix needs-no-other-headers: Ask for no header field but Authorization and Content-Type.
// fix accepts-header-names-in-any-case: Use `request.headers.authorization`: the names are in lower case.
function authenticate(token) {
  return async ({ headers }) => {
    const [, given = ""] = /^Bearer +([\w.~+/-]+=*)$/i.exec(headers.authorization ?? "") ?? [];
    const [one, other] = [Buffer.from(given), Buffer.from(token)];
    if (one.length !== other.length || !timingSafeEqual(one, other)) throw refusal(401, "There is no known token");
  };
}
// end fix

// fix error-media-type, error-encoding: Set an error handler, and send an object, which Fastify writes as JSON.
// fix error-shape: Set an error handler: `error` of Fastify's own answer is a string.
// fix error-as-text: Answer `reply.code(400).send({ error, message })`: `send` of a string is text/plain.
// fix error-as-200: Set the status with `reply.code`.
// fix challenges-with-401: Set the field in the error handler, for each 401.
// fix keeps-token-secret: Answer with your own words, and never with the header fields of the request.
function onError({ statusCode = 500, message }, _request, reply) {
  if (statusCode === 401) reply.header("WWW-Authenticate", "Bearer");
  reply.code(statusCode).send({ error: statusCode, message });
}
// end fix

// fix refuses-no-body, refuses-malformed-json, refuses-with-400: Throw an error with the status 400 from the parser.
// fix refuses-lenient-json, lenient-json: Use a strict parser, such as lossless-json or `JSON.parse`, and not JSON5.
// fix refuses-non-utf8: Take the body as a buffer, and decode it with `fatal`: Fastify's own parser puts U+FFFD in a name.
// fix accepts-json-spellings: Read the body with a parser of JSON, and with nothing before it.
// fix accepts-integer-spellings: Read each number by its value: `7.0` is the integer 7.
// fix accepts-every-positive-id, tells-large-ids-apart, ids-as-floats: Read integers as `BigInt`: `JSON.parse` rounds beyond 2^53.
// fix answers-without-server-error: Catch all that the parser throws: a body that is nested too deep is one.
// fix server-error-unreadable: Throw an error with the status 400 from the parser.
const utf8 = new TextDecoder("utf-8", { fatal: true });

async function readBody(_request, bytes) {
  try {
    return parse(utf8.decode(bytes), undefined, numberOf);
  } catch {
    throw refusal(400, "The body is not JSON in UTF-8");
  }
}

function numberOf(text) {
  if (/^-?\d+$/.test(text)) return BigInt(text);
  const value = Number(text);
  return Number.isSafeInteger(value) ? BigInt(value) : value;
}
// end fix

// fix refuses-non-object: Ask for `type: "object"`.
// fix valid-plants-refused: Ask for the types only, without `maxLength` and `pattern`.
// fix null-accepted: Ask for `type: "string"`, without `nullable`, and set `coerceTypes: false`.
// fix refuses-missing-member, missing-members-accepted: Name `id` and `name` in `required`, and give them no `default`.
// fix refuses-invalid-member: Ask for the type of each member. The schema knows no `BigInt`: check the id beside it.
// fix fractions-as-integers: Declare `id` as an `integer`, or ask for `Number.isInteger(id)`: 1.5 is a number too.
// fix matches-member-names-exactly: Name the members in the schema as they are, and rename nothing in the parser.
// fix refuses-id-beyond-int64: Compare the `BigInt` with int64: the format of ajv asks only for a whole number.
const newPlant = {
  type: "object",
  required: ["id", "name"],
  properties: { name: { type: "string" }, tag: { type: "string" } },
};

// The parser of this program reads integers as BigInt; Fastify's own reads them as numbers.
const isInt64 = (id) => typeof id === "bigint" && BigInt.asIntN(64, id) === id;
// end fix

/** The application. */
export function plantStore(token) {
  const plants = new Map();

  // fix types-converted, booleans-as-integers, no-type-checks: Set `coerceTypes: false`: Fastify converts otherwise.
  // fix refuses-invalid-member: Set `coerceTypes: false`: Fastify converts otherwise.
  // fix refuses-other-media-types: Remove the parser of text/plain, and add none for all types: Fastify answers 415 then.
  // fix accepts-media-type-spellings, unchecked-in-capitals: Let `addContentTypeParser` choose by the media type; do not compare Content-Type yourself.
  // fix accepts-chunked-body: Take the body from `addContentTypeParser`; do not ask for Content-Length.
  // fix error-media-type, error-encoding, error-shape: Set the error handler on the application, for what Fastify refuses too.
  const app = fastify({ ajv: { customOptions: { coerceTypes: false } } });
  app.removeContentTypeParser(["application/json", "text/plain"]);
  app.addContentTypeParser("application/json", { parseAs: "buffer" }, readBody);
  app.setErrorHandler(onError);
  app.addHook("onRequest", authenticate(token));
  // end fix

  // fix operation-exists: Route POST to exactly `/plants`.
  // fix accepts-valid-plant, other-success-status: Leave the status out: it is 200.
  // fix plant-media-type, plant-encoding: Return an object; a string is sent as text/plain.
  // fix adds-no-tag, null-for-no-tag: Leave `tag` out where none was sent.
  // fix plant-shape: Return the plant itself, not inside another object, with `name` and `tag` as strings.
  // fix plant-has-no-id, plant-has-no-other-members, record-returned-whole: Build the answer from `name` and `tag`; do not return the body.
  // fix returns-name, returns-tag, texts-trimmed: Return the string as it was read: without `trim()` and escaping.
  // fix refuses-id-beyond-int64: Check it before the plant is stored.
  // fix keeps-answers-apart: Keep the plant in a local name.
  app.post("/plants", { schema: { body: newPlant } }, async ({ body: { id, name, tag } }) => {
    if (!isInt64(id)) throw refusal(400, "The id is not an int64");
    const plant = tag === undefined ? { name } : { name, tag };
    plants.set(id, plant);
    return plant;
  });
  // end fix
  return app;
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  await plantStore(process.env.PLANT_STORE_TOKEN).listen({ port: Number(process.env.PORT), host: "127.0.0.1" });
}
