/** Traffic with providers in memory, recorded as lines of JSON: every request of the suite, in a random order. */
import { httpFraming, type WireRequest } from "../../http/message.ts";
import { readOperation } from "../../spec/read-operation.ts";
import { loadValidators } from "../../spec/validators.ts";
import { withMember } from "../../suites/bodies/body-drafts.ts";
import type { PlannedRequest } from "../../suites/checks/check.ts";
import { INVALID_TOKEN, requestsTo, TOKEN } from "../../suites/checks/check-requests.ts";
import { checksOf } from "../../suites/index.ts";
import { checkIds } from "../../suites/run/id-ranges.ts";
import { openTraffic } from "../../traffic/traffic-judge.ts";
import { exchangeOfLine } from "../../traffic/read/read-exchange.ts";
import type { TrafficExchange, TrafficItem } from "../../traffic/recorded-traffic.ts";
import { shippedOptions } from "../../traffic/testing/exchanges.ts";
import type { TrafficResult } from "../../traffic/traffic-result.ts";
import type { TrafficOptions } from "../../traffic/traffic-state.ts";
import type { Behaviour } from "../behaviour.ts";
import type { Random } from "../generator/random.ts";
import { openConnection, openInMemory } from "../seeds/in-memory.ts";

const operation = readOperation();
const validators = await loadValidators(operation);
const checks = checksOf(operation, validators);
const requests = requestsTo(operation);

export const TRAFFIC_TOKEN = "token-of-the-traffic";

/** The first requests of each check, with fresh ids. */
export const everyRequest: readonly PlannedRequest[] = checks.flatMap((check) =>
  check.next(checkIds("traffic", checks)(check.id), [], { variants: [], refused: [] }),
);

/** The requests of the suite, some of them repeated: what clients may send in a day. */
export const ordinaryTraffic: readonly PlannedRequest[] = [
  ...everyRequest,
  ...everyRequest.filter(({ kind }) => kind === "ordinary").slice(0, 10),
  ...["name", "tag"].map((member, k) =>
    requests.of("open", withMember(requests.draft(4_000_000 + k), member, JSON.stringify("a".repeat(5000)))),
  ),
  ...[64, 1024].map((size, k) =>
    requests.of("open", withMember(requests.draft(3_000_000 + k), "note", JSON.stringify("x".repeat(size * 1024)))),
  ),
];

/** Whether a request is too long for most tests. */
export function isLong({ body }: PlannedRequest): boolean {
  return (body?.length ?? 0) > 48 * 1024;
}

/** Ordinary plants with few ids, so that many are duplicates with other names and tags. */
export function repeatedIds(random: Random, count: number): readonly PlannedRequest[] {
  return Array.from({ length: count }, (_, k) => {
    const draft = requests.draft(2_000_000 + k, random.pick(["required", "all", "all"]));
    return requests.of("open", withMember(draft, "id", String(random.whole(1_500_000, 1_500_007))));
  });
}

/** The same requests in a random order. */
export function shuffled<T>(list: readonly T[], random: Random): readonly T[] {
  const drawn = list.map((one) => [random.whole(0, 2 ** 31), one] as const);
  return drawn.toSorted(([one], [other]) => one - other).map(([, one]) => one);
}

/** The base URL of the exchanges in a recording. */
export function baseOf([first]: readonly TrafficExchange[], basePath = ""): string {
  return `${new URL(first?.request.url ?? "").origin}${basePath}`;
}

/** A request as it would be sent. */
export function wireOf(request: PlannedRequest, basePath: string, token = TRAFFIC_TOKEN): WireRequest {
  const { method, path, headers, body } = request;
  const withTokens = (value: string): string => {
    const [, scheme, credentials] = /^(\w+ )base64\((.*)\)$/u.exec(value) ?? [];
    const plain = (text: string): string => text.replace(TOKEN, token).replace(INVALID_TOKEN, "another-token");
    if (scheme === undefined || credentials === undefined) return plain(value);
    return `${scheme}${Buffer.from(plain(credentials)).toString("base64")}`;
  };
  const fields = headers.map(([name, value]) => [name, withTokens(value)] as const);
  return { method, target: `${basePath}${path}`, headers: fields, body, framing: httpFraming(request) };
}

/** Sends requests one at a time, and returns the exchanges that a recorder would see. */
export async function recorded(
  behaviour: Behaviour,
  list: readonly PlannedRequest[],
  basePath = "",
): Promise<readonly TrafficExchange[]> {
  using provider = openInMemory(behaviour, TRAFFIC_TOKEN, basePath);
  const connection = openConnection({ baseUrl: provider.url });
  const { origin } = new URL(provider.url);
  const exchanges: TrafficExchange[] = [];
  for (const planned of list) {
    const wire = wireOf(planned, basePath);
    const { method, headers, body } = wire;
    const request = { method, url: `${origin}${wire.target}`, headers, body };
    const answer = await connection.send(wire, new AbortController().signal).catch(() => null);
    const response = answer === null ? null : { status: answer.status, headers: answer.headers, body: answer.body };
    exchanges.push({ request, response: response === null ? null : { ...response, isDecoded: false } });
  }
  return exchanges;
}

/** An exchange as a line of a log. */
export function lineOf({ request, response }: TrafficExchange): string {
  const written = (message: { readonly body: TrafficExchange["request"]["body"] }): object => {
    const bytes = message.body instanceof Uint8Array ? Buffer.from(message.body).toString("base64") : null;
    return { ...message, body: bytes === null ? null : { encoding: "base64", content: bytes } };
  };
  return JSON.stringify({ request: written(request), response: response === null ? null : written(response) });
}

/** Writes exchanges as lines, and reads them again. */
export function readAgain(exchanges: readonly TrafficExchange[]): readonly TrafficItem[] {
  return exchanges.map((exchange) => exchangeOfLine(JSON.parse(lineOf(exchange))));
}

/** Judges exchanges as one recording. */
export function judgedItems(items: readonly TrafficItem[], options: Partial<TrafficOptions> = {}): TrafficResult {
  const traffic = openTraffic({ ...shippedOptions, ...options });
  const recording = traffic.open("log", "ndjson");
  for (const item of items) recording.add(item);
  return traffic.result();
}
