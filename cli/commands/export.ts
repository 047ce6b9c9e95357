/** `export`: the fixed checks as data, or as a file of another tool. Sends nothing. */
import { BaseUrlError, DEFAULT_LIMITS, parseBaseUrl } from "../../http/provider.ts";
import { freshSeed } from "../../library/provider-result.ts";
import { toolVersion } from "../../spec/package-file.ts";
import { renderPlannedHar } from "../../reports/har.ts";
import { curlCommand } from "../../reports/words/curl-command.ts";
import { groupBy } from "../../spec/defined.ts";
import { readOperation } from "../../spec/read-operation.ts";
import { STAGES, requestsWhereAccepted } from "../../suites/checks/check.ts";
import { loadChecks } from "../../suites/index.ts";
import { checkIds } from "../../suites/run/id-ranges.ts";
import { recordRequest } from "../../suites/run/record-exchange.ts";
import { loadVectors, type VectorFile, type Vector, type VectorRequest } from "../../suites/vectors/vectors.ts";
import { asUsage, type Io, UsageError } from "../io.ts";
import type { OptionsOf } from "../options/option-table.ts";
import { TOKEN } from "../../suites/checks/check-requests.ts";
import { bytesOfParts } from "../../suites/vectors/vector-parts.ts";

// Vectors as single requests with their values filled in, for formats of other tools. Pure.

interface VectorExample
  extends
    Pick<Vector, "id" | "requirement" | "title" | "level">,
    Pick<VectorRequest, "method" | "path" | "headers" | "framing"> {
  readonly expected: "200" | "not 2xx";
  readonly body: Uint8Array;
}

interface ExampleList {
  readonly examples: readonly VectorExample[];
  /** The number of vectors that the format cannot express. */
  readonly leftOut: number;
  readonly of: string;
}

/** Header fields that tools add if a request does not have them. */
const ADDED = ["accept", "user-agent", "content-type"];

/** The vectors with one request and one expected status that a tool can send, with values drawn from a seed. */
export function examplesOf(file: VectorFile, seed: string, canSend: (example: VectorExample) => boolean): ExampleList {
  const fresh = checkIds(seed, file.vectors);
  const examples = file.vectors.flatMap((vector) => exampleOf(vector, fresh(vector.id))).filter(canSend);
  const { name, version } = file.suite;
  return { examples, leftOut: file.vectors.length - examples.length, of: `${name} ${version}` };
}

function exampleOf(vector: Vector, fresh: (k: number) => number): readonly VectorExample[] {
  const [request, ...others] = vector.attempts[0] ?? [];
  const expected = expectedOf(vector);
  if (request === undefined || others.length > 0 || expected === null) return [];
  const { method, path, headers, framing } = request;
  const names = headers.map(([name]) => name.toLowerCase());
  const isWhole = framing === "content-length" && request.body !== null && ADDED.every((name) => names.includes(name));
  // These formats cannot compute a value from the token.
  if (!isWhole || headers.some(([, value]) => value === "" || value.includes("base64("))) return [];
  const body = bytesOfParts(request.body, [0, 1, 2, 3].map(fresh));
  const { id, requirement, title, level } = vector;
  return [{ id, requirement, title, level, expected, method, path, headers, framing, body }];
}

function expectedOf({ expect }: Vector): VectorExample["expected"] | null {
  if (expect === null) return null;
  if ("status" in expect) return "200";
  return "statusNot" in expect ? "not 2xx" : null;
}

/** Whether a body is one line of text without characters that templates or editors change. */
function isPlainLine(example: VectorExample): boolean {
  const text = textOfBody(example);
  return /^[!-~][ -~]*[!-~]$/.test(text) && !text.includes("{{") && !text.includes("}}") && !text.startsWith("<");
}

function textOfBody({ body }: VectorExample): string {
  return new TextDecoder().decode(body);
}

/** A header value with the token replaced by a tool's notation for a variable. */
function withVariable(value: string, variable: string): string {
  return value.replaceAll(TOKEN, () => variable);
}

function introduction({ examples, leftOut, of }: ExampleList, how: string): readonly string[] {
  return [
    `${examples.length} vectors of ${of}, with ids and names for one run. ${how}`,
    `${leftOut} more vectors cannot be written in this format: export --format vectors has all of them.`,
  ];
}

