/** The statements of the document about requests, as rules for consumers. Pure. */
import type { Finding } from "../result/result.ts";
import type { Level, Place } from "../spec/requirements.ts";
import type { BodyFault } from "./recorded-body.ts";
import type { TrafficFacts } from "./recorded-facts.ts";

/** The known parts of a request. */
export interface SentRequest extends Pick<TrafficFacts, "credentials" | "mediaType" | "place" | "body"> {
  /** Whether the recording is known to keep the field Authorization. */
  readonly keepsAuthorization: boolean;
}

/** One rule. `ask` returns null if the request does not show whether the rule is met. */
export interface ConsumerRule {
  readonly id: string;
  readonly level: Level;
  readonly statement: string;
  readonly sources: readonly Place[];
  readonly fix: string;
  readonly ask: (sent: SentRequest, mediaType: string) => readonly Finding[] | null;
}

function found(where: string, expected: string, seen: string): readonly Finding[] {
  return [{ where, expected, seen }];
}

const createPlant = "Endpoints / Create plant";

/** Every rule, with a permanent id. */
export const consumerRules: readonly ConsumerRule[] = [
  {
    id: "sends-authorization",
    level: "MUST",
    statement: "Every request carries an Authorization header field.",
    sources: [{ document: "Authentication", entry: "Statements 1 and 2" }],
    fix: "Send `Authorization: Bearer <token>` with every request.",
    ask: ({ credentials, keepsAuthorization }) => {
      if (credentials === null || credentials.kind === "unclear") return null;
      if (credentials.kind !== "none") return [];
      return keepsAuthorization ? found("request header authorization", "Bearer <token>", "no such header") : null;
    },
  },
  {
    id: "sends-bearer-scheme",
    level: "MUST",
    statement: "The scheme of the Authorization header field is Bearer.",
    sources: [{ document: "Authentication", entry: "Statement 1" }],
    fix: "Send the token with the scheme Bearer.",
    ask: ({ credentials }) => {
      if (credentials?.kind === "bearer") return [];
      if (credentials?.kind !== "other-scheme") return null;
      return found("request header authorization", "the scheme Bearer", `the scheme ${credentials.scheme}`);
    },
  },
  {
    id: "sends-json-media-type",
    level: "MUST",
    statement: "The media type of every request is application/json.",
    sources: [{ document: createPlant, entry: "Request body, content type" }],
    fix: "Send `Content-Type: application/json`.",
    ask: ({ mediaType }, expected) => {
      if (mediaType === null) return null;
      return mediaType === expected
        ? []
        : found("request header content-type", expected, mediaType ?? "no such header");
    },
  },
  {
    id: "sends-new-plant",
    level: "MUST",
    statement: "The body of every request is a NewPlant.",
    sources: [
      { document: createPlant, entry: "Request body, required" },
      { document: "Resources and their fields / NewPlant", entry: "id, name and tag" },
    ],
    fix: "Send a JSON object with an integer `id`, a string `name` and, if there is one, a string `tag`.",
    ask: ({ body }) => {
      if (body === null || body.is === "open") return null;
      if (body.is === "plant" || isOfOtherRule(body.fault)) return [];
      return found("request body", "a NewPlant", body.what);
    },
  },
  {
    id: "sends-id-within-int64",
    level: "SHOULD",
    statement: "The id of every NewPlant is within int64.",
    sources: [
      { document: "Resources and their fields / NewPlant", entry: "id, format int64" },
      { standard: "OpenAPI 3.1.0", clause: "4.4" },
    ],
    fix: "Draw ids from -2^63 to 2^63-1.",
    ask: ({ body }) => {
      if (body?.is === "plant") return [];
      if (body?.is !== "no-plant" || body.fault !== "id-out-of-range") return null;
      return found("request body", "an id within int64", body.what);
    },
  },
  {
    id: "sends-utf-8",
    level: "SHOULD",
    statement: "The body of every request is UTF-8.",
    sources: [{ standard: "RFC 8259", clause: "8.1" }],
    fix: "Encode the body in UTF-8.",
    ask: ({ body }) => {
      if (body === null) return null;
      if (body.is !== "no-plant") return [];
      if (body.fault === "body-not-utf-8") return found("request body", "text in UTF-8", body.what);
      return body.fault === "no-body" ? null : [];
    },
  },
  {
    id: "sends-no-query",
    level: "MUST",
    statement: "No request has query parameters.",
    sources: [{ document: createPlant, entry: "Rule 3" }],
    fix: "Send the request to {base_url}/plants, without a query.",
    ask: ({ place: { query = "" }, mediaType, body }) => {
      if (query !== "") return found("request URL", "no query parameters", "a query");
      // A URL without anything else does not show that a client is correct.
      return mediaType === null && body === null ? null : [];
    },
  },
];

function isOfOtherRule(fault: BodyFault): boolean {
  return fault === "body-not-utf-8" || fault === "id-out-of-range";
}
