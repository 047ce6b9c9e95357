/**
 * Requirements about members that a document does not have, or whose values its schema decides. Each says why it is not
 * checked.
 */
import { notApplicable } from "../checks/applicability.ts";
import { checkOf } from "../checks/check-forms.ts";
import type { Check } from "../checks/check.ts";
import { passed } from "../checks/judges.ts";

const identity = "the document has no member that a client identifies what is created by";
const openIdentity = `${identity}, as an integer whose schema leaves this value open`;
const int64 = `${identity}, as an integer of format int64`;
const noLabel = "no required member with free text that a success has too";
const unsaid = "nothing says that a success returns";
const label = `the document has ${noLabel}`;
const openLabel = `${label}, whose schema leaves this value open`;
const optionalLabel = "the document has no member with free text that is not required and that a success has too";
const openOptionalLabel = `${optionalLabel}, whose schema leaves this value open`;
const required = "the document requires no member of the body";

/** The part that a document lacks if no check is made for these requirements. */
const rows: ReadonlyArray<readonly [reason: string, requirements: readonly string[]]> = [
  [identity, ["duplicate-id", "duplicate-id-other-body"]],
  [`${identity}, or ${noLabel}`, ["id-after-refusal"]],
  [openIdentity, ["id-zero", "negative-id", "smallest-id"]],
  [int64, ["accepts-every-positive-id", "refuses-id-beyond-int64", "tells-large-ids-apart"]],
  ["the document has no member that is an integer", ["accepts-integer-spellings"]],
  [`${unsaid} a required member with free text`, ["returns-name"]],
  [label, ["duplicate-members", "refused-words"]],
  [openLabel, ["empty-name", "blank-name", "control-characters-in-name", "lone-surrogate-in-name", "name-length"]],
  [`${unsaid} a member with free text that is not required`, ["returns-tag", "adds-no-tag"]],
  [openOptionalLabel, ["empty-tag", "blank-tag", "tag-length"]],
  [`${unsaid} a text, which would distinguish the answers`, ["keeps-answers-apart"]],
  ["the document shows no body in JSON for a success", ["plant-media-type", "plant-encoding", "plant-shape"]],
  ["the document shows no body in JSON", ["answers-name-members-once"]],
  ["the document names no member that a success leaves out", ["plant-has-no-id"]],
  ["nothing says that a success has the named members only, or its schema says it", ["plant-has-no-other-members"]],
  ["the schema of the body says which other members there may be", ["unknown-members", "deep-nesting"]],
  [required, ["refuses-missing-member", "matches-member-names-exactly"]],
];

/** The checks and, for each of those requirements without a check, one that is not run. */
export function withLacking(checks: readonly Check[]): readonly Check[] {
  const asked = new Set(checks.map(({ requirement }) => requirement));
  const lacking = rows.flatMap(([reason, requirements]) =>
    requirements
      .filter((requirement) => !asked.has(requirement))
      .map((requirement) => notAskedAtAll(requirement, reason)),
  );
  return lacking.length === 0 ? checks : [...checks, ...lacking];
}

function notAskedAtAll(requirement: string, reason: string): Check {
  const own = { requirement, slug: "not-asked", title: "Not asked for this document" };
  return notApplicable(checkOf("tally", own, { next: () => [], judge: () => ({ outcome: passed }) }), reason);
}