// The fixed checks as files of other tools: hurl, HTTP clients, Postman, curl and HAR. Pure, but for the plan of the HAR.

interface ToolFormat {
  /** Whether the tool sends the example as it is. */
  readonly canSend: (example: VectorExample) => boolean;
  readonly write: (list: ExampleList) => string;
}

/** The placeholder for the base URL, which the shell replaces. */
const BASE_URL = "http://base-url.invalid";

/** Compares the status of the final response with the expected one. The script ends with status 1 if one differs. */
const checking = `set -u
: "\${PLANT_STORE_URL:?}" "\${PLANT_STORE_TOKEN:?}"
failed=0
expect() {
  status=$(LC_ALL=C awk '!is_body && /^HTTP\\// { status = $2 } /^\\r?$/ && status >= 200 { is_body = 1 } END { print status }')
  case "$1 $status" in
    "200 200" | "not-2xx "[345]*) echo "ok $2" ;;
    *) echo "not ok $2: expected $1, seen \${status:-no answer}"; return 1 ;;
  esac
}`;

function textOf(
  list: ExampleList,
  how: string,
  entry: (example: VectorExample, index: number) => string,
  ...opening: readonly string[]
): string {
  const lines = [...introduction(list, how).map((line) => `# ${line}`), ...opening];
  return [lines.join("\n"), ...list.examples.map(entry)].join("\n\n");
}

function curlScript(list: ExampleList): string {
  const how = "Run: PLANT_STORE_URL=http://127.0.0.1:8080 PLANT_STORE_TOKEN=... sh vectors.sh";
  return `#!/bin/sh\n${textOf(list, how, curlEntry, checking)}\n\nexit "$failed"\n`;
}

function curlEntry(example: VectorExample, index: number): string {
  const { id, title, level, expected, ...request } = example;
  const recorded = recordRequest(
    { kind: "open", ...request },
    { baseUrl: BASE_URL, keptBytes: DEFAULT_LIMITS.keptBytes },
  );
  const command = curlCommand(recorded, index).replace(BASE_URL, () => '"${PLANT_STORE_URL%/}"');
  return [`# ${level}: ${title}`, `${command} |`, `  expect ${expected.replace(" ", "-")} ${id} || failed=1`].join(
    "\n",
  );
}

function httpEntry(example: VectorExample): string {
  const { id, title, level, expected, method, path, headers } = example;
  const condition = expected === "200" ? "response.status === 200" : "response.status >= 300";
  return [
    `### ${id}`,
    `# ${level}: ${title}`,
    `${method} {{base_url}}${path}`,
    ...headers.map(([name, value]) => `${name}: ${withVariable(value, "{{token}}")}`),
    "",
    textOfBody(example),
    "",
    "> {%",
    `  client.test(${JSON.stringify(title)}, function () {`,
    `    client.assert(${condition}, "expected ${expected}, not " + response.status);`,
    "  });",
    "%}",
  ].join("\n");
}

function hurlEntry(example: VectorExample): string {
  const { id, title, level, expected, method, path, headers } = example;
  return [
    `# ${level} ${id}`,
    `# ${title}`,
    `${method} {{base_url}}${path}`,
    // `#` begins a comment also after a value.
    ...headers.map(([name, value]) => `${name}: ${withVariable(value.replaceAll(/[\\#]/g, "\\$&"), "{{token}}")}`),
    ...hurlBody(example),
    ...(expected === "200" ? ["HTTP 200", "[Asserts]", ...plant] : ["HTTP *", "[Asserts]", "status >= 300"]),
  ].join("\n");
}

const plant = [
  'header "Content-Type" matches /^(?i)application\\/json\\s*(;|$)/',
  'jsonpath "$.name" isString',
  'jsonpath "$.id" not exists',
];

/** Text between backticks is literal, except for escapes and templates. Other bytes are in base64. */
function hurlBody(example: VectorExample): readonly string[] {
  if (example.body.length === 0) return [];
  const isText = isPlainLine(example) && !/[`\\]/.test(textOfBody(example));
  return [isText ? `\`${textOfBody(example)}\`` : `base64,${Buffer.from(example.body).toString("base64")};`];
}

