/** Many odd texts in one label. If it is returned changed, further requests find the smallest part that is. */
import { ifAny } from "../../spec/defined.ts";
import type { Member } from "../../spec/schema.ts";
import { letters, nameOf, withMember, pickInTurn } from "../bodies/body-drafts.ts";
import { checkOf, dressed } from "../checks/check-forms.ts";
import type { Answered, Check, Fresh, History, Label, PlannedRequest } from "../checks/check.ts";
import { isAccepted } from "../checks/exchange-facts.ts";
import { judgeEach, ofBody } from "../checks/judges.ts";
import { AOrAn, type Requests, returnedFor, withLabels } from "../checks/check-requests.ts";
import { isAnothers, returnedIn, returnedLabel, returnedOptionalLabel } from "../checks/returned-members.ts";

type Parts = readonly string[];

/** Words that are read as another type if a text is not kept as text: by YAML, spreadsheets and databases. */
const WORDS = ["No", "true", "1e5", "NaN", "0123", "MAR1", "off", "~", "Infinity", "0x1F", "12:30", "=1+1"] as const;

/** Words that are not a name in every run already. */
const OTHER_WORDS = ["0123", "MAR1", "off", "-1", "@SUM(1)", "1.10"] as const;

/** Words that are sent with other odd texts: a name with an odd tag, and tags with odd names. */
export const BESIDE_MARKS = { label: "0x1F", optionalLabels: ["1_000", "0x1F"] } as const;

/** The words that are misread most often are drawn three times as often. */
const DRAWN_WORDS = [...WORDS, "No", "No", "1e5", "1e5"];

/** Words of SQL, scripts and accounts, which filters search for. Whether they are accepted is open. */
export const FILTERED = ["Union Select", "Drop Table", "Admin Script"] as const;

/** Marks of formats, templates, paths, queries and shells. */
const MARKS = [
  "%s%n",
  "$$",
  "{{7*7}}",
  "${x}",
  "#{x}",
  "<%= 1 %>",
  "../",
  "C:\\temp\\new",
  "' OR 1=1 --",
  "`id`",
  "%00",
  "100%%",
  "&lt;",
  "a,b",
  "x...",
  "a  b",
  "//",
  ":seedling:",
  "2020-01-01",
  "12345678901234567890",
];

/** Characters that are often dropped, replaced or normalised. */
const CHARACTERS = [
  "\u202ea\u202c",
  "\u2066a\u2069",
  "\u200fa\u061c",
  "a\u00adb",
  "a\ue000b",
  "a\u200bb",
  "\u0915\u094d\u200d\u0937",
  "a\u00a0b",
  "a\ufeffb",
  "a\u2028b",
  "a\u007fb",
  "a\r\nb",
  "\ufb01\u2460\u212b",
  "\u6f22\u5b57\uff21",
  "\u{20bb7}\u{1f468}\u200d\u{1f33e}",
  "a\u200cb",
  "\ud55c\uae00",
  "\u2764\ufe0f",
  "\u{1f44d}\u{1f3fd}",
  "\u201cx\u201d \u2013 \u2026",
  "\u0130\u0131",
];

/** How a text is sent: the member, its odd parts by the number of the check, and the text before them. */
interface Packed {
  readonly member: Member;
  readonly parts: (n: number) => Parts;
  readonly before: (n: number) => string;
  /** A word for the other label. It is left out after a refusal that it may have caused. */
  readonly word?: string;
  /** Sent in chunks, one of which ends within a character, if the provider accepts chunks. */
  readonly inChunks?: true;
}

const words = DRAWN_WORDS.map((word) => [word]);
const otherWords = OTHER_WORDS.map((word) => [word]);

function alone(parts: readonly Parts[]): Pick<Packed, "parts" | "before"> {
  return { parts: (n) => pickInTurn(parts, n), before: () => "" };
}

/** Labels of many odd texts: if they are accepted, they are returned unchanged. */
export function packedTextChecks(requests: Requests): readonly Check[] {
  const { operation } = requests;
  return [
    ...ifAny(returnedFor(operation, "label"), (member) => labelChecks(requests, member)),
    ...ifAny(returnedFor(operation, "optionalLabel"), (member) => {
      const title = `${AOrAn(member.name)} of odd words, marks or characters comes back as it was sent`;
      const label = { requirement: "returns-tag", slug: "odd", title };
      return [
        packedCheck(requests, label, { member, ...alone([...words, MARKS, CHARACTERS]), word: BESIDE_MARKS.label }),
      ];
    }),
  ];
}

