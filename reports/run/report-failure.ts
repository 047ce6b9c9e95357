/** A failure, in a fixed order: the rule, why, what was sent, what was received, the difference, the fix, the commands. */
import { causesIn } from "../../result/causes/causes-of.ts";
import { count } from "../../result/safe-text.ts";
import { ownFirst, stackNamed } from "../../result/recognised-stacks.ts";
import { ifAny, present } from "../../spec/defined.ts";
import {
  type CheckResult,
  type Exchange,
  type Finding,
  type HeaderFields,
  type RequirementResult,
  type RunResult,
  isOfAnotherDocument,
  reasonOf,
  requirementWord,
} from "../../result/result.ts";
import { readExplanations } from "../../spec/requirements.ts";
import {
  type Block,
  type Fold,
  type Inline,
  type LabelledRow,
  code,
  firstOf,
  gap,
  item,
  kindOf,
  link,
  list,
  outcome,
  paragraph,
  row,
  rows,
  strong,
  tag,
  textRow,
  words,
} from "../report-tree.ts";
import { addressFix } from "../words/cause-words.ts";
import { curlCommand } from "../words/curl-command.ts";
import { explainCommand, explainLink, runAgain, withSender } from "../words/printed-commands.ts";
import { causeFix, causesOfStack, stackFix, stackOfResult } from "../words/stack-fix.ts";
import {
  answerWords,
  findingsAt,
  findingWords,
  missingHeaders,
  sendingWords,
  sourceLines,
  remarks,
  shownExchange,
  shownFinding,
  spelledOut,
  whereWords,
} from "../words/result-words.ts";
import { idOf, type RunView } from "./run-report-view.ts";

const CLASSES = { MUST: "bad", SHOULD: "doubtful", OPEN: "bad" } as const;

/** The most of a long id, a title or a sentence of a document. */
const LONG = 2000;

/** A requirement that is not met: its rule and its fix once, its first failed check in full, the others in short. */
export function failure(shown: RunView, requirement: RequirementResult, isOpen = false): Fold {
  const { result, limits } = shown;
  const { id, level, status, checks } = requirement;
  const kind = kindOf(status, level, result.strict);
  const [first, ...others] = checks.filter((check) => check.status === status);
  const reasons = new Set(status === "waived" ? checks.flatMap((check) => reasonOf(check) ?? []) : []);
  const failed = `${checks.filter((check) => check.status === status).length} of ${count(checks.length, "check")} failed`;
  const word = limits.isPage ? outcome(kind, requirementWord(status, level)) : failed;
  // What does not decide the verdict takes fewer lines.
  const isBrief = !limits.isPage && level !== "MUST";
  const rowsOf = isBrief ? briefRows : checkRows;
  const own = first === undefined ? [textRow("seen", "in a contract, see below")] : rowsOf(shown, first);
  const table = [
    ...(isBrief ? ruleRows(requirement).slice(0, 1) : ruleRows(requirement)),
    ...[...reasons].map((reason) => textRow("waived", words(reason, 400))),
    ...own,
    ...(limits.isPage ? [] : otherRows(shown, others)),
    ...closingRows(shown, requirement, first),
  ];
  const isFolded = limits.isPage && others.length > 0;
  return {
    is: "fold",
    id,
    name: `failure ${kind}`,
    isTitle: true,
    tone: CLASSES[level],
    isOpen,
    summary: [limits.isPage ? code(id) : idOf(shown, id), gap, tag(level), gap, word],
    gist: [requirement.statement],
    blocks: present([rows(table), isFolded && otherChecks(shown, others)]),
  };
}

/** One failed check with its rule. */
export function failureRows(
  shown: RunView,
  requirement: RequirementResult,
  check: CheckResult,
): readonly LabelledRow[] {
  return [...ruleRows(requirement), ...checkRows(shown, check), ...closingRows(shown, requirement, check)];
}

function ruleRows({ level, statement, sources }: RequirementResult): readonly LabelledRow[] {
  return [textRow(level === "OPEN" ? "question" : "rule", statement), textRow("source", ...sourceLines(sources))];
}

