/** The roles of the members of requests and answers. No other code refers to a member by its name. */
import type { Overlay } from "./overlay.ts";
import { type Member, type Role, type Shape, everyType } from "./schema.ts";

/** The roles of members: from the overlay of the document, otherwise from the schemas. */
export interface Roles {
  /**
   * The member by which the client identifies what it creates: `id` in the document that ships; null if nothing says
   * so. The name of a member proves nothing.
   */
  readonly identity: string | null;
  /**
   * The required member of the request that holds free text (a string without enum, pattern and format), and that the
   * answer's schema has too: `name` in the document that ships; null if there is none.
   */
  readonly label: string | null;
  /** The same for a member that is not required: `tag` in the document that ships. */
  readonly optionalLabel: string | null;
  /**
   * Members of the request that a success returns as sent, according to the overlay, and that are strings in both
   * schemas; in the order of `request`. That both schemas name a member is not enough.
   */
  readonly returned: readonly string[];
  /**
   * Members that a success does not have according to prose, although its schema allows them: `id` in the document that
   * ships.
   */
  readonly leftOut: readonly string[];
  /**
   * Whether a success has only the members that its schema names, according to prose, although the schema allows
   * others.
   */
  readonly namedOnly: boolean;
}

/** The sources of the roles. */
export interface RoleSources {
  readonly request: Shape;
  /** The shape of the success's body; null if no shape can be made of its schema. */
  readonly success: Shape | null;
  readonly overlay: Overlay;
}

/**
 * The roles of the members. A member that the overlay names, but that does not fit its role in these schemas, has no
 * role, and the checks that need it are not asked.
 * @throws {Error} when the overlay names something that is not a member of the request
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
  throw new Error(`The overlay's ${role} is ${JSON.stringify(name)}, which is not a member of the request`);
}

const single: readonly Role[] = ["identity", "label", "optionalLabel"];

/** The same shape, with the roles of its members. */
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
  // An ordinary value has the first type.
  return types.length < everyType.length && types.find((type) => type !== "null") === "string";
}

/** Whether any text is allowed. */
export function isFreeText({ values, patterns, formats }: Shape): boolean {
  return values === undefined && patterns.length === 0 && formats.length === 0;
}
