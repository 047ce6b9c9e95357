/**
 * Bodies that are to be refused and contain a text that is long or hard to quote: a refusal may quote what was sent,
 * and a long body may be read in another way than a short one.
 */
import type { Check } from "./checks/check.ts";
import { refusal } from "./checks/check-forms.ts";
import type { Requests } from "./checks/requests.ts";
import { memberFor } from "./checks/role-members.ts";
import { brokenByText } from "./bodies/constraints.ts";
import { nameOf, withMember, withoutMember } from "./bodies/drafts.ts";
import { invalidMembers } from "./bodies/invalid-bodies.ts";

/**
 * Marks of formats and templates, quotes, and characters of two, three and four bytes at every place where a byte limit
 * may cut.
 */
const HARD_TO_QUOTE = `100% %s %d {0} \${x} {{x}} "q" \\ <b> ${"Gr\u00f6\u00dfe \u2618 \u{1f331} ".repeat(24)}`;

/** More characters than servers read at once, and fewer than they refuse. */
const LONG = 9_000;

/** The checks of these refusals; none for a document without a label. */
export function besideOddValues(requests: Requests): readonly Check[] {
  const label = memberFor(requests.operation, "label");
  if (label === undefined) return [];
  const takes = (text: string): boolean => brokenByText(label.shape, text).length === 0;
  return [
    ...(takes(HARD_TO_QUOTE) ? lackingBesideHardToQuote(requests, label.name) : []),
    ...(takes("a".repeat(LONG)) ? wrongInLongBody(requests, label.name) : []),
  ];
}

function lackingBesideHardToQuote(requests: Requests, label: string): readonly Check[] {
  const { request, requestSchemaPath } = requests.operation;
  const missing = request.members.find(({ name, required }) => required && name !== label)?.name;
  if (missing === undefined) return [];
  const own = {
    requirement: "refuses-missing-member",
    slug: "beside-hard-to-quote",
    title: `An object without \`${missing}\` whose \`${label}\` is hard to quote is refused`,
    basis: `\`${missing}\` is required in the schema (${requestSchemaPath})`,
  };
  return [
    refusal(requests, own, (_varied, n) => {
      const text = JSON.stringify(`${nameOf(n)} ${HARD_TO_QUOTE}`);
      return requests.of("not-allowed", withMember(withoutMember(requests.draft(n), missing), label, text));
    }),
  ];
}

function wrongInLongBody(requests: Requests, label: string): readonly Check[] {
  const departures = invalidMembers(requests.operation.request);
  // The first wrong type is null, which some providers read as no value.
  const [first, wrong = first] = departures.filter(({ member, keyword }) => keyword === "type" && member !== label);
  if (wrong === undefined) return [];
  const own = {
    requirement: "refuses-invalid-member",
    slug: "in-long-body",
    title: `${wrong.title.replace(/ is refused$/, "")} and whose \`${label}\` is long is refused`,
    basis: wrong.basis,
  };
  return [
    refusal(requests, own, (_varied, n) => {
      const text = JSON.stringify(`${nameOf(n)}${" fern".repeat(LONG / 5)}`);
      return requests.of("not-allowed", withMember(wrong.apply(requests.draft(n), n), label, text));
    }),
  ];
}
