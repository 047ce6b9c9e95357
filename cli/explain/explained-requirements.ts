/** Explains each requirement: its rule, its reason, the requests for it, and how to fix a provider. Sends nothing. */
import { type Framing, lacksConnection } from "../../http/message.ts";
import { defined, ifAny, present } from "../../spec/defined.ts";
import {
  type Block,
  type Fold,
  type Message,
  type ReportSection,
  code,
  gap,
  row,
  rows,
  section,
  textRow,
} from "../../reports/report-tree.ts";
import { causeFix } from "../../reports/words/stack-fix.ts";
import { sourceLines } from "../../reports/words/result-words.ts";
import type { RecordedRequest } from "../../result/result.ts";
import { count } from "../../result/safe-text.ts";
import { catalogueFor } from "../../spec/document-catalogue.ts";
import { readOperation } from "../../spec/read-operation.ts";
import { type Explanation, readExplanations, type Requirement } from "../../spec/requirements.ts";
import { notApplicableIn } from "../../suites/checks/applicability.ts";
import {
  type Check,
  type Form,
  type Fresh,
  type Labelled,
  type PlannedRequest,
  requestsWhereAccepted,
} from "../../suites/checks/check.ts";
import { requestsTo } from "../../suites/checks/check-requests.ts";
import { fuzzChecks } from "../../suites/fuzz/fuzz-checks.ts";
import { loadChecks } from "../../suites/index.ts";
import { checkIds } from "../../suites/run/id-ranges.ts";
import { recordRequest } from "../../suites/run/record-exchange.ts";

/** The seed for the ids and names of the examples, so that they are always the same. */
const SEED = "example";

const MOST_REQUESTS = 2;

const SHOWN = { baseUrl: "{base_url}", keptBytes: 4096 } as const;

export interface ExplainedRequest {
  readonly request: RecordedRequest;
  /** The differences from the ordinary request besides method, path and body: header fields and framing. */
  readonly differs: readonly string[];
}

/** One check, with the requests that it would send to a provider that accepts everything. */
export interface ExplainedCheck {
  readonly id: string;
  readonly slug: string;
  readonly form: Form;
  readonly title: string;
  readonly basis?: string;
  /** The check whose exchanges it judges instead of its own. */
  readonly reads?: string;
  /** True for a check of fuzzing, whose requests depend on the seed. */
  readonly drawn?: true;
  readonly requests: readonly ExplainedRequest[];
  /** The number of requests that are not shown. */
  readonly more: number;
}

export interface Explained {
  readonly requirement: Requirement;
  readonly explanation: Explanation;
  /** The method and the path of the operation. */
  readonly target: string;
  /** The reason why the requirement does not apply to the document. */
  readonly notApplicable?: string;
  readonly checks: readonly ExplainedCheck[];
}

/** All requirements with their explanations, and the ordinary request from which all others are derived. */
export interface Catalogue {
  readonly requirements: readonly Explained[];
  readonly ordinary: RecordedRequest;
}

/** For another document: the known faults of providers apply only to the shipped document. */
const NOTHING_KNOWN: Explanation = { why: "", causes: [] };

/** Explains every requirement of a document. The checks are those of a run with `--invalid-token`: all. */
export async function explainAll(operation = readOperation()): Promise<Catalogue> {
  const checks = await loadChecks(operation, { invalidToken: true });
  const drawn = fuzzChecks(checks, operation);
  const explanations = operation.isShipped ? readExplanations() : new Map<string, Explanation>();
  const reasons = notApplicableIn(operation);
  const fresh = checkIds(SEED, checks);
  const ordinary = requestsTo(operation).ordinary(fresh("ordinary/request")(0));
  return {
    ordinary: recordRequest(ordinary, SHOWN),
    requirements: catalogueFor(operation).map((requirement) => ({
      requirement,
      explanation: explanations.get(requirement.id) ?? NOTHING_KNOWN,
      target: `${operation.method} {base_url}${operation.path}`,
      ...defined({ notApplicable: reasons.get(requirement.id) }),
      checks: [
        ...checks
          .filter((check) => check.requirement === requirement.id)
          .map((check) => explainedCheck(check, fresh(check.id), ordinary)),
        ...[...drawn.values()].filter((check) => check.requirement === requirement.id).map(drawnCheck),
      ],
    })),
  };
}

function explainedCheck(check: Check, fresh: Fresh, ordinary: PlannedRequest): ExplainedCheck {
  const { id, slug, form, title, basis, reads } = check;
  const planned = requestsWhereAccepted(check, fresh);
  return {
    id,
    slug,
    form,
    title,
    ...defined({ basis, reads }),
    requests: planned.slice(0, MOST_REQUESTS).map((request) => ({
      request: recordRequest(request, SHOWN),
      differs: differences(request, ordinary),
    })),
    more: Math.max(0, planned.length - MOST_REQUESTS),
  };
}

