/** Exchanges for tests. Each one is an accepted plant, except for the given differences. */
import { compileValidators } from "../../spec/compile-schemas.ts";
import { readOperation } from "../../spec/read-operation.ts";
import { readRequirements } from "../../spec/requirements.ts";
import { openTraffic } from "../traffic-judge.ts";
import { exchangeOfLine } from "../read/read-exchange.ts";
import { isLost, type TrafficItem } from "../recorded-traffic.ts";
import type { TrafficResult } from "../traffic-result.ts";
import type { TrafficOptions } from "../traffic-state.ts";

const operation = readOperation();
// Compiled synchronously, because a test file cannot wait while it is loaded.
const validators = compileValidators(operation);

/** A token that is long enough not to be a word. */
export const KNOWN = "token-of-a-client";

/** The differences from an ordinary exchange. A header that is null is left out. */
export interface Written {
  readonly method?: string;
  readonly url?: string;
  readonly headers?: Readonly<Record<string, string | null>>;
  readonly body?: unknown;
  readonly status?: number;
  readonly answerHeaders?: Readonly<Record<string, string>>;
  readonly answer?: unknown;
}

/** A line of a log. */
export function line(written: Written = {}): object {
  const { method = "POST", url = "http://plants.example/api/plants", headers = {}, body, status = 200 } = written;
  const { answerHeaders = { "Content-Type": "application/json" }, answer = { name: "Weeping fig" } } = written;
  const usual = { Authorization: `Bearer ${KNOWN}`, "Content-Type": "application/json", "User-Agent": "shop/1.0" };
  const fields = Object.entries({ ...usual, ...headers }).filter(([, value]) => value !== null);
  return {
    request: { method, url, headers: fields, body: textOf(body ?? { id: 1_234_567, name: "Weeping fig" }) },
    response: { status, headers: answerHeaders, body: textOf(answer) },
  };
}

/** A refusal as the document shows it. */
export const refused: Written = { status: 400, answer: { error: 400, message: "No" } };

function textOf(value: unknown): unknown {
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** Both sides are judged by the shipped document. */
export const shippedOptions: TrafficOptions = {
  operation,
  validators,
  requirements: readRequirements(),
  tool: { name: "test", version: "0" },
  side: "both",
  strict: false,
  baseUrls: [],
  consumerHeader: "user-agent",
};

/** Judges lines as one recording. */
export function judgedLines(lines: readonly object[], options: Partial<TrafficOptions> = {}): TrafficResult {
  const traffic = openTraffic({ ...shippedOptions, ...options });
  const recording = traffic.open("log", "ndjson");
  // One after the other, a second each, unless a line has its own time.
  lines.forEach((one, k) => recording.add(exchangeOfLine({ startedDateTime: timeOf(k), time: 10, ...one })));
  return traffic.result();
}

/** A time, a second after the one before. */
export function timeOf(second: number): string {
  return new Date(1_700_000_000_000 + second * 1000).toISOString();
}

/** The ids that are broken: of requirements, then of rules for clients. */
export function brokenIn({ requirements, consumers }: TrafficResult): readonly string[] {
  return [...requirements, ...consumers].filter(({ status }) => status === "failed").map(({ id }) => id);
}

/** The two bodies of an exchange, as text if they are known. */
export function partsOf(item: TrafficItem): Readonly<Record<"request" | "response", unknown>> {
  if (isLost(item)) throw new Error(item.lost);
  const shown = (body: unknown): unknown => (body instanceof Uint8Array ? Buffer.from(body).toString() : body);
  return { request: shown(item.request.body), response: item.response && shown(item.response.body) };
}
