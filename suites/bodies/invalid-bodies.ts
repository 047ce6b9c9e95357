/**
 * The single departures from an ordinary body, derived from the schema: each makes the body invalid in one way, which
 * names it. A new keyword in the schema adds departures without new code; no code knows the members of this service.
 */
import { defined, ifAny } from "../../spec/defined.ts";
import type { Member, Shape } from "../../spec/schema.ts";
import { capitalised, type Draft, textOf, withMember, withoutMember } from "./body-drafts.ts";
import { arrayWith, ordinaryDraft } from "./ordinary-values.ts";
import { type Wrong, otherTypes, wrongInside } from "./wrong-values.ts";

/** One departure. `slug` names the check; `basis` says why the body is no longer valid. */
export interface Departure {
  readonly slug: string;
  readonly title: string;
  readonly basis: string;
  /** The keyword of the schema that it breaks. */
  readonly keyword: string;
  /** The format that it breaks, if the keyword is `format`. */
  readonly format?: string;
  /** Present if it is sent beside only the required members. */
  readonly isAmongRequired?: true;
  /** The top-level member that it changes. */
  readonly member: string;
  readonly apply: (draft: Draft, n: number) => Draft;
}

/** Each required member, left out. */
export function missingMembers(shape: Shape): readonly Departure[] {
  return [
    ...missingOwn(shape),
    ...[...shape.members, ...othersOf(shape)].flatMap((member) => deeper(member, missingMembers)),
  ];
}

/** Each required member, left out of a body without optional ones; none if that is the same body, or an empty one. */
export function missingAmongRequired(shape: Shape): readonly Departure[] {
  const own = missingOwn(shape);
  if (own.length < 2 || own.length === shape.members.length) return [];
  return own.map((departure) => ({
    ...departure,
    slug: `${departure.slug}-without-optional-members`,
    title: departure.title.replace(/ is refused$/, " and without optional members is refused"),
    isAmongRequired: true,
  }));
}

function missingOwn({ members }: Shape): readonly Departure[] {
  return members
    .filter(({ required }) => required)
    .map(({ name, shape: { path } }) => ({
      slug: `missing-${slugOf(name)}`,
      title: `An object without \`${name}\` is refused`,
      basis: `\`${name}\` is required in the schema (${path})`,
      keyword: "required",
      member: name,
      apply: (draft) => withoutMember(draft, name),
    }));
}

/** Each required member, with its name in different letter case. Skipped if the schema also names the other spelling. */
export function recasedMembers({ members }: Shape): readonly Departure[] {
  return members
    .filter(({ required }) => required)
    .flatMap((member) => {
      const spellings = [member.name.toUpperCase(), capitalised(member.name)];
      return [...new Set(spellings)]
        .filter((spelling) => !members.some(({ name }) => name === spelling))
        .map((spelling) => recased(member, spelling));
    });
}

function recased({ name, shape }: Member, spelling: string): Departure {
  // A slug has no letter case, so it says which case differs.
  const which = spelling === spelling.toUpperCase() ? "in-capitals" : "capitalised";
  return {
    // Only one of the two: a provider may check for missing members only if some other member is present, or absent.
    ...(which === "capitalised" ? { isAmongRequired: true } : {}),
    slug: `${slugOf(name)}-written-${which}`,
    title: `An object with \`${spelling}\` in place of \`${name}\` is refused`,
    basis: `\`${name}\` is required in the schema (${shape.path}), and \`${spelling}\` is another name`,
    keyword: "required",
    member: name,
    apply: (draft) => draft.map(([member, literal]) => [member === name ? spelling : member, literal] as const),
  };
}

/** Each member with a value that its schema does not allow, and members that the schema forbids. */
export function invalidMembers(shape: Shape): readonly Departure[] {
  return [...shape.members.flatMap(invalidMember), ...otherMembers(shape)];
}

function invalidMember(member: Member): readonly Departure[] {
  const wrong = [...otherTypes(member.shape), ...wrongInside(member.shape)];
  return [...wrong.map((one) => withWrong(member, one)), ...deeper(member, invalidMembers)];
}

function withWrong(member: Member, { slug, title, basis, keyword, format, literal }: Wrong): Departure {
  const { name } = member;
  return {
    slug: `${slugOf(name)}-${slug}`,
    title: `An object whose \`${name}\` ${title} is refused`,
    basis: basis(`\`${name}\``),
    keyword,
    ...defined({ format }),
    member: name,
    apply: (draft, n) => withMember(draft, name, literal(member, n)),
  };
}

/** The departures inside a member that is an object, or an array of objects. */
function deeper({ name, shape }: Member, inside: (shape: Shape) => readonly Departure[]): readonly Departure[] {
  const nested = shape.types.includes("object") ? inside(shape) : [];
  const { items } = shape;
  const ofItems = shape.types.includes("array") && items?.types.includes("object") === true ? inside(items) : [];
  // A provider that changes or checks one item alone accepts the wrong one where it is the only one, too.
  const isAlone = (shape.minItems ?? 0) < 2;
  type Write = (text: string, n: number) => string;
  const wrap = (departure: Departure, of: Shape, where: string, write: Write): Departure => ({
    ...departure,
    member: name,
    slug: `${slugOf(name)}-${departure.slug}`,
    title: `${departure.title}, in \`${where}\``,
    apply: (draft, n) => withMember(draft, name, write(textOf(departure.apply(ordinaryDraft(of, n), n)), n)),
  });
  return [
    ...nested.map((departure) => wrap(departure, shape, name, (text) => text)),
    ...ifAny(items, (given) =>
      ofItems.map((departure) =>
        wrap(departure, given, `${name}[]`, (text, n) => (isAlone ? `[${text}]` : arrayWith(shape, n, text))),
      ),
    ),
  ];
}

const OTHER = "unknownMember";

/** A member that stands for all unnamed members, if the schema describes those. */
export function othersOf({ members, others }: Shape): readonly Member[] {
  const isNamed = members.some(({ name }) => name === OTHER);
  return typeof others !== "object" || isNamed ? [] : [{ name: OTHER, required: false, shape: others }];
}

/** A member that the schema does not name, if the schema forbids such members or this kind of value. */
function otherMembers(shape: Shape): readonly Departure[] {
  const { members, others, path } = shape;
  if (others === false && members.every(({ name }) => name !== OTHER)) {
    const departure: Departure = {
      slug: "with-unknown-member",
      title: "An object with a member that the schema does not name is refused",
      basis: `the schema allows no members other than those that it names (${path})`,
      keyword: "additionalProperties",
      member: OTHER,
      apply: (draft) => withMember(draft, OTHER, '"anything"'),
    };
    return [departure];
  }
  return othersOf(shape).flatMap(invalidMember);
}

/** A member's name as part of an id: lower-case words. */
export function slugOf(name: string): string {
  const words = name.replaceAll(/([a-z0-9])([A-Z])/g, "$1-$2").toLowerCase();
  return words.replaceAll(/[^a-z0-9]+/g, "-").replaceAll(/^-|-$/g, "") || "unnamed";
}
