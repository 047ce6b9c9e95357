/** `compare`: what changed between two results, or between two documents. */
import { comparisonRenderers } from "../../reports/index.ts";
import {
  breakAnywhere,
  type Page,
  paint,
  painted,
  sentence,
  type Style,
  type TextOptions,
  textPage,
} from "../../reports/text/terminal-lines.ts";
import { compare } from "../../result/over/compare-results.ts";
import { excerpt, safeJson } from "../../result/safe-text.ts";
import { defined, ifAny } from "../../spec/defined.ts";
import { type ComparedDocument, compareOperations } from "../../spec/difference/operation-difference.ts";
import type {
  ConsumerKind,
  DocumentChange,
  DocumentDifference,
  ProviderKind,
} from "../../spec/difference/document-difference.ts";
import { catalogueFor } from "../../spec/document-catalogue.ts";
import { notApplicableIn } from "../../suites/checks/check-applicability.ts";
import { readUtf8 } from "../files/read-file.ts";
import { readBaseline, readResultFile } from "../files/result-file.ts";
import { EXIT, type Io, lookOf, UsageError } from "../io.ts";
import { givenDocument } from "../options/document-options.ts";
import type { OptionsOf } from "../options/option-table.ts";
import { rendererOf } from "../options/typed-options.ts";

type Files = readonly [before: string, now: string];

/** Runs `compare`. @returns 1 for a regression, if asked; for documents as `compareDocuments`; else 0 */
export async function compareFiles(files: Files, options: OptionsOf<"compare">, io: Io): Promise<number> {
  const [before, now] = files;
  const documents = files.filter(isDocument);
  const [document] = documents;
  if (document === undefined) return compareResults(files, options, io);
  if (documents.length === 1) {
    throw new UsageError(
      `${JSON.stringify(document)} is an OpenAPI document, and ${JSON.stringify(document === before ? now : before)} is none; give two documents or two results`,
    );
  }
  if (options.failOnRegression) throw new UsageError("--fail-on-regression is about results, and not about documents");
  return compareDocuments(files, options, io);
}

