/**
 * Words that read like another value: each is a string in JSON, and is returned unchanged wherever it is accepted. Two
 * words are sent at a time, one as each label. Requests of other checks with one of the words are judged too.
 */
import { ifAny } from "../../spec/defined.ts";
import { brokenByText } from "../bodies/constraints.ts";
import { type Draft, withMember } from "../bodies/drafts.ts";
import { checkOf, comparison, dressed, idOf } from "../checks/check-forms.ts";
import type { Answered, Check, Known, PlannedRequest, Sent } from "../checks/check.ts";
import { isAccepted } from "../checks/exchange-facts.ts";
import { judgeEach, ofBody } from "../checks/judges.ts";
import type { Requests } from "../checks/requests.ts";
import { isAnothers, returnedLabel, returnedOptionalLabel } from "../checks/returned-members.ts";
import { AOrAn, memberFor, returnedFor } from "../checks/role-members.ts";
import { NAME_WORDS, TAG_WORDS } from "./odd-values.ts";
import { BESIDE_MARKS } from "./packed-texts.ts";

/** A word for each label; undefined means an ordinary label. */
interface Words {
  readonly label?: string | undefined;
  readonly optionalLabel?: string | undefined;
}

/**
 * Words that YAML, spreadsheets, databases, Python or JavaScript read as something else; some are numbers in another
 * spelling. No label is read as the label of another request of the run, and none differs from one only in letter case:
 * otherwise the returned text would be taken for the label of that request.
 */
export const PAIRS = [
  { label: "12:30", optionalLabel: "~" },
  { label: "=1+1", optionalLabel: "12:30" },
  { label: "+1", optionalLabel: "1e400" },
  { label: "1_000", optionalLabel: "=1+1" },
  { label: "False", optionalLabel: "__proto__" },
  { label: "2024-06-01", optionalLabel: "NULL" },
] as const satisfies readonly Words[];

const names: ReadonlySet<string> = new Set([
  ...PAIRS.map(({ label }) => label),
  ...Object.values(NAME_WORDS),
  BESIDE_MARKS.label,
]);
const tags: ReadonlySet<string> = new Set([
  ...PAIRS.map(({ optionalLabel }) => optionalLabel),
  // Words with control characters have a separate check.
  ...TAG_WORDS.filter((word) => /^[!-~]+$/u.test(word)),
  ...BESIDE_MARKS.optionalLabels,
]);

const requirements = { label: "returns-name", optionalLabel: "returns-tag" } as const;
type Role = keyof typeof requirements;

const what = "an acceptance of such a value, which the document leaves open,";

/** The checks that words are returned, as the label and as the optional label. */
export function returnedWordChecks(requests: Requests): readonly Check[] {
  const { operation } = requests;
  const [label, optionalLabel] = [returnedFor(operation, "label"), returnedFor(operation, "optionalLabel")];
  const titled = (role: Role, name: string) => ({
    requirement: requirements[role],
    slug: "words",
    title: `${AOrAn(name)} that reads like another value is returned`,
  });
  const hasWord = (words: ReadonlySet<string>, name: string) => (sent: Sent, run: readonly Sent[]) =>
    isAccepted(sent) && words.has(sent.request.plant?.[name] ?? "") && !isAnothers(sent, run);
  return [
    ...ifAny(label, ({ name }) => {
      const isOne = hasWord(names, name);
      return [
        checkOf("comparison", titled("label", name), {
          goesFirst: true,
          next: (fresh, own, known) => wordRequests(requests, fresh, own, known),
          judge: (_own, run) =>
            judgeEach(
              run.filter((sent) => isOne(sent, run)),
              ofBody(returnedLabel),
              what,
            ),
        }),
      ];
    }),
    ...ifAny(optionalLabel, ({ name }) => {
      const isOne = hasWord(tags, name);
      const select = (run: readonly Sent[]): readonly Sent[] => run.filter((sent) => isOne(sent, run));
      const check = comparison(titled("optionalLabel", name), { what, select, ask: ofBody(returnedOptionalLabel) });
      return [label === undefined ? check : { ...check, reads: idOf({ requirement: "returns-name", slug: "words" }) }];
    }),
  ];
}

/** Each pair; if a pair is refused, each of its words separately, because only one may be the reason. */
function wordRequests(
  requests: Requests,
  fresh: (k: number) => number,
  own: readonly Answered[],
  known: Known | undefined,
): readonly PlannedRequest[] {
  if (own.length === 0) {
    return PAIRS.map((words, k) => {
      const turn = known?.turn === undefined ? known : { ...known, turn: known.turn + k };
      return withWords(dressed(requests, turn), fresh(k), words);
    });
  }
  if (known === undefined || own.length > PAIRS.length) return [];
  return PAIRS.flatMap(({ label, optionalLabel }, k) => {
    const [sent, from] = [own[k], PAIRS.length + 2 * k];
    if (sent === undefined || isAccepted(sent)) return [];
    return [withWords(requests, fresh(from), { label }), withWords(requests, fresh(from + 1), { optionalLabel })];
  });
}

function withWords(requests: Requests, n: number, words: Words): PlannedRequest {
  const roles = ["label", "optionalLabel"] as const;
  const draft = roles.reduce<Draft>((all, role) => {
    const [member, word] = [memberFor(requests.operation, role), words[role]];
    if (member === undefined || word === undefined || brokenByText(member.shape, word).length > 0) return all;
    return withMember(all, member.name, JSON.stringify(word));
  }, requests.draft(n));
  return requests.of("open", draft);
}
