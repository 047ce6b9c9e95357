/** `explain`: one requirement or check: what it asks, its source, what is sent, and how to fix a provider. */
import {
  rows,
  section,
  textRow,
  type Block,
  type Fold,
  type Message,
  type ReportSection,
  code,
  gap,
  row,
} from "../../reports/report-tree.ts";
import { type Page, paint, sentence, textPage } from "../../reports/text/terminal-lines.ts";
import { blockLines } from "../../reports/text/terminal-text.ts";
import { type ListedStack, isCauseOf } from "../../result/recognised-stacks.ts";
import { meantBy } from "../../result/near-name.ts";
import { defined, present, ifAny } from "../../spec/defined.ts";
import { type ProgramFix, programFixes, programText, programToPaste } from "../../spec/stack-programs.ts";
import { type Cause, type Explanation, readExplanations, type Requirement } from "../../spec/requirements.ts";
import { consumerRules } from "../../traffic/recorded-client.ts";
import { type Io, lookOf, UsageError } from "../io.ts";
import { givenDocument } from "../options/document-options.ts";
import { givenStack } from "../options/judging-options.ts";
import type { OptionsOf } from "../options/option-table.ts";
import { type Framing, lacksConnection } from "../../http/message.ts";
import { causeFix } from "../../reports/words/stack-fix.ts";
import { sourceLines } from "../../reports/words/result-words.ts";
import type { RecordedRequest } from "../../result/result.ts";
import { count } from "../../result/safe-text.ts";
import { catalogueFor } from "../../spec/document-catalogue.ts";
import { readOperation } from "../../spec/read-operation.ts";
import { notApplicableIn } from "../../suites/checks/check-applicability.ts";
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

/** Runs `explain`. @throws {UsageError} if the id is missing, or names neither a requirement nor a check */
export async function explain(id: string | undefined, options: OptionsOf<"explain">, io: Io): Promise<number> {
  const stack = options.stack === undefined ? undefined : await givenStack(options.stack);
  if (id === undefined) {
    if (stack?.program === undefined) throw new UsageError(noId(stack));
    io.out(programToPaste(stack.program));
    return 0;
  }
  const given = await givenDocument(options);
  if (given.document !== undefined && stack !== undefined) {
    throw new UsageError("--stack has no effect with --document: what stacks get wrong is known of the one that ships");
  }
  const { requirements } = await explainAll(given.operation);
  const { explained, check } = find(id, requirements);
  const own = stack && ownOf(stack, explained);
  if (options.json) {
    const { requirement, explanation, checks, notApplicable } = explained;
    const value = {
      ...requirement,
      ...explanation,
      ...defined({ notApplicable, causes: own?.causes, program: own?.fix && { file: stack?.program, ...own.fix } }),
      checks: (check === null ? checks : [check]).map(asJson),
    };
    io.out(`${JSON.stringify(value, null, 2)}\n`);
    return 0;
  }
  const page = { ...textPage(lookOf(io)), bodyLimit: { codePoints: 4096, lines: 60 } };
  if (own !== undefined) io.out(stackText(page, explained, own));
  else io.out(check === null ? requirementText(page, explained) : checkText(page, explained, check));
  return 0;
}

function noId(stack: ListedStack | undefined): string {
  const needed =
    "explain needs the id of a requirement or a check, such as refuses-missing-member; `list` shows them all";
  return stack === undefined ? needed : `${needed}. There is no whole program for ${stack.family}`;
}

function ownOf(stack: ListedStack, { requirement, explanation }: Explained): OwnFix {
  const { program: file } = stack;
  const program = file === undefined ? undefined : programToPaste(file);
  const fix = file === undefined ? undefined : programFixes(programText(file)).get(requirement.id);
  const causes = explanation.causes.filter(({ stacks }) => isCauseOf(stack, stacks));
  return { stack, causes, ...defined({ program, fix }) };
}

interface Found {
  readonly explained: Explained;
  readonly check: ExplainedCheck | null;
}

