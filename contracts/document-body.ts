/** Compares the request body of a pact with the schema of the request: NewPlant in ours. */
import { isLosslessNumber } from "lossless-json";
import type { Member } from "../spec/shape.ts";
import type { DocumentForPacts } from "./document-for-pacts.ts";
import type { PactBody } from "./http-parts.ts";
import { at, isObject } from "./json-values.ts";
import { type Remark, contradicts, oncePerPlace, placeOf, schemaRemarks } from "./remark.ts";

/** Why a body is not valid, and which of its values the document leaves open. */
export interface NewPlantRemarks {
  readonly faults: readonly Remark[];
  readonly values: readonly Remark[];
  /** Whether the document states explicitly that a body with these values is accepted. */
  readonly isOrdinary: boolean;
}

/**
 * Compares a body with the request body of the operation (in ours, section Resources; section Endpoints, Create plant:
 * the body is required).
 */
export function newPlantRemarks(body: PactBody, document: DocumentForPacts): NewPlantRemarks {
  const { operation, newPlant } = document;
  if (body.kind === "none") {
    const faults = operation.bodyIsRequired ? [contradicts("request", "a body", "none")] : [];
    return { faults, values: [], isOrdinary: false };
  }
  if (body.kind === "not-json")
    return { faults: [contradicts("request", "JSON text", "something else")], values: [], isOrdinary: false };
  const { members } = operation.request;
  const found = [
    // In another document a format is an annotation, for the checks as well.
    ...(operation.isShipped ? formatFaults(body.exact, members) : []),
    ...schemaRemarks(body.value, newPlant, "request "),
  ];
  const faults = oncePerPlace(found, placeOf);
  if (!isObject(body.value)) return { faults, values: [], isOrdinary: false };
  const { value } = body;
  const wrong = new Set(faults.map(placeOf));
  return {
    faults,
    // A value that the schema does not allow is not an open point.
    values: valueRemarks(value, document).filter((remark) => !wrong.has(placeOf(remark))),
    isOrdinary: members.every(
      ({ name, ...member }) =>
        isOrdinary(member, at(value, name)) && beyondFormat(at(body.exact, name), member) === null,
    ),
  };
}

/** Numbers beyond their format, judged by their texts: for ajv an id is a double, in which 2^63 equals 2^63-1. */
function formatFaults(exact: unknown, members: readonly Member[]): readonly Remark[] {
  return members.flatMap(({ name, shape }) => {
    const beyond = beyondFormat(at(exact, name), { shape });
    return beyond === null ? [] : [contradicts(`request /${name}`, `an integer within ${beyond.format}`, beyond.text)];
  });
}

const BITS = { int32: 32, int64: 64 } as const;

/** The format that a whole number exceeds, and the number's text; null if it is within its formats. */
function beyondFormat(
  number: unknown,
  { shape }: Pick<Member, "shape">,
): { readonly format: keyof typeof BITS; readonly text: string } | null {
  const text = isLosslessNumber(number) ? number.value : "";
  if (!/^-?\d+$/.test(text)) return null;
  const format = (["int32", "int64"] as const).find(
    (one) => shape.formats.includes(one) && BigInt.asIntN(BITS[one], BigInt(text)) !== BigInt(text),
  );
  return format === undefined ? null : { format, text };
}

/** The longest ordinary names and tags. A provider may have constraints for longer ones. */
const ORDINARY = { name: 40, tag: 12 } as const;

/**
 * Remarks on values for which the document shows no constraints, and on members that it does not name. In ours the
 * constraints on name, tag and id are "not shown".
 */
function valueRemarks(body: Readonly<Record<string, unknown>>, document: DocumentForPacts): readonly Remark[] {
  const { members, others } = document.operation.request;
  const unknown = Object.keys(body).filter((name) => !members.some((member) => member.name === name));
  return [
    ...inOrder
      .flatMap((role) => members.filter((member) => member.role === role))
      .flatMap((member) => memberRemarks(member, at(body, member.name), document)),
    // If the document describes other members, its schema decides.
    ...unknown.flatMap((name) => (others === undefined ? document.ifOpen("unknown-members", `request /${name}`) : [])),
  ];
}

function memberRemarks({ name, role, shape }: Member, value: unknown, document: DocumentForPacts): readonly Remark[] {
  if (role === undefined) return [];
  const id = role === "identity" ? openNumber(value) : openText(OF_ROLE[role], value, shape.maxLength);
  return id === null ? [] : document.ifOpen(id, `request /${name}`);
}

const inOrder = ["identity", "label", "optionalLabel"] as const;
const OF_ROLE = { label: "name", optionalLabel: "tag" } as const;

/** The open point that the value of an identity raises; null if there is none. */
function openNumber(value: unknown): string | null {
  if (typeof value !== "number" || value > 0) return null;
  return value === 0 ? "id-zero" : "negative-id";
}

/** The open point that a text raises, by its id in the catalogue. A bound in the document decides on length. */
function openText(member: "name" | "tag", value: unknown, maxLength: number | undefined): string | null {
  if (typeof value !== "string") return null;
  if (value === "") return `empty-${member}`;
  if (value.trim() === "") return `blank-${member}`;
  // The catalogue's only open point about tags is their length; for characters, the open points of names apply.
  if (/\p{Cc}/u.test(value)) return "control-characters-in-name";
  if (/\p{Surrogate}/u.test(value)) return "lone-surrogate-in-name";
  return maxLength === undefined && Array.from(value).length > ORDINARY[member] ? `${member}-length` : null;
}

/**
 * Whether no provider of the document refuses a value: members with a role have open points of their own, listed values
 * are in the document, and of other values only booleans and short texts count.
 */
function isOrdinary({ role, shape }: Omit<Member, "name">, value: unknown): boolean {
  if (value === undefined || role !== undefined || shape.values !== undefined || typeof value === "boolean")
    return true;
  return typeof value === "string" && shape.formats.length === 0 && openText("tag", value, undefined) === null;
}
