/** Serves an operation that another document describes: its schema decides which bodies are valid, by ajv. */
import { fullFormats } from "ajv-formats/dist/formats.js";
import { Ajv2020 } from "ajv/dist/2020.js";
import { type Authenticate, createAuthentication, createKeyCheck } from "../request-head.ts";
import { int64Of } from "../int64.ts";
import { type ParsedObject, parseObject } from "../json-reader.ts";
import { errorAnswer, type ServerAnswer } from "../server-answers.ts";
import type { ServedOperation } from "../server.ts";
import { createStore } from "../create-plant.ts";
import { type AnswerSchema, exampleOf, expressionOf, lookUp, matches } from "./served-example.ts";

/** A response that the document shows. */
interface ShownResponse {
  readonly status: number;
  readonly mediaType: string;
  /** JSON Pointer into the document. */
  readonly schemaPath: string;
  /** JSON Pointer to the response itself, for the header fields that it requires; without it there are none. */
  readonly path?: string;
  readonly requiredHeaders?: readonly string[];
  /** The document shows no body in JSON, so none is sent. */
  readonly hasNoBody?: true;
}

/** An operation that creates something from a JSON object. */
export interface Description {
  /** Appended to the base URL. */
  readonly path: string;
  readonly method: string;
  readonly credentials:
    | { readonly kind: "bearer" }
    | { readonly kind: "api-key"; readonly header: string }
    | { readonly kind: "none" };
  readonly requestMediaType: string;
  /** JSON Pointer into the document. */
  readonly requestSchemaPath: string;
  readonly success: ShownResponse;
  /** The response to an invalid body; null if the document shows no body for it. */
  readonly failure: ShownResponse | null;
  /** Every status that a refused body may have; null if the document does not limit them. */
  readonly refusals?: readonly number[] | null;
  /** Other responses with a body. */
  readonly others: readonly ShownResponse[];
  /** Responses without a JSON body whose header fields are required. */
  readonly headed?: readonly Omit<ShownResponse, "mediaType" | "schemaPath">[];
  /** The member of the request that identifies duplicates; null if the document names none. */
  readonly identity: string | null;
  /** Members that a success does not have, even if its schema allows them. */
  readonly leftOut: readonly string[];
  /** The document, whose schemas are JSON Schema 2020-12. */
  readonly document: Readonly<Record<string, unknown>>;
  /** The document as requests see it, without `readOnly` members; absent if requests and responses see the same. */
  readonly requestDocument?: Readonly<Record<string, unknown>>;
}

// JSON text whose numbers can be read as doubles without changing whether a schema allows them.

/** A string, which is kept unchanged, or a number. */
const TOKEN = /"(?:[^"\\]+|\\[^])*"|-?\d[\d.eE+-]*/g;

/** The greatest double within int64. */
const GREATEST = "9223372036854774784";

/** The greatest double below int64. The least int64 is itself a double. */
const BELOW = "-9223372036854777856";

/**
 * Replaces the numbers whose validity would change when they are read as doubles: integers near the ends of int64, and
 * fractions that would be rounded to an integer. `text` must be JSON.
 */
function withNearNumbers(text: string): string {
  return text.replace(TOKEN, (token) => (token.startsWith('"') ? token : near(token)));
}

function near(source: string): string {
  const value = Number(source);
  const exact = int64Of(source);
  if (exact === "not-an-integer") return Number.isInteger(value) ? "0.5" : source;
  if (exact === "outside-int64") {
    if (!Number.isFinite(value)) return source.startsWith("-") ? "-1e300" : "1e300";
    return value === -(2 ** 63) ? BELOW : source;
  }
  return value >= 2 ** 63 ? GREATEST : source;
}

const CONTENT_TYPE = "Content-Type";

type Validate = (value: unknown) => boolean;

/**
 * The operation of a document.
 * @throws {Error} when no answer can be made that a schema of the document allows
 */
export function servedBySchema(description: Description, token: string): ServedOperation {
  const { path, method, requestMediaType, credentials } = description;
  const validatorOf = compilerFor(description.document);
  const inItsWords = refusalsOf(description, validatorOf);
  return {
    path,
    authenticate: authenticationOf(description, token),
    head: {
      method,
      mediaType: requestMediaType,
      ...(credentials.kind === "api-key" ? { credentialsField: credentials.header.toLowerCase() } : {}),
    },
    create: creating(description, validatorOf, inItsWords),
    inItsWords,
  };
}

function authenticationOf({ credentials }: Description, token: string): Authenticate {
  switch (credentials.kind) {
    case "bearer":
      return createAuthentication(token);
    case "api-key":
      return createKeyCheck(credentials.header, token);
    case "none":
      return () => undefined;
  }
}

function compilerFor(document: Description["document"]): (pointer: string) => Validate {
  // The formats of ajv-formats accept any whole number as an int64.
  const int64 = {
    type: "number" as const,
    validate: (value: number) => Number.isInteger(value) && value >= -(2 ** 63) && value < 2 ** 63,
  };
  const ajv = new Ajv2020({
    strict: false,
    // Otherwise ajv does not miss a required member without a name.
    allErrors: true,
    // 0.7 is a multiple of 0.1, although a double's quotient is not 7.
    multipleOfPrecision: 9,
    ownProperties: true,
    logger: false,
    // The document around the schemas is not itself a schema.
    validateSchema: false,
    formats: { ...fullFormats, int64 },
    code: { regExp },
  });
  ajv.addSchema(document, "document");
  return (pointer) => ajv.compile({ $ref: `document#${fragment(pointer)}` });
}

