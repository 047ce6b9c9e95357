/**
 * What a request is according to the document, worked out without the suite: ajv on the shipped schema, strict JSON,
 * and the words of the document and of HTTP. A request of another kind than the suite declares would accuse a provider
 * wrongly.
 */
import { Ajv2020 } from "ajv/dist/2020.js";
import * as yaml from "yaml";
import type { HeaderFields } from "../../http/message.ts";
import { packageFile } from "../../spec/package-file.ts";
import type { Kind, PlannedRequest } from "../../suites/checks/check.ts";

const document = yaml.parse(packageFile("spec/openapi.yaml")) as object;
// `format` is checked below, because a double cannot hold every int64.
const ajv = new Ajv2020({ strict: false, validateFormats: false });
const isNewPlantByAjv = ajv.addSchema(document, "openapi").compile({ $ref: "openapi#/components/schemas/NewPlant" });

interface Plant {
  readonly id: number;
  readonly name: string;
  readonly tag?: string;
}

/** The text of a body; undefined if it is not UTF-8. */
function textOf({ body }: PlannedRequest): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(body ?? new Uint8Array());
  } catch {
    return undefined;
  }
}

/** The plant of a request; undefined if its body is not a NewPlant. */
export function plantIn(request: PlannedRequest): Plant | undefined {
  const text = textOf(request);
  if (text === undefined) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    if (!isNewPlantByAjv(value)) return undefined;
    const { id } = value as Plant;
    return isInt64(id, text) ? (value as Plant) : undefined;
  } catch {
    return undefined;
  }
}

/** Whether an id is within int64. Beyond the safe integers of a double, its digits decide. */
function isInt64(id: number, text: string): boolean {
  if (Number.isSafeInteger(id)) return true;
  const [digits] = /-?\d{16,}(?![\d.eE])/.exec(text) ?? [];
  if (digits === undefined) return Math.abs(id) < 2 ** 63;
  return BigInt(digits) >= -(2n ** 63n) && BigInt(digits) < 2n ** 63n;
}

const isName = (name: string): boolean => /^(?=.{3,40}$)[A-Za-z]+(?: [A-Za-z]+){0,2}$/.test(name);
const isTag = (tag: string): boolean => /^[a-z]{3,12}$/.test(tag);

function headerOf({ headers }: PlannedRequest, wanted: string): string | undefined {
  return headers.find(([name]) => name.toLowerCase() === wanted)?.[1];
}

const isBearer = (request: PlannedRequest): boolean =>
  /^bearer \$PLANT_STORE_TOKEN$/i.test(headerOf(request, "authorization") ?? "");
const isDeclaredJson = (request: PlannedRequest): boolean =>
  /^application\/json\s*(?:;\s*charset="?utf-8"?)?$/i.test(headerOf(request, "content-type") ?? "");

/** Whether a request is of its declared kind, according to the document. */
export const isAsSaid: Readonly<Record<Kind, (request: PlannedRequest) => boolean>> = {
  ordinary: (request) => {
    const { id = 0, name = "", tag = "tag" } = plantIn(request) ?? {};
    const isOrdinary = id >= 1_000_000 && id < 2 ** 31 && isName(name) && isTag(tag);
    return isOrdinary && isBearer(request) && headerOf(request, "content-type") === "application/json";
  },
  valid: (request) => plantIn(request) !== undefined && isBearer(request) && isDeclaredJson(request),
  "not-a-plant": (request) => plantIn(request) === undefined && isBearer(request) && isDeclaredJson(request),
  // An invalid body is sent with this kind if the provider may refuse its request for another reason as well.
  "not-allowed": (request) => !isBearer(request) || !isDeclaredJson(request) || plantIn(request) === undefined,
  open: () => true,
};

/** The answer of a provider that follows the document literally, and stores no plants. */
export function answerTo(request: PlannedRequest): {
  readonly status: number;
  readonly body: string;
  readonly headers: HeaderFields;
} {
  const status = statusOf(request);
  const { name, tag } = plantIn(request) ?? {};
  const body = JSON.stringify(status === 200 ? { name, tag } : { error: status, message: "No" });
  return { status, body, headers: [["Content-Type", "application/json"], ...challenges(status)] };
}

function challenges(status: number): HeaderFields {
  return status === 401 ? [["WWW-Authenticate", "Bearer"]] : [];
}

function statusOf(request: PlannedRequest): number {
  const { method, path } = request;
  if (path.split("?")[0] !== "/plants") return 404;
  if (method !== "POST") return 405;
  if (!isBearer(request)) return 401;
  return isDeclaredJson(request) && plantIn(request) !== undefined ? 200 : 400;
}

const token = /^[!#$%&'*+.^_`|~\dA-Za-z-]+$/;

/** The faults by which a request breaks RFC 9110 and 9112. The connection adds Host and the framing of the body. */
export function faultsOfHttp({ method, path, headers, body, framing }: PlannedRequest): readonly string[] {
  const names = headers.map(([name]) => name.toLowerCase());
  return [
    ...(token.test(method) ? [] : ["method"]),
    ...(/^[!-~]*$/.test(path) ? [] : ["target"]),
    ...headers.flatMap(([name, value]) =>
      token.test(name) && /^(?:[!-~](?:[ -~\t]*[!-~])?)?$/.test(value) ? [] : [`header ${name}`],
    ),
    ...(new Set(names).size === names.length ? [] : ["a header twice"]),
    ...["host", "content-length", "transfer-encoding"].filter((name) => names.includes(name)),
    ...(body !== null && body.length > 0 && framing === "none" ? ["a body without framing"] : []),
    ...((framing === "expect-continue") === names.includes("expect") ? [] : ["Expect without waiting"]),
  ];
}

/** Plants of ordinary requests that a provider might confuse: same id, name or tag, or nearly the same name. */
export function lookAlikes(plants: readonly Plant[]): readonly string[] {
  const twice = (what: string, values: readonly unknown[]): readonly string[] =>
    new Set(values).size === values.length ? [] : [`${what} comes twice`];
  const names = plants.map(({ name }) => name.toLowerCase());
  return [
    ...twice(
      "an id",
      plants.map(({ id }) => id),
    ),
    ...twice("a name", names),
    ...twice(
      "a tag",
      plants.flatMap(({ tag }) => tag ?? []),
    ),
    ...names.flatMap((name, k) =>
      names.slice(k + 1).flatMap((other) => (isNearlyAlike(name, other) ? [`${name} and ${other}`] : [])),
    ),
  ];
}

function isNearlyAlike(one: string, other: string): boolean {
  if (one.length !== other.length) return false;
  let different = 0;
  for (let k = 0; k < one.length && different <= 2; k += 1) if (one[k] !== other[k]) different += 1;
  return different <= 2;
}
