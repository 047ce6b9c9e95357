/** The members of the body by their roles, and their names in sentences. */
import { refusalInWords, successInWords } from "../../spec/described-responses.ts";
import type { Operation } from "../../spec/read-operation.ts";
import type { Member, Role } from "../../spec/shape.ts";
import { brokenByText } from "../bodies/constraints.ts";
import { type Draft, withMember } from "../bodies/drafts.ts";
import type { Departure } from "../bodies/invalid-bodies.ts";
import { markMember, returnedAs } from "./returned-members.ts";

/** The member that has a role; undefined if none has it. */
export function memberFor({ request }: Pick<Operation, "request">, role: Role): Member | undefined {
  return request.members.find((member) => member.role === role);
}

/** The member that has a role, if a success returns it. */
export function returnedFor(operation: Pick<Operation, "request" | "roles">, role: Role): Member | undefined {
  return returnedAs(operation.roles, role) === null ? undefined : memberFor(operation, role);
}

const LABELS = ["label", "optionalLabel"] as const;

/** Texts for the labels of a draft; undefined leaves one as it is. */
export type LabelTexts = Readonly<Partial<Record<(typeof LABELS)[number], string | undefined>>>;

/** A draft with these texts as its labels, as far as their schemas allow them. */
export function withLabels(operation: Pick<Operation, "request">, draft: Draft, labels: LabelTexts): Draft {
  return LABELS.reduce<Draft>((all, role) => {
    const [member, text] = [memberFor(operation, role), labels[role]];
    const isLeftOut = member === undefined || text === undefined || brokenByText(member.shape, text).length > 0;
    return isLeftOut ? all : withMember(all, member.name, JSON.stringify(text));
  }, draft);
}

/** The member that identifies what is created, if it is an integer. */
export function integerIdentity(operation: Pick<Operation, "request">): Member | undefined {
  const identity = memberFor(operation, "identity");
  return identity !== undefined && identity.shape.types.every((type) => type === "integer") ? identity : undefined;
}

/** The member that identifies what is created, if its format is int64. */
export function int64Identity(operation: Pick<Operation, "request">): Member | undefined {
  const identity = integerIdentity(operation);
  return identity?.shape.formats.includes("int64") === true ? identity : undefined;
}

/**
 * Whether a departure is a number beyond a format. A format is an annotation (JSON Schema 2020-12, Validation section
 * 7.2.1). Numbers beyond int32, and an identity beyond int64, have their own requirements. Other members are not tested
 * beyond int64: a provider that reads numbers as doubles cannot tell these from the end of int64.
 */
export function isBeyondFormat({ format }: Departure): boolean {
  return format !== undefined;
}

/** Whether a departure is a number beyond int32. */
export function isBeyondInt32({ format }: Departure): boolean {
  return format === "int32";
}

/** A name with its article: "a name", "an id". */
export function aOrAn(name: string): string {
  return `${/^[aeiou]/iu.test(name) ? "an" : "a"} ${name}`;
}

/** The same at the start of a sentence. */
export function AOrAn(name: string): string {
  const phrase = aOrAn(name);
  return `A${phrase.slice(1)}`;
}

const places: Readonly<Record<string, (operation: Operation) => string | undefined>> = {
  integer: (operation) => integerIdentity(operation)?.name,
  int64: (operation) => int64Identity(operation)?.name,
  returnedLabel: ({ roles }) => returnedAs(roles, "label") ?? undefined,
  returnedOptionalLabel: ({ roles }) => returnedAs(roles, "optionalLabel") ?? undefined,
  optionalLabel: ({ roles }) => roles.optionalLabel ?? undefined,
  mark: ({ roles }) => markMember(roles) ?? undefined,
  success: successInWords,
  refusal: refusalInWords,
};

/** A title whose places, as `{returnedLabel}` or `{an integer}`, are filled in; null if one has no member. */
export function titled(title: string, operation: Operation): string | null {
  const names = Array.from(title.matchAll(/\{(?:an )?(\w+)\}/g), ([, place = ""]) => places[place]?.(operation));
  if (!names.every((name) => name !== undefined)) return null;
  const rest = [...names];
  return title.replaceAll(/\{(an )?\w+\}/g, (_place, article: string | undefined) => {
    const name = rest.shift() ?? "";
    return article === undefined ? name : aOrAn(name);
  });
}

/** Names of members in a sentence: "`name`, `size` and `tag`". */
export function membersInWords(names: readonly string[], word: "and" | "or"): string {
  const quoted = names.map((name) => `\`${name}\``);
  const last = quoted.at(-1) ?? "";
  return quoted.length < 2 ? last : `${quoted.slice(0, -1).join(", ")} ${word} ${last}`;
}