const regExp = Object.assign(
  (pattern: string): Pick<RegExp, "test"> => {
    // A pattern that is none is refused when the schema is read.
    const { source } = expressionOf(pattern);
    const limited = { test: (text: string) => matches(pattern, text), toString: () => source };
    return limited;
  },
  { code: "new RegExp" },
);

/** A JSON Pointer as a URI fragment (RFC 6901 section 6). */
function fragment(pointer: string): string {
  return pointer.split("/").map(encodeURIComponent).join("/");
}

type Create = ServedOperation["create"];
type InWords = ServedOperation["inItsWords"];

function creating(description: Description, validatorOf: (pointer: string) => Validate, inItsWords: InWords): Create {
  const { success, identity, others } = description;
  const isValid = compilerFor(description.requestDocument ?? description.document)(description.requestSchemaPath);
  const answer = answering(description, success, validatorOf(success.schemaPath));
  const refusesDuplicates = identity !== null && others.some(({ status }) => status === 409);
  const store = createStore<string>();
  return (body) => {
    const parsed = parseObject(body, new Set(identity === null ? [] : [identity]));
    if (parsed.kind === "refused") return inItsWords(errorAnswer(400, parsed.message));
    const value: unknown = JSON.parse(withNearNumbers(body.toString("utf8")));
    if (!isValid(value)) return inItsWords(errorAnswer(400, "The body does not match the schema."));
    const key = refusesDuplicates ? keyOf(parsed, identity) : undefined;
    if (key !== undefined && !store.add(key)) {
      return inItsWords(errorAnswer(409, `Something with this ${JSON.stringify(identity)} exists.`));
    }
    return answer(value);
  };
}

/** The text of a body's identity: `1.0` and `1` are the same. */
function keyOf({ members }: ParsedObject & { readonly kind: "object" }, identity: string): string | undefined {
  const member = members.get(identity);
  if (member === undefined) return undefined;
  const exact = typeof member.value === "number" ? int64Of(member.source) : undefined;
  return typeof exact === "bigint" ? String(exact) : JSON.stringify(member.value);
}

/** Makes the answers of one response: from values of the request if they fit, otherwise from the schema. */
function answering(
  { document, leftOut }: Description,
  response: ShownResponse,
  isValid: Validate,
): (given: unknown) => ServerAnswer {
  const { status, mediaType, schemaPath, hasNoBody } = response;
  if (hasNoBody === true) {
    const fields = headersOf(document, response);
    return () => ({ status, headers: fields, body: "" });
  }
  const schema: AnswerSchema = { $ref: `#${fragment(schemaPath)}` };
  const made = (given: unknown, which: "all" | "required"): unknown => {
    const value = exampleOf(schema, { document, given, which });
    for (const name of leftOut) if (typeof value === "object" && value !== null) Reflect.deleteProperty(value, name);
    return value;
  };
  const plain = made(undefined, "required");
  if (!isValid(plain)) {
    throw new Error(`No body of the response ${status} can be made from its schema (${schemaPath})`);
  }
  const headers = { ...headersOf(document, response), [CONTENT_TYPE]: mediaType };
  return (given) => {
    const body = [made(given, "all"), made(given, "required")].find(isValid) ?? plain;
    return { status, headers, body: JSON.stringify(body) };
  };
}

/** An example of each header field that the document requires of a response. */
function headersOf(
  document: Description["document"],
  { path = "", requiredHeaders = [] }: Omit<ShownResponse, "mediaType" | "schemaPath">,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    requiredHeaders.map((name) => {
      const reference = `#${fragment(`${path}/headers/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`)}`;
      const { example, schema = {} } = headerAt(document, reference);
      const value = String(example ?? exampleOf(schema, { document, given: undefined, which: "required" }));
      if (schema.pattern === undefined || matches(schema.pattern, value)) return [name, value];
      throw new Error(
        `No value of the header field ${name} can be made from its pattern at ${reference.slice(1)}: give an example`,
      );
    }),
  );
}

interface Header {
  readonly $ref?: string;
  readonly example?: string | number | boolean;
  readonly schema?: AnswerSchema;
}

/**
 * A header field by its reference, which may lead to another reference. Circular references were refused when the
 * document was read.
 */
function headerAt(document: Description["document"], reference: string): Header {
  const header = (lookUp(document, reference) ?? {}) as Header;
  return header.$ref === undefined ? header : headerAt(document, header.$ref);
}

/** Refusals with the status and the body that the document shows for them. */
function refusalsOf(
  { document, failure, others, ...rest }: Description,
  validatorOf: (pointer: string) => Validate,
): InWords {
  const shown = failure === null ? others : [...others, failure];
  const bodies = new Map(
    shown.map((response) => {
      const answer = answering(
        { document, failure, others, ...rest, leftOut: [] },
        response,
        validatorOf(response.schemaPath),
      );
      return [response.status, answer] as const;
    }),
  );
  const fields = new Map((rest.headed ?? []).map((one) => [one.status, headersOf(document, one)] as const));
  return (refusal) => {
    const ofBodies = failure?.status ?? (rest.refusals?.includes(400) === false ? 422 : 400);
    const status = refusal.status === 400 ? ofBodies : refusal.status;
    const answer = bodies.get(status)?.(JSON.parse(refusal.body));
    // Fields that the refusal itself sets, such as its challenge, are not replaced by an example.
    const said = new Set(Object.keys(refusal.headers).map((name) => name.toLowerCase()));
    const more = Object.entries(answer?.headers ?? fields.get(status) ?? {}).filter(
      ([name]) => name === CONTENT_TYPE || !said.has(name.toLowerCase()),
    );
    return { ...refusal, status, ...answer, headers: { ...refusal.headers, ...Object.fromEntries(more) } };
  };
}