/** The fix, the reason, and the commands. */
function closingRows(shown: RunView, requirement: RequirementResult, check?: CheckResult): readonly LabelledRow[] {
  return [
    ...fixRows(shown, requirement),
    ...(shown.limits.isPage ? reasonRows(shown, requirement.id) : []),
    textRow("more", explanation(shown, requirement.id)),
    ...ifAny(check, (given) => commandRows(shown, given)),
  ];
}

/** The fixes of what was seen, those for the provider's own stack first; for an open point, the meaning of its value. */
export function fixRows({ result }: Pick<RunView, "result">, requirement: RequirementResult): readonly LabelledRow[] {
  const { id, level, fix } = requirement;
  if (level === "OPEN") return [textRow("value", fix)];
  const found = causesIn(result).filter(({ requirements }) => requirements.includes(id));
  const causes = found.length > 0 ? found : [{ id, requirements: [id] as const, fix }];
  const fixes = present(causes.map((cause) => stackFix(cause, result)));
  const ofStack = fixes.map(({ stack, advice }) => `On ${stack}: ${advice}`);
  const own = stackOfResult(result)?.program === undefined ? knownFaults(result, id) : ofStack;
  const address = addressFix(requirement, result);
  if (address !== null) return [textRow("fix", address)];
  return [textRow("fix", ...new Set([...own, ...causes.map((cause) => cause.fix)]))];
}

function knownFaults(result: RunResult, id: string): readonly string[] {
  return causesOfStack(result, id).map(({ stacks, cause, fix = "" }) => `${stacks.join("; ")}: ${cause} ${fix}`.trim());
}

function explanation({ result, docs }: RunView, id: string): Inline {
  const address = explainLink(docs, id);
  return address === null ? code(explainCommand(result, id), LONG) : link({ address }, words(address, LONG));
}

/** Why a requirement matters, and what common stacks get wrong: unfolded if the provider's own stack does. */
function reasonRows({ result }: RunView, id: string): readonly LabelledRow[] {
  // What is known of providers of the document that ships is not said of another one.
  const known = isOfAnotherDocument(result) ? undefined : readExplanations().get(id);
  if (known === undefined) return [];
  const causes = ownFirst(known.causes, stackNamed(result.provider.stack?.id ?? ""));
  const items = causes.map((one) => item(strong(one.stacks.join("; ")), `: ${one.cause} Fix: ${causeFix(one, id)}`));
  const fold: Fold = {
    is: "fold",
    name: "more",
    isOpen: causesOfStack(result, id).length > 0,
    summary: [`Common causes, by stack: ${count(items.length, "entry", "entries")}`],
    blocks: [list(items, "causes")],
  };
  return [row("why it matters", paragraph(known.why), ...(items.length === 0 ? [] : [fold]))];
}

function commandRows({ result, limits }: RunView, check: CheckResult): readonly LabelledRow[] {
  if (result.provider.inProcess === true) return [];
  const shown = shownExchange(check, result);
  const curl = shown === null ? [] : [curlCommand(shown.exchange.request, shown.index, result.command)];
  const again = limits.isPage ? [runAgain(result, withSender(check, result))] : [];
  return [
    ...curl.map((text) => evidence("curl", { is: "command", text, what: "the curl command" })),
    ...again.map((text) => row("rerun", { is: "command", text, what: "the command that runs this check" })),
  ];
}

function evidence(label: string, ...blocks: readonly Block[]): LabelledRow {
  return { label, blocks, isEvidence: true };
}

/** One failed check: what was asked, sent, received and found. */
function checkRows(shown: RunView, check: CheckResult): readonly LabelledRow[] {
  const { result, limits } = shown;
  const found = shownExchange(check, result);
  const { own, others } = findingsAt(check, found?.index);
  const marks = own.map(({ where }) => where);
  const name = row("check", paragraph(idOf(shown, check.id)), paragraph(check.title));
  return present([
    limits.isPage ? { ...name, id: check.id } : name,
    check.basis !== undefined && textRow("why", check.basis),
    ...ifAny(found, (given) => [...sentRows(given.exchange), ...receivedRows(given.exchange, marks)]),
    ...findingRows(own, others, limits.findings),
    ...evidenceRows(check),
  ]);
}

