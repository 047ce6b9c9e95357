/** Decides which requests of a result file may be sent again: only those that this suite sends itself. */
import { readOperation } from "../../spec/read-operation.ts";
import { loadValidators } from "../../spec/validators.ts";
import { requestsWhereAccepted } from "../../suites/checks/planned.ts";
import type { PlannedRequest } from "../../suites/checks/check.ts";
import { INVALID_TOKEN, TOKEN } from "../../suites/checks/requests.ts";
import { checksOf } from "../../suites/index.ts";
import { checkIds } from "../../suites/run/id-ranges.ts";
import { excerpt } from "../../result/safe-text.ts";

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
  return `asks ${shown(request.method)} ${shown(request.path)}, which no check of that name sends`;
}

/** Method and path; the numbers in a path are drawn for each run. */
function targetOf({ method, path }: Pick<PlannedRequest, "method" | "path">): string {
  return `${method} ${path.replaceAll(/\d+/g, "0")}`;
}

function headerObjection({ headers }: PlannedRequest, names: ReadonlySet<string>): string | null {
  const unknown = headers.find(([name]) => !names.has(lower(name)));
  if (unknown !== undefined) return `has a header field ${shown(unknown[0])}, which no check sends`;
  const broken = headers.find(([, value]) => !/^[\t\x20-\x7e\x80-\xff]*$/.test(value));
  return broken === undefined ? null : `has a header field ${shown(broken[0])} that HTTP does not allow`;
}

/** Allows the token in `Authorization`, and in the known places of the check. */
function tokenObjection({ headers }: PlannedRequest, own: readonly PlannedRequest[]): string | null {
  const places = headers.filter(([, value]) => holdsToken(value)).map(([name]) => lower(name));
  const known = new Set(
    own.flatMap((one) => one.headers.filter(([, value]) => holdsToken(value)).map(([name]) => lower(name))),
  );
  const other = places.find((name) => name !== "authorization" && !known.has(name));
  return other === undefined ? null : `has the token in ${shown(other)}, where no check of that name puts it`;
}

function holdsToken(value: string): boolean {
  return value.includes(TOKEN) || value.includes(INVALID_TOKEN);
}

function lower(name: string): string {
  return name.toLowerCase();
}

function shown(text: string): string {
  return excerpt(JSON.stringify(text), 80);
}
