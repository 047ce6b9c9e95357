/** `explain`: one requirement or check: what it asks, its source, what is sent, and how to fix a provider. */
import type { OptionsOf } from "../options/table.ts";
import { consumerRules } from "../../traffic/consumer-rules.ts";
import { defined } from "../../spec/defined.ts";
import { nearName } from "../../result/near-name.ts";
import { explainAll, type Explained, type ExplainedCheck } from "./explanation.ts";
import { isCauseOf, type KnownStack } from "../../result/known-stacks.ts";
import { programFixes, programText, programToPaste } from "../../spec/programs.ts";
import { givenDocument } from "../options/document-options.ts";
import { givenStack } from "../options/judging-options.ts";
import { checkText, type OwnFix, requirementText, stackText } from "./explanation-text.ts";
import { type Io, UsageError, wantsColour } from "../io.ts";

/** Runs `explain`. @throws {UsageError} if the id is missing, or names neither a requirement nor a check */
export async function explain(id: string | undefined, options: OptionsOf<"explain">, io: Io): Promise<number> {
  const stack = options.stack === undefined ? undefined : await givenStack(options.stack);
  if (id === undefined) {
    if (stack?.program === undefined) throw new UsageError(noId(stack));
    io.out(programToPaste(stack.program));
    return 0;
  }
  const given = await givenDocument(options);
  if (given !== undefined && stack !== undefined) {
    throw new UsageError("--stack has no effect with --document: what stacks get wrong is known of the one that ships");
  }
  const { requirements } = await explainAll(given?.operation);
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
  const page = {
    width: Math.min(120, Math.max(60, io.columns ?? 80)),
    colour: wantsColour(io),
    bodyLimit: { codePoints: 4096, lines: 60 },
  };
  if (own !== undefined) io.out(stackText(page, explained, own));
  else io.out(check === null ? requirementText(page, explained) : checkText(page, explained, check));
  return 0;
}

function noId(stack: KnownStack | undefined): string {
  const needed =
    "explain needs the id of a requirement or a check, such as refuses-missing-member; `list` shows them all";
  return stack === undefined ? needed : `${needed}. There is no whole program for ${stack.family}`;
}

function ownOf(stack: KnownStack, { requirement, explanation }: Explained): OwnFix {
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
  throw new UsageError(
    `${JSON.stringify(id)} is the id of no requirement and of no check; ${hintFor(id, requirements)}`,
  );
}

const MOST_NEAR = 5;

/** A hint for an unknown id: similar ids, ids with the same words, or the checks of a known requirement. */
function hintFor(id: string, requirements: readonly Explained[]): string {
  const known = requirements.find(({ requirement }) => id.startsWith(`${requirement.id}/`));
  const near = nearIds(id, requirements);
  if (near.length > 0) return `did you mean ${near.join(", ")}?`;
  return known === undefined ? "`list` shows them all" : `\`explain ${known.requirement.id}\` shows those that it has`;
}

function nearIds(id: string, requirements: readonly Explained[]): readonly string[] {
  const ids = requirements.flatMap(({ requirement, checks }) => [requirement.id, ...checks.map((check) => check.id)]);
  const nearest = nearName(id, ids);
  if (nearest !== null) return [nearest];
  const words = id
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word.length > 2);
  if (words.length === 0) return [];
  const holding = requirements
    .map(({ requirement }) => requirement.id)
    .filter((one) => words.every((word) => one.includes(word)));
  const checks = ids.filter((one) => one.includes("/") && words.every((word) => one.includes(word)));
  return [...holding, ...checks].slice(0, MOST_NEAR);
}

function asJson({ id, title, basis, reads, requests, more }: ExplainedCheck): unknown {
  return { id, title, basis, reads, requests: requests.map(({ request }) => request), more };
}
