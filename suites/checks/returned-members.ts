/** Compares what a success returns with what was sent. Only the roles identify members. */
import type { Finding, Json } from "../../result/result.ts";
import type { Operation } from "../../spec/read-operation.ts";
import { type Roles, isFreeText } from "../../spec/member-roles.ts";
import type { Member } from "../../spec/schema.ts";
import type { PlannedRequest, Returned, Sent } from "./check.ts";
import { bodyFinding, foreign, memberOf, pointerTo, show, showBoth, showIn } from "./findings.ts";

/** The returned member with a role; null if none has the role, or nothing says that a success returns it. */
export function returnedAs(roles: Roles, role: "identity" | "label" | "optionalLabel"): string | null {
  const name = roles[role];
  return name !== null && roles.returned.includes(name) ? name : null;
}

/** The returned member whose text distinguishes a request from all others of the run. */
export function markMember(roles: Roles): string | null {
  return returnedAs(roles, "label") ?? returnedAs(roles, "identity");
}

/** The text that only this request of the run has: its label, else its identity, else its body; undefined if none. */
export function markOf({ plant, roles, body }: PlannedRequest): string | undefined {
  if (plant === undefined || roles === undefined) return undefined;
  const marking = markMember(roles);
  return marking === null ? new TextDecoder().decode(body ?? undefined) : plant[marking];
}

/** Whether a 200 returns the label of another request of the run. Its own optional label there does not count. */
export function isAnothers(sent: Sent, run: ReadonlyArray<Pick<Sent, "request">>): boolean {
  const { plant, roles, mayMeet } = sent.request;
  if (mayMeet === "taken-id" || plant === undefined || roles === undefined) return false;
  const optionalLabel = returnedAs(roles, "optionalLabel");
  const marking = markMember(roles);
  const returned = returnedIn(sent, roles);
  const mark = marking === null ? undefined : returned?.[marking];
  // A blank text may be left over from any other. A request without a label is compared with nothing.
  if (mark === undefined || mark.trim() === "" || mark === markOf(sent.request)) return false;
  const others = run.filter(({ request }) => markOf(request) === mark);
  if (optionalLabel === null) return others.length > 0;
  const optional = returned?.[optionalLabel];
  // If the label is the optional label that was sent, the two are exchanged, unless another request has both.
  const isExchanged = mark === plant[optionalLabel];
  return others.some(
    ({ request }) => !isExchanged || (optional !== undefined && request.plant?.[optionalLabel] === optional),
  );
}

/** Compares the returned label with the one that was sent. */
export function returnedLabel(sent: Sent): readonly Finding[] {
  const { plant, roles } = sent.request;
  const label = roles?.label ?? null;
  if (roles === undefined || label === null) return [];
  const seen = returnedIn(sent, roles)?.[label];
  const expected = plant?.[label];
  if (seen === undefined || expected === undefined || seen === expected) return [];
  return [bodyFinding(sent, pointerTo(label), showBoth(expected, foreign(sent, seen)))];
}

/** Compares the returned optional label with the one that was sent. */
export function returnedOptionalLabel(sent: Sent): readonly Finding[] {
  const { roles } = sent.request;
  return roles?.optionalLabel == null ? [] : returnedMember(sent, roles, roles.optionalLabel);
}

/** Compares members with the texts that were sent for them. */
export function returnedMembers(names: readonly string[]): (sent: Sent) => readonly Finding[] {
  return (sent) => {
    const { roles } = sent.request;
    return roles === undefined ? [] : names.flatMap((name) => returnedMember(sent, roles, name));
  };
}

/** The returned members with free text, except the labels. */
export function otherReturned({
  request,
  roles: { returned },
}: Pick<Operation, "request" | "roles">): readonly string[] {
  const isOther = ({ role, shape }: Member): boolean => role === undefined && isFreeText(shape);
  return request.members.filter((one) => isOther(one) && returned.includes(one.name)).map(({ name }) => name);
}

function returnedMember(sent: Sent, roles: Roles, name: string): readonly Finding[] {
  const returned = returnedIn(sent, roles);
  const expected = sent.request.plant?.[name];
  const seen = returned?.[name];
  if (returned === null || expected === undefined || seen === expected) return [];
  return [
    seen === undefined
      ? bodyFinding(sent, pointerTo(name), { expected: show(expected), seen: "no such member" })
      : bodyFinding(sent, pointerTo(name), showBoth(expected, foreign(sent, seen))),
  ];
}

/** Reports an optional label that was not sent. */
export function addedOptionalLabel(sent: Sent): readonly Finding[] {
  const { roles } = sent.request;
  if (roles?.optionalLabel == null) return [];
  const seen = returnedIn(sent, roles)?.[roles.optionalLabel];
  return seen === undefined
    ? []
    : [bodyFinding(sent, pointerTo(roles.optionalLabel), { expected: "no such member", seen: showIn(sent, seen) })];
}

/** Whether a request has an optional label that a success returns. */
export function hasOptionalLabel({ plant, roles }: PlannedRequest): boolean {
  return roles?.optionalLabel != null && plant?.[roles.optionalLabel] !== undefined;
}

/** The texts that an answer returns; null if it is no such plant, which only plant-shape reports. */
export function returnedIn({ answer }: Pick<Sent, "answer">, { label, returned }: Roles): Returned | null {
  if (answer?.reading.as !== "json") return null;
  const { value } = answer.reading;
  if (typeof value !== "object" || value === null || Array.isArray(value)) return null;
  const held = returned.map((name) => [name, memberOf(value, name)] as const);
  const isMissing = (name: string, text: Json | undefined): boolean => text === undefined && name !== label;
  if (!held.every(([name, text]) => typeof text === "string" || isMissing(name, text))) return null;
  return Object.fromEntries(held.filter(([, text]) => text !== undefined)) as Returned;
}

/** A top-level member of the body of an answer. */
export function member({ answer }: Sent, name: string): Json | undefined {
  return answer?.reading.as === "json" ? memberOf(answer.reading.value, name) : undefined;
}
