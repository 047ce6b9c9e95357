/** What the members of a request and of an answer are for. No other code knows a member by its name. */
import type { Overlay } from "./overlay.ts";
import { type Member, type Role, type Shape, everyType } from "./shape.ts";

/** What members are for: from the overlay beside the document, otherwise from the schemas. */
export interface Roles {
  /** Identifies what is created, chosen by the client: `id` in ours; null where nothing says so. A name says nothing. */
  readonly identity: string | null;
  /**
   * The required member of the request that holds free text (a string without enum, pattern and format), and that the
   * answer's schema has too: `name` in ours; null where there is none.
   */
  readonly label: string | null;
  /** The same for one that is not required: `tag` in ours. */
  readonly optionalLabel: string | null;
  /**
   * Members of the request that a success returns as they were sent, because the overlay says so, and which are strings in
   * both schemas; in the order of `request`. Two schemas that name the same member do not say it.
   */
  readonly returned: readonly string[];
  /** Members that a success does not have although its schema allows them, by prose: `id` in ours. */
  readonly leftOut: readonly string[];
  /** Whether a success has no members but those that its schema names, by prose, although that allows others. */
  readonly namedOnly: boolean;
}

/** What the roles are read from. */
export interface RoleSources {
  readonly request: Shape;
  /** Of the success's body; null where its schema is one that no shape can be made of. */
  readonly success: Shape | null;
  readonly overlay: Overlay;
}

/**
 * The roles of the members. A member that the overlay names, and that does not fit its role in these schemas, has none:
 * the checks that need it are not asked.
 * @throws {Error} when the overlay names what is no member of the request
 */
export function rolesOf({ request, success, overlay }: RoleSources): Roles {
  const shared = request.members.filter((member) => isString(member.shape) && isShared(member, success));
  const texts = shared.filter(({ shape }) => isFreeText(shape));
  const { identity, label, optionalLabel, returned = [] } = overlay;
  const stated = [identity, label, optionalLabel, ...returned].map((one) => one?.member);
  const roleOf = (role: "identity" | "label" | "optionalLabel", fitting: readonly Member[]): string | null => {
    const name = overlay[role]?.member;
    if (name === undefined) return role === "identity" ? null : (fitting[0]?.name ?? null);
    assertMember(request, role, name);
    return fitting.some((member) => member.name === name) ? name : null;
  };
  for (const { member } of returned) assertMember(request, "returned", member);
  return {
    identity: roleOf("identity", request.members),
    label: roleOf(
      "label",
      texts.filter(({ required }) => required),
    ),
    optionalLabel: roleOf(
      "optionalLabel",
      texts.filter(({ required }) => !required),
    ),
    returned: shared.map(({ name }) => name).filter((name) => stated.includes(name)),
    leftOut: (overlay.leftOut ?? []).map(({ member }) => member),
    namedOnly: overlay.namedOnly !== undefined,
  };
}

function assertMember(request: Shape, role: keyof Overlay, name: string): void {
  if (request.members.some((member) => member.name === name)) return;
  throw new Error(`The overlay's ${role} is ${JSON.stringify(name)}, which is no member of the request`);
}

const single: readonly Role[] = ["identity", "label", "optionalLabel"];

/** The same shape, its members with the roles that they have. */
export function withRoles(shape: Shape, roles: Roles): Shape {
  const members = shape.members.map((member) => {
    const role = single.find((one) => roles[one] === member.name);
    return role === undefined ? member : { ...member, role };
  });
  return { ...shape, members };
}

function isShared({ name }: Member, success: Shape | null): boolean {
  return success?.members.some((member) => member.name === name && isString(member.shape)) === true;
}

function isString({ types }: Shape): boolean {
  return types.length < everyType.length && types.includes("string");
}

/** Whether a text may be any. */
export function isFreeText({ values, patterns, formats }: Shape): boolean {
  return values === undefined && patterns.length === 0 && formats.length === 0;
}
