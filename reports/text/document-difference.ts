/** The changes of a revision of a document, as text. */
import { ifAny } from "../../spec/defined.ts";
import type {
  DocumentChange,
  ConsumerKind,
  DocumentDifference,
  ProviderKind,
} from "../../spec/difference/difference.ts";
import { excerpt } from "../../result/safe-text.ts";
import { type Page, type Style, type TextOptions, breakAnywhere, paint, painted, sentence, textPage } from "./page.ts";

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
export function renderDifferenceText(difference: DocumentDifference, options: TextOptions = {}): string {
  const page = textPage(options);
  const { providers, consumers, providersCanFail, consumersCanFail } = difference;
  const [before, now] = namesOf(difference);
  const isChecked = consumers.some(({ kind }) => kind === "request-checked");
  const verdict = (canFail: boolean, fails: string, passes: string): readonly string[] =>
    painted(page, canFail ? "bad" : "good", sentence(page, canFail ? fails : passes, 3));
  return `${[
    ...painted(page, "heading", sentence(page, `From ${before} to ${now}`, 3)),
    "",
    ...section(page, "For providers", ofKinds(providers, providerWords)),
    ...section(page, "For consumers", ofKinds(consumers, consumerWords)),
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

function section(
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
