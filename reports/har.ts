/**
 * HAR 1.2: every exchange of the run. None contains the token, because it is removed when exchanges are recorded.
 * Members that HAR does not define begin with `_`, as the format requires.
 */
import { defined } from "../spec/defined.ts";
import { STATUS_CODES } from "node:http";
import {
  type Exchange,
  fieldOf,
  type HeaderFields,
  type RecordedBody,
  type RecordedRequest,
  type RunResult,
} from "../result/result.ts";
import { safeJson } from "../result/safe-text.ts";
import { listParts } from "./json.ts";
import { notices } from "./words/result-words.ts";

/** A result does not contain the version of HTTP. */
const UNKNOWN_VERSION = "unknown";

type HarObject = Readonly<Record<string, unknown>>;

/** The result's exchanges as HAR, in the order in which they were sent. */
export function renderHar(result: RunResult): string {
  return [...harParts(result)].join("");
}

/** The same text in parts, one per exchange. */
export function* harParts(result: RunResult): Generator<string> {
  const { name, version } = result.tool;
  const log = {
    version: "1.2",
    ...(notices(result).length === 0 ? {} : { comment: notices(result).join(" ") }),
    creator: { name, version },
  };
  const end = "\n  }\n}";
  yield safeJson(JSON.stringify({ log }, null, 2)).slice(0, -end.length);
  yield ',\n    "entries": ';
  yield* listParts(entries(result), 2);
  yield `${end}\n`;
}

/** A planned request, and the check that would send it. */
export interface PlannedExchange {
  readonly check: string;
  readonly request: RecordedRequest;
}

/** Planned requests as HAR, in the order in which they would be sent, without responses. */
export function renderPlannedHar({ name, version }: RunResult["tool"], planned: readonly PlannedExchange[]): string {
  const comment = "Planned requests: nothing was sent, so that none has an answer.";
  const unanswered = { response: null, timing: unsent, truncated: false, redacted: [], attempts: 1 } as const;
  const list = planned.map((one) => entry({ ...unanswered, request: one.request }, 0, [one.check]));
  const log = { version: "1.2", comment, creator: { name, version }, entries: list };
  return `${safeJson(JSON.stringify({ log }, null, 2))}\n`;
}

const unsent = { startedMs: 0, firstByteMs: null, totalMs: 0 } as const;

function* entries(result: RunResult): Generator<HarObject> {
  const checks = checksByExchange(result);
  for (const [index, exchange] of result.exchanges.entries()) {
    yield entry(exchange, Date.parse(result.startedAt), checks.get(index) ?? []);
  }
}

function checksByExchange({ requirements }: RunResult): ReadonlyMap<number, readonly string[]> {
  const checks = new Map<number, string[]>();
  for (const { id, exchanges } of requirements.flatMap((requirement) => requirement.checks)) {
    for (const index of exchanges) {
      const ids = checks.get(index);
      if (ids === undefined) checks.set(index, [id]);
      else ids.push(id);
    }
  }
  return checks;
}

function entry(exchange: Exchange, startedAt: number, checks: readonly string[]): HarObject {
  const { startedMs, firstByteMs, totalMs } = exchange.timing;
  // The format requires the parts to add up to the time, and none of them may be unknown.
  const wait = Math.min(firstByteMs ?? totalMs, totalMs);
  return {
    startedDateTime: new Date(startedAt + startedMs).toISOString(),
    time: totalMs,
    request: request(exchange),
    response: response(exchange),
    cache: {},
    timings: { send: 0, wait, receive: totalMs - wait },
    _checks: checks,
    ...defined({
      _noAnswer: exchange.noAnswer,
      _truncated: exchange.truncated || undefined,
      _redacted: exchange.redacted.length === 0 ? undefined : exchange.redacted,
      _attempts: exchange.attempts === 1 ? undefined : exchange.attempts,
    }),
  };
}

function request({ request: { method, url, headers, body, framing } }: Exchange): HarObject {
  return {
    method,
    url,
    httpVersion: UNKNOWN_VERSION,
    cookies: [],
    headers: fields(headers),
    queryString: queryString(url),
    ...defined({ postData: body === null ? undefined : postData(headers, body) }),
    headersSize: -1,
    bodySize: body?.size ?? 0,
    _framing: framing,
  };
}

/** The query of a URL; empty for an invalid URL. */
function queryString(url: string): readonly HarObject[] {
  const query = url.includes("?") && URL.canParse(url) ? new URL(url).searchParams : [];
  return Array.from(query, ([name, value]) => ({ name, value }));
}

function postData(headers: HeaderFields, body: RecordedBody): HarObject {
  return {
    mimeType: mediaType(headers),
    text: body.content,
    // The format has an encoding for bodies of responses, but not of requests.
    ...defined({ _encoding: body.encoding === "base64" ? "base64" : undefined }),
    ...kept(body),
  };
}

/** Without a response, readers of the format expect one with the status 0. */
function response({ response: answer, truncated }: Exchange): HarObject {
  const { status, headers, body } = answer ?? { status: 0, headers: [] };
  return {
    status,
    statusText: STATUS_CODES[status] ?? "",
    httpVersion: UNKNOWN_VERSION,
    cookies: [],
    headers: fields(headers),
    content: {
      size: body?.size ?? 0,
      mimeType: mediaType(headers),
      ...defined({ text: body?.content, encoding: body?.encoding === "base64" ? "base64" : undefined }),
      ...kept(body),
    },
    redirectURL: fieldOf(headers, "location") ?? "",
    headersSize: -1,
    bodySize: body === undefined || truncated ? -1 : body.size,
  };
}

function kept({ sha256 }: Partial<RecordedBody> = {}): HarObject {
  return sha256 === undefined ? {} : { comment: "the first part; size and sha256 are of the whole", _sha256: sha256 };
}

function fields(headers: HeaderFields): readonly HarObject[] {
  return headers.map(([name, value]) => ({ name, value }));
}

function mediaType(headers: HeaderFields): string {
  return fieldOf(headers, "content-type") ?? "x-unknown";
}
