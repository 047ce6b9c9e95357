/** `explain`: one requirement or check: what it asks, its source, what is sent, and how to fix a provider. */
import { rows, section, textRow } from "../../reports/report-tree.ts";
import { type Page, paint, sentence, textPage } from "../../reports/text/terminal-lines.ts";
import { blockLines } from "../../reports/text/terminal-text.ts";
import { type ListedStack, isCauseOf } from "../../result/recognised-stacks.ts";
import { meantBy } from "../../result/near-name.ts";
import { defined, present } from "../../spec/defined.ts";
import { type ProgramFix, programFixes, programText, programToPaste } from "../../spec/stack-programs.ts";
import type { Cause } from "../../spec/requirements.ts";
import { consumerRules } from "../../traffic/recorded-client.ts";
import { type Io, lookOf, UsageError } from "../io.ts";
import { givenDocument } from "../options/document-options.ts";
import { givenStack } from "../options/judging-options.ts";
import type { OptionsOf } from "../options/option-table.ts";
import {
  checkFold,
  type Explained,
  type ExplainedCheck,
  explainAll,
  explanationSections,
  ruleRows,
} from "./explained-requirements.ts";

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
  const code =
    fix === undefined ? [] : present([fix.code, program && paint(page, "heading", WHOLE_PROGRAM), program?.trim()]);
  return joined(page, explained, [
    blockLines(page, ruleRows(explained, false)),
    blockLines(page, section(stack.family, [own])),
    ...code.map((text) => [text]),
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
