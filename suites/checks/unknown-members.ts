/** A member that the schema does not name, as a feature of a request. A fault beside it is still a fault. */
import type { Operation } from "../../spec/read-operation.ts";
import type { Shape } from "../../spec/shape.ts";
import type { Draft } from "../bodies/drafts.ts";
import type { Axis, Change } from "./feature.ts";

/** The member that an open point sends. A provider that accepts it does not refuse a request because of it. */
export const UNKNOWN = { member: "colour", literal: '"green"' } as const;

/** The name of the feature, also in the request that asks whether unknown members are accepted. */
export const BESIDE_UNKNOWN = "unknown-member";

/** The axis by which refusals of wrong members vary. */
export const unknownMemberAxis: Axis = [
  {
    name: BESIDE_UNKNOWN,
    words: "a member that the schema does not name",
    requirement: "unknown-members",
    change: { hasUnknownMember: true },
  },
];

/** A name that the schema does not have. */
export function unknownName(shape: Shape, name: string): string {
  return shape.members.some((member) => member.name === name) ? unknownName(shape, `${name}X`) : name;
}

/** A draft with an unknown member, if the variant has one. */
export function withUnknown(draft: Draft, { request }: Operation, { hasUnknownMember }: Change): Draft {
  if (hasUnknownMember !== true) return draft;
  return [...draft, [unknownName(request, UNKNOWN.member), UNKNOWN.literal]];
}