function postmanCollection(list: ExampleList): string {
  const folders = groupBy(list.examples, ({ requirement }) => requirement);
  const collection = {
    info: {
      name: `Plant Store vectors (${list.of})`,
      description: introduction(list, "Set the variables base_url and token of the collection.").join("\n"),
      schema: "https://schema.getpostman.com/json/collection/v2.1.0/collection.json",
    },
    variable: [
      { key: "base_url", value: "http://127.0.0.1:8080" },
      { key: "token", value: "" },
    ],
    item: Array.from(folders, ([name, examples]) => ({ name, item: examples.map(item) })),
  };
  return `${JSON.stringify(collection, null, 2)}\n`;
}

function item(example: VectorExample): unknown {
  const { id, title, level, expected, method, path, headers } = example;
  const condition = expected === "200" ? "to.equal(200)" : "to.be.at.least(300)";
  const test = [
    `pm.test(${JSON.stringify(`${level} ${title}`)}, function () {`,
    `  pm.expect(pm.response.code).${condition};`,
    "});",
  ];
  return {
    name: `${id}: ${title}`,
    request: {
      method,
      header: headers.map(([key, value]) => ({ key, value: withVariable(value, "{{token}}") })),
      // With `json`, Postman removes comments.
      body: { mode: "raw", raw: textOfBody(example), options: { raw: { language: "text" } } },
      url: { raw: `{{base_url}}${path}`, host: ["{{base_url}}"], path: path.slice(1).split("/") },
    },
    event: [{ listen: "test", script: { type: "text/javascript", exec: test } }],
  };
}

const toolFormats = {
  hurl: {
    canSend: () => true,
    write: (list) =>
      `${textOf(list, "Run: hurl --test --variable base_url=http://127.0.0.1:8080 --secret token=... vectors.hurl", hurlEntry)}\n`,
  },
  http: {
    canSend: isPlainLine,
    write: (list) =>
      `${textOf(list, "Set the variables base_url and token in the environment of the client.", httpEntry)}\n`,
  },
  postman: { canSend: isPlainLine, write: postmanCollection },
  curl: { canSend: () => true, write: curlScript },
} as const satisfies Readonly<Record<string, ToolFormat>>;

/** The HAR of a planned run, with `$PLANT_STORE_TOKEN` instead of the token. */
async function plannedHar(seed: string, given: string): Promise<string> {
  const baseUrl = asUsage(BaseUrlError, () => parseBaseUrl(given));
  const operation = readOperation();
  const checks = await loadChecks(operation);
  const fresh = checkIds(seed, checks);
  const planned = STAGES.flatMap((stage) => checks.filter((check) => check.stage === stage)).flatMap((check) =>
    requestsWhereAccepted(check, fresh(check.id)).map((request) => ({
      check: check.id,
      request: recordRequest(request, { baseUrl, keptBytes: DEFAULT_LIMITS.keptBytes }),
    })),
  );
  return renderPlannedHar(toolVersion(), planned);
}

/** The base URL for a HAR, in which each request needs a URL. */
const EXAMPLE_URL = "http://127.0.0.1:8080";

/** Runs `export`. @throws {UsageError} when the base URL is invalid, or the format has none */
export async function exportVectors(options: OptionsOf<"export">, io: Io): Promise<number> {
  io.out(await exported(options));
  return 0;
}

async function exported({ format, seed, baseUrl }: OptionsOf<"export">): Promise<string> {
  // Other tools send the exported values as they are. New ones can run against the same store again.
  const fresh = seed ?? freshSeed();
  if (format === "har") return plannedHar(fresh, baseUrl ?? EXAMPLE_URL);
  if (baseUrl !== undefined) throw new UsageError(`--base-url is for --format har; ${format} has a place for it`);
  const file = await loadVectors({ seed: seed ?? "vectors", suite: toolVersion() });
  if (format === "vectors") return `${JSON.stringify(file, null, 1)}\n`;
  const { canSend, write } = toolFormats[format];
  return write(examplesOf(file, fresh, canSend));
}