/** Whether a file is an OpenAPI document, in YAML or JSON. A result begins with its format. */
function isDocument(path: string): boolean {
  const text = readUtf8(path);
  return !/^\s*\{\s*"format"/.test(text) && /^[ \t{]*["']?openapi["']?\s*:/m.test(text);
}

async function compareResults([before, now]: Files, options: OptionsOf<"compare">, io: Io): Promise<number> {
  const given = { ...options, consumers: options.consumers || undefined };
  const other = (["operation", "overlay", "consumers"] as const).find((name) => given[name] !== undefined);
  if (other !== undefined) throw new UsageError(`--${other} is about documents, and not about results`);
  const render = rendererOf(comparisonRenderers, options.format);
  const comparison = compare(readBaseline(before), readResultFile(now).result);
  if (Object.values(comparison.compared).every((many) => many === 0)) {
    throw new UsageError(
      `There is nothing that was asked in both ${JSON.stringify(before)} and ${JSON.stringify(now)}; give the results of runs that have checks or contracts in common`,
    );
  }
  io.out(await render(comparison, lookOf(io)));
  return options.failOnRegression && comparison.regression ? EXIT.nonConformant : EXIT.conformant;
}

type Difference = ReturnType<typeof compareOperations>;

const renderers: Readonly<Record<string, (difference: Difference, io: Io) => string>> = {
  text: (difference, io) => renderDifferenceText(difference, lookOf(io)),
  json: (difference) => `${safeJson(JSON.stringify(difference, null, 2))}\n`,
};

/** Compares two documents. @returns 1 if a provider of the earlier one, or a consumer, can fail with the later */
async function compareDocuments([before, now]: Files, options: OptionsOf<"compare">, io: Io): Promise<number> {
  const render = rendererOf(renderers, options.format);
  const difference = compareOperations(await comparedDocument(before, options), await comparedDocument(now, options));
  io.out(render(difference, io));
  const canFail = options.consumers ? difference.consumersCanFail : difference.providersCanFail;
  return canFail ? EXIT.nonConformant : EXIT.conformant;
}

async function comparedDocument(
  document: string,
  { operation: name, overlay }: OptionsOf<"compare">,
): Promise<ComparedDocument> {
  const { operation } = await givenDocument({ document, ...defined({ operation: name, overlay }) });
  const inapplicable = notApplicableIn(operation);
  return { operation, catalogue: catalogueFor(operation).filter(({ id }) => !inapplicable.has(id)) };
}

// The changes of a revision of a document, as text.

const providerWords: Readonly<Record<ProviderKind, string>> = {
  "new-demand": "new demands",
  "no-longer-free": "no longer free",
  "now-free": "now free",
};

const consumerWords: Readonly<Record<ConsumerKind, string>> = {
  "request-refused": "no longer accepted",
  "request-checked": "more is checked",
  "request-accepted": "newly accepted",
  "answer-added": "new in answers",
  "answer-gone": "narrower in answers",
};

/** The difference between two documents as lines of text, ending with a line feed. */
function renderDifferenceText(difference: DocumentDifference, options: TextOptions = {}): string {
  const page = textPage(options);
  const { providers, consumers, providersCanFail, consumersCanFail } = difference;
  const [before, now] = namesOf(difference);
  const isChecked = consumers.some(({ kind }) => kind === "request-checked");
  const verdict = (canFail: boolean, fails: string, passes: string): readonly string[] =>
    painted(page, canFail ? "bad" : "good", sentence(page, canFail ? fails : passes, 3));
  return `${[
    ...painted(page, "heading", sentence(page, `From ${before} to ${now}`, 3)),
    "",
    ...changeSection(page, "For providers", ofKinds(providers, providerWords)),
    ...changeSection(page, "For consumers", ofKinds(consumers, consumerWords)),
    ...verdict(
      providersCanFail,
      `A provider that conforms to ${before} can fail ${now}.`,
      `Every provider that conforms to ${before} conforms to ${now}, as far as their MUSTs are compared.`,
    ),
    ...verdict(
      consumersCanFail,
      `A consumer of ${before} can fail with a provider that conforms to ${now}.`,
      `No request of a consumer of ${before} is refused by ${now}${isChecked ? " for a member that both describe" : ""}, and no answer is new to it.`,
    ),
  ].join("\n")}\n`;
}

/** The names of the documents: their versions if these differ, otherwise their digests. */
function namesOf({ before, now }: DocumentDifference): readonly [string, string] {
  if (before.version !== now.version) return [excerpt(before.version, 40), excerpt(now.version, 40)];
  const named = ({ version, sha256 }: DocumentDifference["now"]): string =>
    `${excerpt(version, 40)} (sha256 ${sha256.slice(0, 12)})`;
  return [named(before), named(now)];
}

function ofKinds<Kind extends string>(
  changes: readonly DocumentChange<Kind>[],
  words: Readonly<Record<Kind, string>>,
): ReadonlyMap<string, readonly DocumentChange<Kind>[]> {
  const kinds = Object.entries<string>(words);
  return new Map(kinds.map(([kind, word]) => [word, changes.filter((change) => change.kind === kind)]));
}

function changeSection(
  page: Page,
  title: string,
  groups: ReadonlyMap<string, readonly DocumentChange<string>[]>,
): readonly string[] {
  const lines = [...groups].flatMap(([word, changes]) =>
    changes.length === 0 ? [] : [`  ${word}`, ...changes.flatMap((change) => changeLines(page, change))],
  );
  return [paint(page, "heading", title), ...(lines.length === 0 ? ["  nothing"] : lines), ""];
}

const levelStyles: Readonly<Record<DocumentChange<string>["level"], Style>> = {
  MUST: "bad",
  SHOULD: "doubtful",
  OPEN: "quiet",
};

function changeLines(page: Page, { requirement, level, what, place }: DocumentChange<string>): readonly string[] {
  // A value of a document may have no space at which a line can break.
  const inset = (text: string, by: number): readonly string[] =>
    sentence({ ...page, width: page.width - by }, text)
      .flatMap((line) => breakAnywhere(line, page.width - by))
      .map((line) => " ".repeat(by) + line);
  return [
    `    ${paint(page, levelStyles[level], level.padEnd(6))}  ${excerpt(requirement, 80)}`,
    ...inset(what, 12),
    ...ifAny(place, (given) => painted(page, "quiet", inset(given, 12))),
  ];
}
