/** When a fault shows: the ways of sending that all requests of a cause share, and too many for chance. Pure. */
import { ordinaryFields } from "./simplest-failure.ts";
import {
  type CauseResult,
  type CheckResult,
  type Exchange,
  isSuccess,
  type RecordedRequest,
  type RunResult,
} from "../result.ts";

/** What is known of when a fault shows. */
export interface FaultConditions {
  /** Each completes the sentence "only with ...". At most two, because more may have nothing to do with it. */
  readonly ways: readonly string[];
  /** Where answers to requests that are alike show it now and then: how many of how many. */
  readonly among?: { readonly faulty: number; readonly all: number };
}

type Run = Pick<RunResult, "requirements" | "exchanges">;

/** The indices of exchanges with the fault of a cause, and of those that could have it and do not. */
interface Split {
  readonly faulty: ReadonlySet<number>;
  readonly faultless: ReadonlySet<number>;
  /** Whether the checks judge each answer of a kind, and send nothing themselves. */
  readonly ofAnswers: boolean;
}

/** When the fault of a cause shows. */
export function faultConditions({ checks }: Pick<CauseResult, "checks">, run: Run): FaultConditions {
  const split = splitOf(checks, run);
  const [faulty, faultless] = [split.faulty, split.faultless].map((some) =>
    [...some].map((at) => waysOf(run.exchanges[at])),
  );
  if (faulty === undefined || faultless === undefined) return { ways: [] };
  const [first = [], ...others] = faulty;
  const shared = first.filter((way) => others.every((list) => list.includes(way)));
  const all = faulty.length + faultless.length;
  const ways = shared.filter((way) => {
    const also = faultless.filter((list) => list.includes(way)).length;
    return chance(faulty.length, { having: faulty.length + also, all }) < RARE;
  });
  if (ways.length > 0) return { ways: ways.length > MOST_WAYS ? [] : ways };
  return { ways, ...(isNowAndThen(split, run) ? { among: { faulty: faulty.length, all } } : {}) };
}

const MOST_WAYS = 2;

/** A run has some twenty ways, and few causes. */
const RARE = 1 / 2000;

/** How likely it is that so many requests, taken at random from all, are among those that have a way. */
function chance(taken: number, { having, all }: { readonly having: number; readonly all: number }): number {
  return Array.from({ length: taken }, (_, at) => (having - at) / (all - at)).reduce((one, other) => one * other, 1);
}

function splitOf(ids: readonly string[], { requirements, exchanges }: Run): Split {
  const wanted = new Set(ids);
  const parts = requirements.flatMap(({ checks }) =>
    checks
      .filter(({ id }) => wanted.has(id))
      .map((check) => ({
        check,
        checks,
        faulty: faultyOf(check, exchanges),
        asksItself: asksItself(check, exchanges),
      })),
  );
  // What follows from an accepted body is seen in its answer, too; there, the answers to valid bodies say nothing.
  const own = parts.filter((part) => part.asksItself);
  const counted = own.length > 0 ? own : parts;
  const faulty = new Set(counted.flatMap((part) => part.faulty));
  const statuses = new Set([...faulty].map((at) => exchanges[at]?.response?.status));
  const alike =
    own.length > 0
      ? own
          .flatMap(({ check, checks }) => [check, ...checks.filter(({ status }) => status === "passed")])
          .flatMap((one) => one.exchanges)
      : exchanges.flatMap(({ response }, at) => (response !== null && statuses.has(response.status) ? [at] : []));
  return { faulty, faultless: new Set(alike.filter((at) => !faulty.has(at))), ofAnswers: own.length === 0 };
}

/** Whether a check sends what it judges. The others judge each answer of a kind. */
function asksItself({ id, exchanges: own }: CheckResult, exchanges: readonly Exchange[]): boolean {
  return own.some((at) => exchanges[at]?.check === id);
}

/** Of the exchanges that show a failure, those answered alike. The others show what the same request got in another way. */
function faultyOf(check: CheckResult, exchanges: readonly Exchange[]): readonly number[] {
  const finding = check.findings[0];
  if (finding?.where !== "status") return check.exchanges;
  const isFaulty = isSuccess(exchanges[finding.exchange ?? -1]);
  return check.exchanges.filter((at) => isSuccess(exchanges[at]) === isFaulty);
}

/** Whether few answers show the fault, and requests of one check with the same members, sent in one way, have both. */
function isNowAndThen({ faulty, faultless, ofAnswers }: Split, { exchanges }: Run): boolean {
  if (!ofAnswers || faulty.size < NOT_ONCE || faulty.size > faultless.size) return false;
  const keyOf = (at: number): string => {
    const exchange = exchanges[at];
    const members = exchange?.request.body?.content.match(/"\w+"(?=\s*:)/g)?.toSorted() ?? [];
    return JSON.stringify([exchange?.check, members, waysOf(exchange)]);
  };
  const keys = new Set([...faultless].map(keyOf));
  return [...faulty].some((at) => keys.has(keyOf(at)));
}

const NOT_ONCE = 3;

/** The ways in which a request is sent, each as a noun. What is wrong with its credentials or its body is none of them. */
function waysOf(exchange: Exchange | undefined): readonly string[] {
  if (exchange === undefined) return [];
  const { request, isReused } = exchange;
  const names = new Set(request.headers.map(([name]) => name.toLowerCase()));
  return [
    isReused === true ? "a connection that was used before" : "a new connection",
    ...(request.framing === "chunked" ? ["a chunked body"] : []),
    ...(request.inPieces === true ? ["a body sent in two pieces"] : []),
    ...(request.url.includes("?") ? ["a query"] : []),
    ...(names.has("accept") ? [] : ["no Accept"]),
    ...(names.has("user-agent") ? [] : ["no User-Agent"]),
    ...request.headers.flatMap(([name, value]) => wayOfField(name.toLowerCase(), value)),
    ...nameCase(request),
  ];
}

function wayOfField(name: string, value: string): readonly string[] {
  if (name === "authorization") {
    const [scheme] = /^bearer(?= )/i.exec(value) ?? [];
    return scheme === undefined || scheme === "Bearer" ? [] : [`the scheme \`${scheme}\``];
  }
  if (name === "content-type") {
    const [type, charset] = /^application\/json(\s*;.*)?$/i.exec(value) ?? [];
    if (type === undefined || type === "application/json") return [];
    return [charset === undefined ? `the media type \`${type}\`` : "a charset in Content-Type"];
  }
  const field = spelled(name);
  return ordinaryFields.get(field) === value ? [] : [`\`${field}: ${value}\``];
}

function spelled(name: string): string {
  return name.replaceAll(/\b[a-z]/g, (letter) => letter.toUpperCase());
}

function nameCase({ headers }: RecordedRequest): readonly string[] {
  const text = headers.map(([name]) => name).join("");
  if (text === "") return [];
  if (text === text.toLowerCase()) return ["header names in lower case"];
  return text === text.toUpperCase() ? ["header names in upper case"] : [];
}