function briefRows({ result }: RunView, check: CheckResult): readonly LabelledRow[] {
  const finding = shownFinding(check, result);
  return [textRow("check", code(check.id, LONG)), ...ifAny(finding, (given) => findingRows([given], [], 1))];
}

/** The request: its request line, its fields, the usual ones that it lacks, and its body. */
export function sentRows({ request }: Exchange): readonly LabelledRow[] {
  const missing = missingHeaders(request);
  const chunked: HeaderFields = request.framing === "chunked" ? [["Transfer-Encoding", "chunked"]] : [];
  const headers = [...request.headers, ...chunked];
  // The others only identify the client.
  const shown = headers.filter(([name]) => !/^(?:accept|user-agent)$/i.test(name));
  const facts = [`${request.method} ${request.url}`] as const;
  // Chunks are among the fields.
  const ofSending = sendingWords(request).filter((way) => way !== "chunked");
  const notes = [...(missing.length === 0 ? [] : [`without ${missing.join(", ")}`]), ...ofSending];
  return [evidence("sent", { is: "message", facts, headers, shown, notes, body: request.body, marks: [] })];
}

function receivedRows(exchange: Exchange, marks: readonly string[]): readonly LabelledRow[] {
  const { response } = exchange;
  const [status = "", ...facts] = answerWords(exchange);
  const { headers, body } = response ?? { headers: [] };
  const message: Block = { is: "message", facts: [status, ...facts], headers, shown: [], notes: [], marks };
  return [
    evidence("received", body === undefined ? message : { ...message, body }),
    ...remarks(exchange).map((remark) => evidence("note", paragraph(words(remark, LONG)))),
  ];
}

function findingRows(own: readonly Finding[], others: readonly Finding[], most: number): readonly LabelledRow[] {
  const here = own.slice(0, most).map((one) => ({ where: whereWords(one), ...spelledOut(one) }));
  const elsewhere = others.slice(0, most).map((one) => `exchange ${one.exchange}, ${findingWords(one)}`);
  const more = own.length - here.length + others.length - elsewhere.length;
  return present([
    here.length > 0 && row("at", { is: "difference", findings: here }),
    elsewhere.length > 0 && textRow("others", ...elsewhere),
    more !== 0 && textRow("", `and ${count(more, "more finding")} in result.json`),
  ]);
}

function evidenceRows({ exchanges }: CheckResult): readonly LabelledRow[] {
  if (exchanges.length < 2) return [];
  return [row("evidence", paragraph("exchanges ", ...firstOf(6, exchanges.map(String)), " of result.json"))];
}

/** The other failed checks, each with what it found, where there is no room for more. */
function otherRows({ result, limits }: RunView, others: readonly CheckResult[]): readonly LabelledRow[] {
  if (others.length === 0) return [];
  const texts = others
    .slice(0, limits.checks)
    .flatMap((check): readonly Inline[] => [
      code(check.id, LONG),
      ...ifAny(shownFinding(check, result), (finding) => [`  ${findingWords(finding)}`]),
    ]);
  const more = others.length - limits.checks;
  const rest = more > 0 ? [`and ${count(more, "more failed check")} in result.json`] : [];
  return [textRow("also", ...texts, ...rest)];
}

/** The other failed checks, folded; if there are many, the rest on a line each. */
function otherChecks(shown: RunView, checks: readonly CheckResult[]): Block {
  const { limits, result } = shown;
  const rest = checks.slice(limits.checks);
  const gistOf = (check: CheckResult): string => {
    const finding = shownFinding(check, result);
    return finding === undefined ? "" : ` ${findingWords(finding)}`;
  };
  const folds = checks.slice(0, limits.checks).map((check): Fold => {
    const table = [...checkRows(shown, check), ...commandRows(shown, check)];
    return { is: "fold", name: "more", summary: [code(check.id), gistOf(check)], blocks: [rows(table)] };
  });
  const others: Fold = {
    is: "fold",
    name: "more",
    summary: [`and ${count(rest.length, "more failed check")}, on a line each; details are in result.json`],
    blocks: [list(rest.map((check) => ({ ...item(code(check.id), gistOf(check)), id: check.id })))],
  };
  const title = [count(checks.length, "more failed check")];
  return { is: "section", isInner: true, title, blocks: present([...folds, rest.length > 0 && others]) };
}
