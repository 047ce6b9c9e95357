/**
 * The words in labels that a provider refuses. Words that mean something to a machine are constraints on a format, which
 * the document does not show. Other checks send them, to see whether they come back.
 */
import { ifAny } from "../../spec/defined.ts";
import { hasOrdinaryText } from "../checks/accidents.ts";
import { checkOf } from "../checks/check-forms.ts";
import type { Check, History, Sent } from "../checks/check.ts";
import { hasAcceptedParents, isAccepted, isAskedAgain } from "../checks/exchange-facts.ts";
import { isUsable, notJudged, observed } from "../checks/judges.ts";
import type { Requests } from "../checks/requests.ts";
import { memberFor } from "../checks/role-members.ts";
import { NAME_WORDS, ODD_NAMES, TAG_WORDS } from "./odd-values.ts";
import { FILTERED } from "./packed-texts.ts";
import { LABELS_AGAIN } from "./repeated-labels.ts";
import { PAIRS } from "./returned-words.ts";

const roles = ["label", "optionalLabel"] as const;
type Role = (typeof roles)[number];

/** The words that each run sends and that have the form of an ordinary text, so that only their meaning is unusual. */
const WORDS: Readonly<Record<Role, readonly string[]>> = {
  label: [
    ...PAIRS.map(({ label }) => label),
    ...Object.values(NAME_WORDS),
    ...ODD_NAMES.map(([, text]) => text),
  ].filter((label) => hasOrdinaryText({ label })),
  optionalLabel: [...PAIRS.map(({ optionalLabel }) => optionalLabel), ...TAG_WORDS, "null"].filter((optionalLabel) =>
    hasOrdinaryText({ optionalLabel }),
  ),
};

/** The open point of the words that are refused; none for a document without a label. */
export function refusedWordsCheck(requests: Requests): readonly Check[] {
  const { operation } = requests;
  const label = { requirement: "refused-words", slug: "value", title: "The words in names and tags that are refused" };
  return ifAny(memberFor(operation, "label"), () => [
    checkOf("tally", label, {
      next: () => [],
      judge: (_own, run) => {
        const isMeant = (one: Sent): boolean => one.request.kind === "open" && isUsable(one) && hasAWord(one);
        const sent = run.filter((one) => isMeant(one) && (isAccepted(one) || hasAcceptedParents(one, run)));
        if (sent.length === 0)
          return {
            outcome: notJudged("no-occasion", "no such word was sent between two ordinary requests that were accepted"),
          };
        const refused = roles.flatMap((role) => refusedAs(role, sent, run));
        const value = refused.map(({ role, word }) => `${operation.roles[role]} ${JSON.stringify(word)}`).join(", ");
        const evidence = (refused.length === 0 ? sent : refused.map(({ by }) => by)).map(({ index }) => index);
        return { outcome: observed(value === "" ? "none" : value), evidence };
      },
    }),
  ]);
}

interface RefusedWord {
  readonly role: Role;
  readonly word: string;
  /** The request that shows it. */
  readonly by: Sent;
}

/** The words that were refused as one of the labels, and never accepted, in the order in which they are listed. */
function refusedAs(role: Role, sent: History, run: History): readonly RefusedWord[] {
  // A word that stands alone may be refused because an earlier run sent it.
  const isUnique = run.filter((one) => one.request.askedBy === LABELS_AGAIN).some((one) => !isAccepted(one));
  const alone = isUnique ? [] : WORDS[role];
  return [...FILTERED, ...alone].flatMap((word) => {
    const having = sent.filter((one) => wordsAs(role, one).includes(word));
    const by = having.find((one) => isToBlame(role, one, run));
    return by === undefined || having.some(isAccepted) ? [] : [{ role, word, by }];
  });
}

/**
 * Whether the word is why the request was refused: the rest of it is ordinary, or its check sent it again without the
 * word, and that was accepted.
 */
function isToBlame(role: Role, sent: Sent, run: History): boolean {
  if (wordsAs(role, sent).length !== 1) return false;
  const other = role === "label" ? "optionalLabel" : "label";
  const text = textOf(other, sent);
  const isOtherOrdinary = hasOrdinaryText({ [other]: text }) && wordsAs(other, sent).length === 0;
  if (isOtherOrdinary) return true;
  const own = run.filter((one) => one.request.askedBy === sent.request.askedBy && !isAskedAgain(one));
  const [, again] = own;
  return own.length === 2 && again !== undefined && isAccepted(again) && wordsAs(role, again).length === 0;
}

function hasAWord(sent: Sent): boolean {
  return roles.some((role) => wordsAs(role, sent).length > 0);
}

/** The words of the list in one of the labels of a request. */
function wordsAs(role: Role, sent: Sent): readonly string[] {
  const text = textOf(role, sent) ?? "";
  return [...new Set(WORDS[role].filter((word) => word === text)), ...FILTERED.filter((word) => text.includes(word))];
}

function textOf(role: Role, { request: { plant, roles: of } }: Sent): string | undefined {
  const name = of?.[role];
  return name == null ? undefined : plant?.[name];
}
