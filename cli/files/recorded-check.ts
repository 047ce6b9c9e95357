/** Finds a check in an earlier result, with the requests that may be sent again: only those that this suite sends. */
import { meantBy } from "../../result/near-name.ts";
import { reasonOf } from "../../result/outcomes.ts";
import type { CheckResult, Exchange, RequirementResult, RunResult } from "../../result/result.ts";
import { excerpt } from "../../result/safe-text.ts";
import { shownExchange } from "../../reports/words/words.ts";
import { UsageError } from "../io.ts";
import { readOperation } from "../../spec/read-operation.ts";
import { loadValidators } from "../../spec/validators.ts";
import { requestsWhereAccepted } from "../../suites/checks/planned.ts";
import type { PlannedRequest } from "../../suites/checks/check.ts";
import { INVALID_TOKEN, TOKEN } from "../../suites/checks/requests.ts";
import { checksOf } from "../../suites/index.ts";
import { checkIds } from "../../suites/run/id-ranges.ts";

export interface RecordedCheck {
  readonly requirement: RequirementResult;
  readonly check: CheckResult;
  /** Its own exchanges, or else those with its findings, or else the last that it judged; in the order of sending. */
  readonly shown: ReadonlyArray<{ readonly index: number; readonly exchange: Exchange }>;
  /** Whether these are its own exchanges. */
  readonly isOwn: boolean;
}

/** The most exchanges to take. No check sends more; a result with more was not written by the suite. */
const MOST = 64;

/** The most exchanges of other checks to send again for a check that sends nothing itself. */
const MOST_OF_OTHERS = 2;

/**
 * Finds a check by its id.
 * @throws {UsageError} if the result has no check with this id, or no exchange for it
 */
export function recordedCheck(result: RunResult, id: string): RecordedCheck {
  const pairs = result.requirements.flatMap((requirement) =>
    requirement.checks.map((check) => ({ requirement, check })),
  );
  const found = pairs.find(({ check }) => check.id === id);
  if (found === undefined)
    throw new UsageError(`${JSON.stringify(id)} is not a check of this result; ${hint(result, id)}`);
  const exchanges = result.exchanges.map((exchange, index) => ({ index, exchange }));
  const own = exchanges.filter(({ exchange }) => exchange.check === id).slice(0, MOST);
  if (own.length > 0) return { ...found, shown: own, isOwn: true };
  const { check } = found;
  const telling = new Set(check.findings.map(({ exchange }) => exchange));
  const others = exchanges.filter(({ index }) => telling.has(index)).slice(0, MOST_OF_OTHERS);
  const last = shownExchange(check, result);
  const shown = others.length > 0 ? others : last === null ? [] : [last];
  if (shown.length > 0) return { ...found, shown, isOwn: false };
  const reason = reasonOf(check);
  const why = reason === undefined ? "" : ` (${excerpt(reason, 200)})`;
  throw new UsageError(`The check ${excerpt(id, 100)} has no exchange in this result${why}; nothing can be sent again`);
}

function hint({ requirements }: RunResult, id: string): string {
  const requirement = requirements.find((one) => one.id === id);
  const ids = (requirement === undefined ? requirements : [requirement]).flatMap(({ checks }) =>
    checks.map((one) => one.id),
  );
  if (requirement !== undefined)
    return `it is a requirement, with ${excerpt(ids.slice(0, 5).join(", "), 300)}${ids.length > 5 ? ", ..." : ""}`;
  if (ids.length === 0) return "it has none";
  return meantBy(id, ids, "`list` shows the checks", (name) => excerpt(name, 100));
}

/**
 * Why a request is not sent again, as words that follow "it"; null if it may be sent.
 * @param sender the check that sent it, by the file
 */
export type Objection = (request: PlannedRequest, sender: string | undefined) => string | null;

/** Plans every check once, to know what each of them sends. */
export async function readObjections(): Promise<Objection> {
  const operation = readOperation();
  const checks = checksOf(operation, await loadValidators(operation), { invalidToken: true });
  const fresh = checkIds("replay", checks);
  const planned = new Map(checks.map((check) => [check.id as string, requestsWhereAccepted(check, fresh(check.id))]));
  const names = new Set([...planned.values()].flat().flatMap(({ headers }) => headers.map(([name]) => lower(name))));
  return (request, sender) => {
    const own = sender === undefined ? [] : (planned.get(sender) ?? []);
    return (
      targetObjection(request, own, operation.path) ?? headerObjection(request, names) ?? tokenObjection(request, own)
    );
  };
}

/** Allows POST to the operation, and the known targets of the check. */
function targetObjection(request: PlannedRequest, own: readonly PlannedRequest[], path: string): string | null {
  if (targetOf(request) === targetOf({ method: "POST", path })) return null;
  if (own.some((known) => targetOf(known) === targetOf(request))) return null;
  return `asks ${quoted(request.method)} ${quoted(request.path)}, which no check of that name sends`;
}

/** Method and path; the numbers in a path are drawn for each run. */
function targetOf({ method, path }: Pick<PlannedRequest, "method" | "path">): string {
  return `${method} ${path.replaceAll(/\d+/g, "0")}`;
}

function headerObjection({ headers }: PlannedRequest, names: ReadonlySet<string>): string | null {
  const unknown = headers.find(([name]) => !names.has(lower(name)));
  if (unknown !== undefined) return `has a header field ${quoted(unknown[0])}, which no check sends`;
  const broken = headers.find(([, value]) => !/^[\t\x20-\x7e\x80-\xff]*$/.test(value));
  return broken === undefined ? null : `has a header field ${quoted(broken[0])} that HTTP does not allow`;
}

/** Allows the token in `Authorization`, and in the known places of the check. */
function tokenObjection({ headers }: PlannedRequest, own: readonly PlannedRequest[]): string | null {
  const places = headers.filter(([, value]) => holdsToken(value)).map(([name]) => lower(name));
  const known = new Set(
    own.flatMap((one) => one.headers.filter(([, value]) => holdsToken(value)).map(([name]) => lower(name))),
  );
  const other = places.find((name) => name !== "authorization" && !known.has(name));
  return other === undefined ? null : `has the token in ${quoted(other)}, where no check of that name puts it`;
}

function holdsToken(value: string): boolean {
  return value.includes(TOKEN) || value.includes(INVALID_TOKEN);
}

function lower(name: string): string {
  return name.toLowerCase();
}

function quoted(text: string): string {
  return excerpt(JSON.stringify(text), 80);
}
