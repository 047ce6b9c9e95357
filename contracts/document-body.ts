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
  /** Whether the document says in so many words that such a body is accepted. */
  readonly isOrdinary: boolean;
}

/** Reads a body as one of the operation: in ours section Resources, and Endpoints, Create plant: the body is required. */
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
    // The format of another document is an annotation, as the checks have it.
    ...(operation.isShipped ? formatFaults(body.exact, members) : []),
    ...schemaRemarks(body.value, newPlant, "request "),
  ];
  const faults = oncePerPlace(found, placeOf);
  if (!isObject(body.value)) return { faults, values: [], isOrdinary: false };
  const { value } = body;
  const wrong = new Set(faults.map(placeOf));
  return {
    faults,
    // What the schema does not allow is not left open.
    values: valueRemarks(value, document).filter((remark) => !wrong.has(placeOf(remark))),
    isOrdinary: members.every(
      ({ name, ...member }) =>
        isOrdinary(member, at(value, name)) && beyondFormat(at(body.exact, name), member) === null,
    ),
  };
}

/** Numbers beyond their format, by their texts: for ajv an id is a double, in which 2^63 equals 2^63-1. */
function formatFaults(exact: unknown, members: readonly Member[]): readonly Remark[] {
  return members.flatMap(({ name, shape }) => {
    const beyond = beyondFormat(at(exact, name), { shape });
    return beyond === null ? [] : [contradicts(`request /${name}`, `an integer within ${beyond.format}`, beyond.text)];
  });
}

const BITS = { int32: 32, int64: 64 } as const;

/** The format that a whole number is beyond, and its text; null where it is within. */
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
 * Constraints of a member that the document does not show, and members that it does not name. In ours those of name, tag
 * and id are "not shown".
 */
function valueRemarks(body: Readonly<Record<string, unknown>>, document: DocumentForPacts): readonly Remark[] {
  const { members, others } = document.operation.request;
  const unknown = Object.keys(body).filter((name) => !members.some((member) => member.name === name));
  return [
    ...inOrder
      .flatMap((role) => members.filter((member) => member.role === role))
      .flatMap((member) => memberRemarks(member, at(body, member.name), document)),
    // Where the document says what others may be, its schema decides.
    ...(others === undefined ? unknown : []).flatMap((name) => document.ifOpen("unknown-members", `request /${name}`)),
  ];
}

function memberRemarks({ name, role, shape }: Member, value: unknown, document: DocumentForPacts): readonly Remark[] {
  if (role === undefined) return [];
  const id = role === "identity" ? openNumber(value) : openText(OF_ROLE[role], value, shape.maxLength);
  return id === null ? [] : document.ifOpen(id, `request /${name}`);
}

const inOrder = ["identity", "label", "optionalLabel"] as const;
const OF_ROLE = { label: "name", optionalLabel: "tag" } as const;

/** The open point of an identity. */
function openNumber(value: unknown): string | null {
  if (typeof value !== "number" || value > 0) return null;
  return value === 0 ? "id-zero" : "negative-id";
}

/** The open point of a text, in the words of the catalogue. A bound in the document decides on length. */
function openText(member: "name" | "tag", value: unknown, maxLength: number | undefined): string | null {
  if (typeof value !== "string") return null;
  if (value === "") return `empty-${member}`;
  if (value.trim() === "") return `blank-${member}`;
  // For tags the catalogue only has the open point of their length; characters are the same question as in names.
  if (/\p{Cc}/u.test(value)) return "control-characters-in-name";
  if (/\p{Surrogate}/u.test(value)) return "lone-surrogate-in-name";
  return maxLength === undefined && Array.from(value).length > ORDINARY[member] ? `${member}-length` : null;
}

/**
 * Whether a value is one that no provider of the document refuses: one with a role has open points of its own, a listed
 * one is named, and of the others only short texts are.
 */
function isOrdinary({ role, shape }: Omit<Member, "name">, value: unknown): boolean {
  if (value === undefined || role !== undefined || shape.values !== undefined || typeof value === "boolean")
    return true;
  return typeof value === "string" && shape.formats.length === 0 && openText("tag", value, undefined) === null;
}
