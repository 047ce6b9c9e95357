/** The data for recognising causes: each finding of a failed check, with the exchange that shows it. */
import type { DocumentWords } from "../../spec/document-words.ts";
import {
  type CheckResult,
  type Exchange,
  fieldOf,
  type Finding,
  type Json,
  type RecordedBody,
  type RequirementResult,
} from "../result.ts";

/** An exchange as input for recognisers. */
export interface Seen {
  readonly index: number;
  readonly exchange: Exchange;
  /** The check that sent it, and the requirement of that check. */
  readonly sender: string;
  readonly senderRequirement: string;
  /** Undefined if there was no answer. */
  readonly status: number | undefined;
  /** Without its parameters, in lower case; empty if there is none. */
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
  /** Every exchange of the run. */
  readonly exchanges: readonly Seen[];
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

/** The requirements about valid plants. */
export const ofValidPlants: ReadonlySet<string> = new Set(["accepts-valid-plant", "accepts-every-ordinary-request"]);

/** The valid plants that were not accepted, of the checks that failed for it. */
export function failedPlants({ all, exchanges }: Failures): readonly Seen[] {
  const own = all.filter(({ requirement }) => ofValidPlants.has(requirement.id));
  return own
    .flatMap(({ check, seen }) => [seen, ...check.exchanges.map((at) => exchanges[at])])
    .filter((seen) => seen !== undefined)
    .filter((seen) => !isSuccess(seen) && isNewPlant(seen.sent));
}

/** Fewer plants may have been sent in pieces by chance. */
const MANY_PLANTS = 3;

/** Whether no valid plants are refused but those that may arrive in several pieces, some of which were sent so. */
export function areCutInPieces(failures: Failures): boolean {
  const isSplit = ({ status = 500, exchange: { request } }: Seen): boolean =>
    status < 500 && (request.framing === "chunked" || request.inPieces === true);
  const refused = [...new Set(failedPlants(failures))];
  return (
    refused.length >= MANY_PLANTS &&
    refused.every(isSplit) &&
    refused.some(({ exchange: { request } }) => request.inPieces === true && request.framing !== "chunked")
  );
}

/** The failures of a result. */
export function failuresOf(
  requirements: readonly RequirementResult[],
  exchanges: readonly Exchange[],
  words?: DocumentWords,
): Failures {
  // Most runs have no failure, and so need none of them.
  let views: readonly Seen[] | undefined;
  const seen = (): readonly Seen[] => (views ??= exchanges.map(viewOf));
  const all = requirements.flatMap((requirement) =>
    requirement.checks.flatMap((check) =>
      check.status !== "failed"
        ? []
        : check.findings.map((finding) => ({
            requirement,
            check,
            finding,
            seen: finding.exchange === undefined ? undefined : seen()[finding.exchange],
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
    get exchanges() {
      return seen();
    },
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
    mediaType:
      fieldOf(response?.headers ?? [], "content-type")
        ?.split(";")[0]
        ?.trim()
        .toLowerCase() ?? "",
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

/** A member of an object; undefined if there is none. */
export function memberOf(value: Json | undefined, name: string): Json | undefined {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
  return Object.hasOwn(value, name) ? (Reflect.get(value, name) as Json) : undefined;
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

/**
 * Whether a body has the member types of a NewPlant. Values are not checked. A body that was not kept counts as a
 * NewPlant.
 */
export function isNewPlant(sent: Json | undefined): boolean {
  if (sent === undefined) return true;
  const [id, name, tag] = ["id", "name", "tag"].map((member) => memberOf(sent, member));
  const isText = (value: Json | undefined): boolean => typeof value === "string";
  // JSON.parse reads a number beyond the range of a double as Infinity.
  return (Number.isInteger(id) || id === Infinity) && isText(name) && (tag === undefined || isText(tag));
}
