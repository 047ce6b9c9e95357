/** Open points that a document decides: what is observed for the one that ships is judged there. */
import type { Finding, Outcome } from "../result/result.ts";
import { type DescribedHeader, requiredHeaders, valuedHeaders } from "../spec/described-headers.ts";
import { DOCUMENTED_HEADERS, rulesFor } from "../spec/document-catalogue.ts";
import type { Operation } from "../spec/read-operation.ts";
import type { Shape } from "../spec/shape.ts";
import { header } from "../http/headers.ts";
import { brokenByNumber, brokenByText } from "./bodies/constraints.ts";
import type { Check, History, Sent } from "./checks/check.ts";
import { invariant } from "./checks/check-forms.ts";
import { foreign, headerFinding, statusFinding } from "./checks/findings.ts";
import { TIMES, answersOfOperation, fromFindings, isAccepted, judgeAcceptance, notJudged } from "./checks/judges.ts";

/** The same check, judged where the document says what its open point is. */
export function asPinned(operation: Operation): (check: Check) => Check {
  const rules = rulesFor(operation);
  return (check) => {
    const rule = rules.get(check.requirement);
    if (rule === undefined) return check;
    return check.requirement === "unknown-members" ? accepted(check) : pinned(check, rule.allowed(operation));
  };
}

/** What a document allows in so many words is asked again where it is refused, as every valid request is. */
function accepted(check: Check): Check {
  return {
    ...check,
    form: "acceptance",
    next: (fresh, own) => {
      if (own.length === TIMES || own.some(isAccepted)) return [];
      return check.next((k) => fresh(own.length + k), []).map((request) => ({ ...request, kind: "valid" }));
    },
    judge: judgeAcceptance,
  };
}

function pinned(check: Check, allowed: readonly string[]): Check {
  return {
    ...check,
    title: `${check.title}: ${allowed.join(" or ")}`,
    judge: (own, run) => {
      const judged = check.judge(own, run);
      if (judged.outcome.status !== "observed") return judged;
      if (!own.slice(0, -1).every(isAccepted)) return { ...judged, outcome: notThere };
      return { ...judged, outcome: outcomeOf(check, judged.outcome.value, { own, allowed }) };
    },
  };
}

const notThere = notJudged("no-occasion", "the request before it, which it depends on, was not accepted");

/** @param value the status of the last answer, as it is observed where the document does not decide */
function outcomeOf(
  { requirement }: Check,
  value: string,
  { own, allowed }: { readonly own: History; readonly allowed: readonly string[] },
): Outcome {
  const status = Number(value);
  if (status >= 500 || status === 408)
    return notJudged("no-answer", "the provider failed, which other requirements report");
  if (requirement === "missing-token" && value.startsWith("2")) {
    return notJudged("no-occasion", "the request was let in, which requires-authorization reports");
  }
  const isRight = allowed.includes(value);
  return fromFindings(isRight ? [] : own.slice(-1).map((last) => statusFinding(last, allowed.join(" or "))));
}

/** The header fields that the document requires of a response, and the values of those that are there. */
export function documentedHeaderChecks(operation: Operation): readonly Check[] {
  const { path, post } = operation;
  const headersOf = (status: number, name: string): string => `${post}/responses/${status}/headers/${name}`;
  return [
    ...requiredHeaders(operation).map(([status, name]) =>
      headerCheck(path, [status, name], {
        slug: slugOf(status, name),
        title: `Every ${status} has the header field ${name}`,
        basis: `${headersOf(status, name)} is required`,
        ask: (sent, value) => (value === null ? [headerFinding(sent, name.toLowerCase(), "to be present", null)] : []),
      }),
    ),
    ...valuedHeaders(operation).map((described) => {
      const { status, name } = described;
      return headerCheck(path, [status, name], {
        slug: `${slugOf(status, name)}-value`,
        title: `The header field ${name} of every ${status} that has it matches its schema`,
        basis: `the schema of ${headersOf(status, name)}`,
        onlyPresent: true,
        ask: (sent, value) => wrongValue(sent, described, value ?? ""),
      });
    }),
  ];
}

interface HeaderQuestion {
  readonly slug: string;
  readonly title: string;
  readonly basis: string;
  /** Asked of the answers that have the field alone. */
  readonly onlyPresent?: true;
  readonly ask: (sent: Sent, value: string | null) => readonly Finding[];
}

function headerCheck(
  path: string,
  [status, name]: readonly [number, string],
  { slug, title, basis, onlyPresent, ask }: HeaderQuestion,
): Check {
  const valueIn = ({ answer }: Sent): string | null => header(answer?.headers ?? [], name.toLowerCase());
  const select = (run: History): readonly Sent[] =>
    answersOfOperation(run, path).filter(
      (sent) => sent.answer?.status === status && (onlyPresent !== true || valueIn(sent) !== null),
    );
  const what = onlyPresent === true ? `a ${status} with the header field ${name}` : `a ${status}`;
  return invariant(
    { requirement: DOCUMENTED_HEADERS, slug, title, basis },
    {
      what,
      select,
      ask: (sent) => ask(sent, valueIn(sent)),
    },
  );
}

function slugOf(status: number, name: string): string {
  return `${status}-${name.toLowerCase().replaceAll(/[^a-z0-9]+/gu, "-")}`;
}

/** A header field is text, which its schema takes for a value of its type (OpenAPI 3.1, Header Object: style `simple`). */
function wrongValue(sent: Sent, { name, shape }: DescribedHeader, text: string): readonly Finding[] {
  const expected = mismatchOf(shape, text);
  return expected === null ? [] : [headerFinding(sent, name.toLowerCase(), expected, foreign(sent, text))];
}

const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/iu;

function mismatchOf(shape: Shape, text: string): string | null {
  if (shape.types.includes("boolean")) return ["true", "false"].includes(text.toLowerCase()) ? null : "true or false";
  const isText = shape.types.includes("string");
  if (!isText && !NUMBER.test(text)) return "a number";
  const [broken] = isText ? brokenByText(shape, text) : brokenByNumber(shape, Number(text));
  return broken === undefined ? null : `what ${broken} allows (${shape.path})`;
}
