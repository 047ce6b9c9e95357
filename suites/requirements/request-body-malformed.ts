/**
 * Texts that are not JSON by RFC 8259. Most are one edit away from an ordinary body, and a lenient reader gets the plant
 * from them (section 9 lets a parser accept such forms). From the others, no reading gets the required members.
 */
import { type Draft, letters, nameOf, ORDINARY_IDS, pickInTurn, textOf, turnOf } from "../bodies/body-drafts.ts";
import { lenientEdits, otherFormats } from "../bodies/lenient-edits.ts";
import { edited, firstEdits, secondEdits, type TextEdit } from "../bodies/text-edits.ts";
import { refusal, unlessRefused } from "../checks/check-forms.ts";
import type { Check } from "../checks/check.ts";
import { type Requests, titled } from "../checks/check-requests.ts";

const MALFORMED = "refuses-malformed-json";
const LENIENT = "refuses-lenient-json";

const requirements = { "nothing-to-read": MALFORMED, "media-type": "refuses-other-media-types" } as const;

const basis = "the text is not JSON by RFC 8259";
const membersRefused = "members that the schema does not name are refused whatever they hold";

/** One check for each edit of the first list. */
export function malformedChecks(requests: Requests): readonly Check[] {
  return checksOf(requests, firstEdits);
}

/** One check for each edit of the lists after the first, and a cut body that a framework reads in another way. */
export function laterMalformedChecks(requests: Requests): readonly Check[] {
  const slug = "truncated-in-chunks";
  const title = "A body without its last brace is refused in chunked framing and without Accept";
  return [
    ...checksOf(requests, secondEdits),
    ...checksOf(requests, otherFormats),
    ...checksOf(requests, lenientEdits),
    refusal(requests, { requirement: LENIENT, slug, title, basis }, (varied, n) =>
      // It may be refused for its framing or for the missing Accept, so its status says nothing about the body.
      varied.raw("not-allowed", textOf(varied.draft(n)).slice(0, -1), {
        framing: "chunked",
        headers: { Accept: null },
      }),
    ),
  ];
}

/** Texts from which no reading gets the required members. Without any, each text may be read as a plant. */
export function unreadableChecks(requests: Requests): readonly Check[] {
  if (!requests.operation.request.members.some(({ required }) => required)) return [];
  const check = (slug: string, title: string, text: (n: number) => string): Check =>
    refusal(
      requests,
      { requirement: MALFORMED, slug, title, basis: "no reading of the text gives the required members" },
      (varied, n) => varied.raw("not-a-plant", text(n)),
    );
  const required = (n: number): Draft => requests.draft(n, "required");
  return [
    check("garbage", "A body of signs or of a bare word is refused", (n) =>
      pickInTurn(["@%&;!", letters(n), "{", nameOf(n), '"'], n),
    ),
    check("cut-before-required", "A body that ends before its last required member is complete is refused", (n) =>
      pickInTurn(cutsInLast(required(n)), n),
    ),
  ];
}

/** The text cut within its last member: before its value, or in the middle of it if it is a string. */
function cutsInLast(draft: Draft): readonly string[] {
  const [name = "", literal = ""] = draft.at(-1) ?? [];
  const before = `${textOf(draft.slice(0, -1)).slice(0, -1)}${draft.length > 1 ? "," : ""}`;
  const half = literal.startsWith('"') ? [`${JSON.stringify(name)}:${literal.slice(0, literal.length / 2)}`] : [];
  return [JSON.stringify(name), `${JSON.stringify(name)}:`, ...half].map((end) => `${before}${end}`);
}

function checksOf(requests: Requests, edits: readonly TextEdit[]): readonly Check[] {
  const { optionalLabel } = requests.operation.roles;
  const sample = textOf(requests.draft(ORDINARY_IDS.least));
  return edits
    .filter(({ texts }) => texts(sample).length > 0)
    .map((edit) => {
      const { slug, refusedFor, isInUnknownMember, isInOrder = false, isLong = false, mediaType } = edit;
      const title = titleFor(edit, requests);
      const requirement = refusedFor === undefined ? LENIENT : requirements[refusedFor];
      const check = refusal(requests, { requirement, slug, title, basis }, (varied, n) => {
        const text = edited(edit, textOf((isInOrder ? requests : varied).draft(n)), turnOf(n), optionalLabel);
        return mediaType === undefined
          ? varied.raw(isLong ? "not-allowed" : "not-a-plant", text)
          : varied.raw("not-allowed", text, { headers: { "Content-Type": mediaType } });
      });
      return isInUnknownMember === true ? unlessRefused(check, "unknown-members", membersRefused) : check;
    });
}

/** The title of an edit with the names of the members. */
function titleFor({ title }: TextEdit, { operation }: Requests): string {
  const words = titled(title, operation);
  return words ?? title.replace("{integer}", "number").replace("{optionalLabel}", "last text");
}
