/** A member that the schema does not name, as a feature of a request: what is wrong beside it is wrong all the same. */
import type { Operation } from "../../spec/read-operation.ts";
import type { Shape } from "../../spec/shape.ts";
import type { Draft } from "../bodies/drafts.ts";
import type { Axis, Change } from "./feature.ts";

/** What is asked as an open point. A provider that accepts it does not refuse a request for it. */
export const UNKNOWN = { member: "colour", literal: '"green"' } as const;

/** The feature, by its name, of the request that asks whether such members are accepted. */
export const BESIDE_UNKNOWN = "unknown-member";

/** What refusals of wrong members are varied by. */
export const unknownMemberAxis: Axis = [
  {
    name: BESIDE_UNKNOWN,
    words: "a member that the schema does not name",
    requirement: "unknown-members",
    change: { hasUnknownMember: true },
  },
];

/** A name that the schema does not know. */
export function unknownName(shape: Shape, name: string): string {
  return shape.members.some((member) => member.name === name) ? unknownName(shape, `${name}X`) : name;
}

/** A draft with such a member, where the variant has one. */
export function withUnknown(draft: Draft, { request }: Operation, { hasUnknownMember }: Change): Draft {
  if (hasUnknownMember !== true) return draft;
  return [...draft, [unknownName(request, UNKNOWN.member), UNKNOWN.literal]];
}
