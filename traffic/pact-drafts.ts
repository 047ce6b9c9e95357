/**
 * Drafts of pacts from the interactions that clients really use: one for each shape, with a newly drawn id. Traffic is
 * judged only by the document that ships, so its member `id` is used here.
 */
import type { BodyIs } from "./recorded-body.ts";
import { header } from "../http/message.ts";
import type { Redact } from "../result/redact.ts";
import { ORDINARY_IDS } from "../suites/bodies/body-drafts.ts";
import { type JsonObject, objectOf } from "./read/read-exchange.ts";
import { unlessLost } from "./recorded-traffic.ts";
import type { TrafficFacts } from "./recorded-facts.ts";

/** The most drafted pacts, and the most interactions of each. */
const MOST = { consumers: 20, interactions: 20 } as const;

/** The draft of one consumer. */
export interface PactDraft {
  readonly consumer: string;
  /** The pact, specification 4. */
  readonly pact: JsonObject;
}

/** Collects drafts. */
export interface PactDrafts {
  readonly note: (facts: TrafficFacts, sender: string, redact: Redact) => void;
  readonly list: () => readonly PactDraft[];
}

/** Creates an empty collection. */
export function openPactDrafts(): PactDrafts {
  const consumers = new Map<string, Map<string, JsonObject>>();
  return {
    note: (facts, sender, redact) => {
      const seen = seenIn(facts, redact);
      if (seen === null) return;
      const consumer = consumerName(sender);
      const own = consumers.get(consumer) ?? new Map<string, JsonObject>();
      if (own.has(seen.shape) || own.size >= MOST.interactions) return;
      if (own.size === 0 && consumers.size >= MOST.consumers) return;
      own.set(seen.shape, interactionOf(seen));
      consumers.set(consumer, own);
    },
    list: () => Array.from(consumers, ([consumer, own]) => ({ consumer, pact: pactOf(consumer, [...own.values()]) })),
  };
}

/** The product at the start of a User-Agent. A sender in parentheses says why there is none. */
function consumerName(sender: string): string {
  if (sender.startsWith("(")) return "unknown";
  const product = /^[^/\s]+/.exec(sender)?.[0] ?? "";
  return (
    product
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, "-")
      .replaceAll(/^-|-$/g, "") || "unknown"
  );
}

interface SeenInteraction {
  /** The same for exchanges that differ only in their values. */
  readonly shape: string;
  readonly description: string;
  readonly body: JsonObject;
  /** Whether its id is drawn anew. The others are kept, because an answer may be about them. */
  readonly isDrawn: boolean;
  readonly status: number;
  readonly mediaType: string;
  readonly answer: JsonObject;
}

/**
 * The interaction of an exchange whose request follows the document (except possibly its body), and whose answer is a
 * 200 or a 400 in JSON.
 */
function seenIn(
  { exchange, body, credentials, isPlain, answered, lost }: TrafficFacts,
  redact: Redact,
): SeenInteraction | null {
  const bytes = unlessLost(exchange.request.body);
  if (!isPlain || credentials?.kind !== "bearer" || lost.length > 0 || answered === null || bytes == null) return null;
  const { status, reading, headers } = answered.answer;
  if ((status !== 200 && status !== 400) || reading.as !== "json" || body === null || body.is === "open") return null;
  const sent = objectIn(Buffer.from(bytes).toString(), redact);
  const answer = objectIn(JSON.stringify(reading.value), redact);
  if (sent === null || answer === null) return null;
  const what = body.is === "plant" ? plantWords(sent) : `a body with ${body.what.replaceAll("`", "")}`;
  const isDrawn = hasUsualId(sent, body);
  const shape = JSON.stringify([status, isDrawn, shapeOf(sent), shapeOf(answer)]);
  const mediaType = redact(header(headers, "content-type") ?? "").text;
  const description = `${what} that is answered ${status}`;
  return { shape, description, body: sent, isDrawn, status, mediaType, answer };
}

function hasUsualId({ id }: JsonObject, { is }: BodyIs): boolean {
  return typeof id === "number" && id >= 1 && (is === "plant" || Number.isSafeInteger(id));
}

/** Parses a body without its secrets. A large id is rounded, which does not matter because ids are drawn anew. */
function objectIn(text: string, redact: Redact): JsonObject | null {
  try {
    return objectOf(JSON.parse(redact(text).text)) ?? null;
  } catch {
    return null;
  }
}

function plantWords(body: JsonObject): string {
  const members = Object.keys(body).filter((name) => name !== "id");
  return `a plant with ${members.join(", ")}`;
}

function shapeOf(value: JsonObject): readonly string[] {
  return Object.entries(value)
    .map(([name, member]) => `${name} ${member === null ? "null" : Array.isArray(member) ? "array" : typeof member}`)
    .toSorted();
}

function interactionOf({ description, body, isDrawn, status, mediaType, answer }: SeenInteraction): JsonObject {
  const sent = isDrawn ? { ...body, id: ORDINARY_IDS.least } : body;
  const last = ORDINARY_IDS.least + ORDINARY_IDS.count - 1;
  const drawn = { "$.id": { type: "RandomInt", min: ORDINARY_IDS.least, max: last } };
  return {
    type: "Synchronous/HTTP",
    description,
    pending: false,
    request: {
      method: "POST",
      path: "/plants",
      headers: { Authorization: ["Bearer pact-example-token"], "Content-Type": ["application/json"] },
      body: { content: sent, contentType: "application/json", encoded: false },
      ...(isDrawn ? { generators: { body: drawn } } : {}),
      matchingRules: {
        header: { Authorization: matching({ match: "regex", regex: "^Bearer [A-Za-z0-9._~+/-]+=*$" }) },
        ...(isDrawn ? { body: { "$.id": matching({ match: "integer" }) } } : {}),
      },
    },
    response: {
      status,
      headers: { "Content-Type": [mediaType] },
      body: { content: answer, contentType: mediaType, encoded: false },
      matchingRules: {
        header: {
          "Content-Type": matching({ match: "regex", regex: `^${escaped(mediaType.split(";")[0] ?? "")}\\s*(;.*)?$` }),
        },
        body: Object.fromEntries(
          Object.entries(answer).map(([name, value]) => [`$['${name}']`, matching(byType(value))]),
        ),
      },
    },
  };
}

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\/]/g, "\\$&");
}

function byType(value: unknown): object {
  return { match: typeof value === "number" && Number.isInteger(value) ? "integer" : "type" };
}

function matching(matcher: object): object {
  return { combine: "AND", matchers: [matcher] };
}

function pactOf(consumer: string, interactions: readonly JsonObject[]): JsonObject {
  return {
    consumer: { name: consumer },
    provider: { name: "plant-store" },
    interactions,
    metadata: { pactSpecification: { version: "4.0" } },
  };
}