function labelChecks(requests: Requests, member: Member): readonly Check[] {
  const requirement = "returns-name";
  const [besideMarks, besideCharacters] = BESIDE_MARKS.optionalLabels;
  const name = (slug: string, what: string, own: Pick<Packed, "inChunks" | "word"> & { readonly all: Parts }): Check =>
    packedCheck(
      requests,
      { requirement, slug, title: `${AOrAn(member.name)} with ${what} comes back as it was sent` },
      { member, parts: () => own.all, before: (n) => `${nameOf(n)} `, ...own },
    );
  return [
    name("marks", "marks of formats, templates, paths and queries", { all: MARKS, word: besideMarks }),
    name("characters", "characters that are easily dropped or normalised", {
      all: CHARACTERS,
      inChunks: true,
      word: besideCharacters,
    }),
    packedCheck(
      requests,
      {
        requirement,
        slug: "word",
        title: `${AOrAn(member.name)} that reads like another type comes back as it was sent`,
      },
      { member, ...alone(otherWords) },
    ),
  ];
}

/** A name of words that filters search for. An ordinary word before them makes it unique. */
export function filteredWordChecks(requests: Requests): readonly Check[] {
  return ifAny(returnedFor(requests.operation, "label"), (member) => {
    const title = `${AOrAn(member.name)} with words of SQL, scripts and accounts comes back as it was sent`;
    const label = { requirement: "returns-name", slug: "filtered-words", title };
    return [packedCheck(requests, label, { member, parts: () => FILTERED, before: (n) => `${letters(n)} ` })];
  });
}

function packedCheck(requests: Requests, label: Label, asked: Packed): Check {
  const { member } = asked;
  const other = member.role === "label" ? "optionalLabel" : "label";
  const request = (
    varied: Requests,
    n: number,
    [text, word]: readonly [text: string, word?: string | undefined],
  ): PlannedRequest => {
    const draft = withMember(varied.draft(n), member.name, JSON.stringify(text));
    return varied.of("open", withLabels(requests.operation, draft, { [other]: word }));
  };
  const ask = member.role === "label" ? returnedLabel : returnedOptionalLabel;
  return checkOf("comparison", label, {
    next: (fresh, own, known) => {
      // If nothing is known about a provider, as in a vector, a refusal leads to no further request.
      const { word: _, ...withoutWord } = asked;
      const packed: Packed = known === undefined ? withoutWord : asked;
      const parts = nextParts(requests, packed)(fresh, own);
      const n = fresh(own.length);
      if (parts === null) return [];
      const text = textOf(packed, parts, n);
      if (own.length > 0) return [request(requests, n, [text])];
      const takesChunks = known?.variants.some((features) => features.includes("chunked")) === true;
      return packed.inChunks === true && takesChunks
        ? [{ ...request(requests, n, [text, packed.word]), framing: "chunked" }]
        : [request(dressed(requests, known), n, [text, packed.word])];
    },
    judge: (own, run) => {
      const accepted = own.filter((sent) => isAccepted(sent) && !isAnothers(sent, run));
      const [smallest] = accepted.filter((sent) => ask(sent).length > 0).toSorted(bySize);
      const judged: History = smallest === undefined ? accepted : [smallest];
      return judgeEach(judged, ofBody(ask), "an acceptance of this value, which the document leaves open,");
    },
  });
}

function bySize(one: History[number], other: History[number]): number {
  return (one.request.body?.length ?? 0) - (other.request.body?.length ?? 0);
}

function textOf({ before }: Packed, parts: Parts, n: number): string {
  return `${before(n)}${parts.join(" ")}`;
}

/** A single part may cause a refusal, so both halves are sent, and their halves. */
const DEPTH = 2;

/** The parts to send next, given the answers so far; null if there is nothing left to find out. */
function nextParts(requests: Requests, packed: Packed): (fresh: Fresh, own: readonly Answered[]) => Parts | null {
  return (fresh, own) => {
    const isChanged = (sent: Answered, text: string): boolean => {
      const returned = isAccepted(sent) ? returnedIn(sent, requests.operation.roles) : null;
      return returned !== null && returned[packed.member.name] !== text;
    };
    let waiting: readonly { readonly parts: Parts; readonly depth: number }[] = [
      { parts: packed.parts(fresh(0)), depth: 0 },
    ];
    for (const [place, answered] of own.entries()) {
      const [asked, ...others] = waiting;
      if (asked === undefined) return null;
      const { parts, depth } = asked;
      // A single part that was sent with a word is sent again without it.
      if (place === 0 && parts.length === 1 && packed.word !== undefined && !isAccepted(answered)) continue;
      const halves = halvesOf(parts).map((half) => ({ parts: half, depth: depth + 1 }));
      if (isChanged(answered, textOf(packed, parts, fresh(place)))) waiting = halves;
      else waiting = !isAccepted(answered) && depth < DEPTH ? [...others, ...halves] : others;
    }
    return waiting[0]?.parts ?? null;
  };
}

function halvesOf(parts: Parts): readonly Parts[] {
  const middle = Math.ceil(parts.length / 2);
  return parts.length < 2 ? [] : [parts.slice(0, middle), parts.slice(middle)];
}
