/** The data for recognising causes: each finding of a failed check, with the exchange that shows it. */
import type { DocumentWords } from "../../spec/document-words.ts";
import type { CheckResult, Exchange, Finding, HeaderFields, Json, RecordedBody, RequirementResult } from "../result.ts";

/** An exchange as input for recognisers. */
export interface Seen {
  readonly index: number;
  readonly exchange: Exchange;
  /** The check that sent it, and the requirement of that check. */
  readonly sender: string;
  readonly senderRequirement: string;
  /** Undefined if there was no answer. */
  readonly status: number | undefined;
  readonly mediaType: string;
  /** The bodies as JSON values; undefined if they are not JSON. */
  readonly sent: Json | undefined;
  readonly answer: Json | undefined;
}

/** One finding of a failed check. */
export interface FoundFailure {
  readonly requirement: RequirementResult;
  readonly check: CheckResult;
  readonly finding: Finding;
  /** Undefined if no single exchange shows it. */
  readonly seen: Seen | undefined;
}

/** All failures of a run, and lookups for recognisers. */
export interface Failures {
  readonly all: readonly FoundFailure[];
  /** Ids of the checks that failed. */
  readonly checks: ReadonlySet<string>;
  /** The failure of the check that sent an exchange, if it was answered with the same status. */
  readonly ownOf: (seen: Seen) => FoundFailure | undefined;
  readonly seenAt: (index: number) => Seen | undefined;
  readonly requirement: (id: string) => RequirementResult | undefined;
  /** Those of the document used in the run; undefined for the document that ships. */
  readonly words: DocumentWords | undefined;
  /** The names of the document used in the run. */
  readonly names: Pick<DocumentWords, "success" | "required" | "label" | "optionalLabel" | "identity">;
}

const shippedNames = { success: "200", required: ["id", "name"], label: "name", optionalLabel: "tag", identity: "id" };

/** Whether an answer cannot be read as HTTP. A body that is shorter or longer than its Content-Length is cut off instead. */
export function isNotHttp({ noAnswer }: Pick<Exchange, "noAnswer">): boolean {
  return noAnswer?.kind === "not-http" && !noAnswer.detail.endsWith("Content-Length");
}

/** Whether a failure is about a request that its own check sent, not a request of another check. */
export function isOwn({ check, seen }: FoundFailure): boolean {
  return seen !== undefined && seen.sender === check.id;
}

/** Whether an exchange was answered with a 2xx. */
export function isSuccess(seen: Seen | undefined): boolean {
  const status = seen?.status ?? 0;
  return status >= 200 && status <= 299;
}

/** The failures of a result. */
export function failuresOf(
  requirements: readonly RequirementResult[],
  exchanges: readonly Exchange[],
  words?: DocumentWords,
): Failures {
  const views = new Map<number, Seen>();
  const seenAt = (index: number): Seen | undefined => {
    const exchange = exchanges[index];
    if (exchange === undefined) return undefined;
    const view = views.get(index) ?? viewOf(exchange, index);
    views.set(index, view);
    return view;
  };
  const all = requirements.flatMap((requirement) =>
    requirement.checks.flatMap((check) =>
      check.status !== "failed"
        ? []
        : check.findings.map((finding) => ({
            requirement,
            check,
            finding,
            seen: finding.exchange === undefined ? undefined : seenAt(finding.exchange),
          })),
    ),
  );
  const own = new Map(all.filter(isOwn).map((one) => [one.check.id, one]));
  const byId = new Map(requirements.map((one) => [one.id, one]));
  return {
    all,
    checks: new Set(all.map(({ check }) => check.id)),
    ownOf: ({ sender, status }) => {
      const failure = own.get(sender);
      return failure?.seen?.status === status ? failure : undefined;
    },
    seenAt,
    requirement: (id) => byId.get(id),
    words,
    names: words ?? shippedNames,
  };
}

function viewOf(exchange: Exchange, index: number): Seen {
  const { request, response, check: sender = "" } = exchange;
  return {
    index,
    exchange,
    sender,
    senderRequirement: sender.split("/")[0] ?? "",
    status: response?.status,
    mediaType: response === null ? "" : mediaTypeOf(response.headers),
    sent: request.body === null ? undefined : bodyJson(request.body),
    answer: response === null ? undefined : bodyJson(response.body),
  };
}

// Recorded bodies, as far as they were kept.

/** The body as a JSON value; undefined if it is not JSON, was cut, or is not UTF-8. */
function bodyJson({ encoding, content, sha256 }: RecordedBody): Json | undefined {
  if (encoding !== "utf-8" || sha256 !== undefined) return undefined;
  try {
    return JSON.parse(content) as Json;
  } catch {
    return undefined;
  }
}

/** What follows the JSON object with which a body begins, and is no white space of JSON; empty if nothing does. */
export function textAfterJson(body: RecordedBody | null): string {
  if (body === null || body.encoding !== "utf-8" || body.sha256 !== undefined) return "";
  const { content } = body;
  const ends = [...content.matchAll(/\}/g)].slice(0, MOST_ENDS).map(({ index }) => index + 1);
  const end = ends.find((at) => isJson(content.slice(0, at)));
  return end === undefined ? "" : content.slice(end).replaceAll(/[ \t\r\n]/g, "");
}

const MOST_ENDS = 8;

function isJson(text: string): boolean {
  try {
    return typeof JSON.parse(text) === "object";
  } catch {
    return false;
  }
}

/** A member of an object; undefined if there is none. */
export function memberOf(value: Json | undefined, name: string): Json | undefined {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
  return Object.hasOwn(value, name) ? (Reflect.get(value, name) as Json) : undefined;
}

/** The media type of an answer without its parameters, in lower case; empty if there is none. */
function mediaTypeOf(headers: HeaderFields): string {
  const field = headers.find(([name]) => name.toLowerCase() === "content-type");
  return field?.[1].split(";")[0]?.trim().toLowerCase() ?? "";
}

/** The JSON type of a value; `nothing` if there is no value. */
export function jsonTypeOf(value: Json | undefined): string {
  if (value === undefined) return "nothing";
  if (value === null) return "null";
  return Array.isArray(value) ? "array" : typeof value;
}

/** The value at a JSON Pointer; undefined if there is none. */
export function valueAt(value: Json, pointer: string): Json | undefined {
  return pointer
    .split("/")
    .slice(1)
    .reduce<Json | undefined>(
      (current, token) => memberOf(current, token.replaceAll("~1", "/").replaceAll("~0", "~")),
      value,
    );
}