function drawnCheck(check: Labelled): ExplainedCheck {
  return { ...check, requests: [], more: 0 };
}

const FRAMED: Readonly<Record<Framing, readonly string[]>> = {
  "content-length": [],
  "in-pieces": ["the body in two pieces, with a pause between them"],
  chunked: ["Transfer-Encoding: chunked, the body in two chunks"],
  "odd-chunks": [
    "Transfer-Encoding: Chunked, the body in two chunks with extensions, sizes in capitals with leading zeros, and a trailer",
  ],
  "expect-continue": ["the body is held back until the provider sends 100, for one second at most"],
  none: ["with neither Content-Length nor Transfer-Encoding"],
};

function differences({ headers, framing, ...way }: PlannedRequest, ordinary: PlannedRequest): readonly string[] {
  const names = new Set(headers.map(([name]) => name.toLowerCase()));
  const known = new Map(ordinary.headers);
  const missing = [...known.keys()].filter((name) => !names.has(name.toLowerCase()));
  return [
    ...headers.filter(([name, value]) => known.get(name) !== value).map(([name, value]) => `${name}: ${value}`),
    ...(missing.length === 0 ? [] : [`without ${missing.join(", ")}`]),
    ...FRAMED[framing],
    ...(lacksConnection(way) ? ["without Connection"] : []),
  ];
}

// What is said of a requirement, as the terminal and the page of requirements show it.

/** The rule, its source, why it matters to a client, when it is met, and the fix, unless `hasFix` is false. */
export function ruleRows({ requirement, explanation, checks, notApplicable }: Explained, hasFix = true): Block {
  const { level, statement, sources, fix } = requirement;
  const isOpen = level === "OPEN";
  const has = (form: Form): boolean => checks.some((check) => check.form === form);
  const met = isOpen
    ? ["This is not judged. The observed behaviour is recorded in the behaviour profile."]
    : present([
        explanation.met,
        has("refusal") &&
          "A refusal counts only if ordinary requests were accepted before and after it in the same run.",
        has("acceptance") && "A refused request is sent again with fresh values before it counts as refused.",
      ]);
  return rows([
    textRow(isOpen ? "asked" : "rule", statement),
    textRow("source", ...sourceLines(sources)),
    explanation.why !== "" && textRow("client", explanation.why),
    ...ifAny(notApplicable, (given) => [textRow("asked", `not of this document: ${given}`)]),
    ...(hasFix ? [textRow("met", ...met), textRow(isOpen ? "value" : "fix", fix)] : []),
  ]);
}

/** What common stacks get wrong, and what the checks send: sections of folds. */
export function explanationSections(explained: Explained): readonly ReportSection[] {
  const { requirement, explanation, checks, target } = explained;
  const shown = `Each request is ${target} with the header fields of an ordinary request, except where shown. Each run uses new ids and names.`;
  const causes = explanation.causes.map((cause): Fold => ({
    is: "fold",
    name: "cause",
    summary: [cause.stacks.join("; ")],
    blocks: [rows([textRow("cause", cause.cause), textRow("fix", causeFix(cause, requirement.id))])],
  }));
  return present([
    causes.length > 0 && section("Common causes, by stack", causes),
    section(
      `What is sent (${count(checks.length, "check")})`,
      checks.map((check) => checkFold(check, `/${check.slug}`)),
      {
        ...(checks.some(({ requests }) => requests.length > 0) ? { remark: [shown] } : {}),
      },
    ),
  ]);
}

/** The anchor of a check on the page. The anchor of a requirement is its id, which is its heading. */
export function checkAnchor(id: string): string {
  return id.replace("/", "--");
}

/** A check, with its first requests. */
export function checkFold(check: ExplainedCheck, name: string): Fold {
  const { id, title, basis, requests, more } = check;
  return {
    is: "fold",
    name: "check",
    id: checkAnchor(id),
    summary: [code(name), gap, title],
    blocks: [
      rows([
        basis !== undefined && textRow("why", basis),
        requests.length === 0 && textRow("sent", nothingSent(check)),
        ...requests.map((request) => row("sent", messageOf(request))),
        more > 0 && textRow("", `and ${count(more, "more request")} like these`),
      ]),
    ],
  };
}

/** A request, with what differs from the ordinary one besides its method, path and body. */
export function messageOf({ request, differs }: ExplainedRequest): Message {
  const { method, url, headers, body } = request;
  return { is: "message", facts: [`${method} ${url}`], headers, shown: [], notes: differs, body, marks: [] };
}

/** Why a check has no request to show. */
function nothingSent({ reads, drawn }: ExplainedCheck): string {
  if (drawn === true)
    return "cases that `check --fuzz N` draws from the schema; the report shows the smallest request that fails";
  return `no request of its own; it judges the exchanges of ${reads ?? "other checks"}`;
}
