/** The titles and fixes of causes: records of `spec/causes.yaml` and of the requirements. */
import { type DocumentWords, filler } from "../../spec/document-words.ts";
import { readRecords } from "../../spec/requirements.ts";
import { readShipped } from "../../spec/shipped-yaml.ts";
import type { CauseResult } from "../check-result.ts";

type CauseWords = Pick<CauseResult, "title" | "fix">;

/** A cause that explains more than one requirement, or a part of one. Its fix says what to change, not what to read. */
interface GeneralCause extends CauseWords {
  /** Permanent. */
  readonly id: string;
  /** For another document than the one that ships, where its words would not be true of each. */
  readonly otherDocument?: Partial<CauseWords>;
  /** It prevents other judgements. */
  readonly comesFirst?: true;
  /** The requirement that its title is about, where more checks of another one may fail for it. */
  readonly namesake?: string;
}

/** The causes of `spec/causes.yaml`. */
export function generalCauses(): readonly GeneralCause[] {
  return readShipped("causes.yaml").value as readonly GeneralCause[];
}

/** The general cause with an id; undefined for that of a requirement without a general cause. */
export function generalCause(id: string): GeneralCause | undefined {
  return generalCauses().find((one) => one.id === id);
}

/** Every id that a cause can have: that of a general cause, or that of a requirement without a general cause. */
export function causeIds(requirements: readonly string[]): readonly string[] {
  return [...generalCauses().map(({ id }) => id), ...requirements];
}

/** The words of a general cause. @param words of another document than the one that ships */
export function generalWords({ title, fix, otherDocument }: GeneralCause, words?: DocumentWords): CauseWords {
  if (words === undefined) return { title, fix };
  const fill = filler(words);
  return { title: fill(otherDocument?.title) ?? title, fix: fill(otherDocument?.fix) ?? fix };
}

/** What a provider does that does not meet a requirement, if no general cause explains it. */
export function unmetTitle(id: string, words?: DocumentWords): string | undefined {
  const record = readRecords().find((one) => one.id === id);
  return (words && filler(words)(record?.otherDocument?.unmet)) ?? record?.unmet;
}
