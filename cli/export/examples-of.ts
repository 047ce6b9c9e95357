/** Vectors as single requests with their values filled in, for formats of other tools. Pure. */
import { TOKEN } from "../../suites/checks/requests.ts";
import { checkIds } from "../../suites/run/id-ranges.ts";
import type { VectorFile, Vector, VectorRequest } from "../../suites/vectors/vectors.ts";
import { bytesOfParts } from "../../suites/vectors/vector-parts.ts";

/** One request, and its expected status. */
export interface VectorExample {
  readonly id: string;
  readonly requirement: string;
  readonly title: string;
  readonly level: Vector["level"];
  readonly expected: "200" | "not 2xx";
  readonly method: string;
  readonly path: string;
  /** The token is `$PLANT_STORE_TOKEN`. */
  readonly headers: VectorRequest["headers"];
  readonly framing: VectorRequest["framing"];
  readonly body: Uint8Array;
}

/** The examples of a format, and the figures for their introduction. */
export interface ExampleList {
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
export function isPlainLine({ body }: VectorExample): boolean {
  const text = new TextDecoder().decode(body);
  return /^[!-~][ -~]*[!-~]$/.test(text) && !text.includes("{{") && !text.includes("}}") && !text.startsWith("<");
}

/** The body as text. */
export function textOfBody({ body }: VectorExample): string {
  return new TextDecoder().decode(body);
}

/** A header value with the token replaced by a tool's notation for a variable. */
export function withVariable(value: string, variable: string): string {
  return value.replaceAll(TOKEN, () => variable);
}

/** The lines before the first example. */
export function introduction({ examples, leftOut, of }: ExampleList, how: string): readonly string[] {
  return [
    `${examples.length} vectors of ${of}, with ids and names for one run. ${how}`,
    `${leftOut} more vectors cannot be written in this format: export --format vectors has all of them.`,
  ];
}