function find(id: string, requirements: readonly Explained[]): Found {
  for (const explained of requirements) {
    if (explained.requirement.id === id) return { explained, check: null };
    const check = explained.checks.find((one) => one.id === id);
    if (check !== undefined) return { explained, check };
  }
  const rule = consumerRules.find((one) => one.id === id);
  if (rule !== undefined) {
    throw new UsageError(`${id} is a rule for clients, which \`judge-traffic\` judges: ${rule.statement} ${rule.fix}`);
  }
  const ids = requirements.flatMap(({ requirement, checks }) => [requirement.id, ...checks.map((check) => check.id)]);
  const [own = ""] = id.split("/");
  const all =
    id.includes("/") && ids.includes(own) ? `\`explain ${own}\` shows those that it has` : "`list` shows them all";
  throw new UsageError(`${JSON.stringify(id)} is the id of no requirement and of no check; ${meantBy(id, ids, all)}`);
}

function asJson({ id, title, basis, reads, requests, more }: ExplainedCheck): unknown {
  return { id, title, basis, reads, requests: requests.map(({ request }) => request), more };
}

// An explanation for the terminal, in the layout of the text report.

/** A requirement: its rule and the reason, how it is judged and fixed, the known faults of stacks, and every check. */
export function requirementText(page: Page, explained: Explained): string {
  const short: Page = { ...page, bodyLimit: { codePoints: 240, lines: 3 } };
  return joined(page, explained, [
    blockLines(page, ruleRows(explained)),
    ...explanationSections(explained).map((block) => blockLines(short, block)),
  ]);
}

interface OwnFix {
  readonly stack: ListedStack;
  readonly causes: readonly Cause[];
  /** The text of its whole program, if there is one, and the fix in it. */
  readonly program?: string;
  readonly fix?: ProgramFix;
}

const WHOLE_PROGRAM = "THE WHOLE PROGRAM, with the imports and helpers of these lines";

/** A requirement on one stack: what the stack gets wrong, and the fix, with the whole program if there is one. */
function stackText(page: Page, explained: Explained, { stack, causes, fix, program }: OwnFix): string {
  const own = rows([
    ...causes.flatMap(({ stacks, cause, fix: advice }) =>
      present([
        textRow("cause", causes.length === 1 ? cause : `${stacks.join("; ")}: ${cause}`),
        advice !== undefined && textRow("fix", advice),
      ]),
    ),
    textRow("fix", fix?.advice ?? explained.requirement.fix),
  ]);
  // The code is pasted, so it stands as it is.
  const pasted =
    fix === undefined ? [] : present([fix.code, program && paint(page, "heading", WHOLE_PROGRAM), program?.trim()]);
  return joined(page, explained, [
    blockLines(page, ruleRows(explained, false)),
    blockLines(page, section(stack.family, [own])),
    ...pasted.map((text) => [text]),
  ]);
}

/** One check with its requirement. */
export function checkText(page: Page, explained: Explained, check: ExplainedCheck): string {
  const { requirement, explanation } = explained;
  const stacks = explanation.causes.length === 0 ? "" : "what common stacks get wrong, and ";
  return joined(page, explained, [
    blockLines(page, ruleRows(explained)),
    blockLines(page, checkFold(check, check.id)),
    sentence(page, `explain ${requirement.id} shows ${stacks}the other checks.`),
  ]);
}

/** The parts of a text, with the name of the requirement above the first one. */
function joined(
  page: Page,
  { requirement }: Explained,
  [first = [], ...parts]: readonly (readonly string[])[],
): string {
  const { id, level, topic } = requirement;
  const head = paint(page, "heading", `${id}   ${level}   ${topic}`);
  return `${[[head, ...first], ...parts].map((lines) => lines.join("\n")).join("\n\n")}\n`;
}

// Explains each requirement: its rule, its reason, the requests for it, and how to fix a provider. Sends nothing.

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
      defined({ remark: checks.some(({ requests }) => requests.length > 0) ? [shown] : undefined }),
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
