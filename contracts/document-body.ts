/** Compares the request body of a pact with NewPlant. */
import { isLosslessNumber } from "lossless-json";
import type { Validators } from "../spec/validators.ts";
import type { PactBody } from "./http-parts.ts";
import { at, isObject } from "./json-values.ts";
import { type Remark, contradicts, oncePerPlace, open, placeOf, schemaRemarks } from "./remark.ts";

/** Why a body is not a NewPlant, and which of its values the document leaves open. */
export interface NewPlantRemarks {
  readonly faults: readonly Remark[];
  readonly values: readonly Remark[];
}

/** Reads a body as a NewPlant: section Resources, and Endpoints, Create plant: the request body is required. */
export function newPlantRemarks(body: PactBody, validators: Validators): NewPlantRemarks {
  if (body.kind === "none") return { faults: [contradicts("request", "a body", "none")], values: [] };
  if (body.kind === "not-json") return { faults: [contradicts("request", "JSON text", "something else")], values: [] };
  const faults = [...int64Faults(body.exact), ...schemaRemarks(body.value, validators.newPlant, "request ")];
  return { faults: oncePerPlace(faults, placeOf), values: isObject(body.value) ? valueRemarks(body.value) : [] };
}

/** For ajv the id is a double, in which 2^63 equals 2^63-1, so the text of the id decides. */
function int64Faults(exact: unknown): readonly Remark[] {
  const id = at(exact, "id");
  const text = isLosslessNumber(id) ? id.value : "";
  if (!/^-?\d+$/.test(text) || BigInt.asIntN(64, BigInt(text)) === BigInt(text)) return [];
  return [contradicts("request /id", "an integer within int64", text)];
}

/** The longest ordinary names and tags. A provider may have constraints for longer ones. */
const ORDINARY = { name: 40, tag: 12 } as const;

/** Constraints of name, tag and id are "not shown", and so are members that NewPlant does not have. */
function valueRemarks(body: Readonly<Record<string, unknown>>): readonly Remark[] {
  const { id, name, tag, ...others } = body;
  return [
    ...idRemarks(id),
    ...textRemarks("name", name),
    ...textRemarks("tag", tag),
    ...Object.keys(others).map((member) => open("unknown-members", `request /${member}`)),
  ];
}

function idRemarks(id: unknown): readonly Remark[] {
  if (typeof id !== "number") return [];
  if (id === 0) return [open("id-zero", "request /id")];
  return id < 0 ? [open("negative-id", "request /id")] : [];
}

function textRemarks(member: "name" | "tag", value: unknown): readonly Remark[] {
  if (typeof value !== "string") return [];
  const where = `request /${member}`;
  if (value === "") return [open(`empty-${member}`, where)];
  if (value.trim() === "") return [open(`blank-${member}`, where)];
  // For tags the catalogue only has the open point of their length; characters are the same question as in names.
  if (/\p{Cc}/u.test(value)) return [open("control-characters-in-name", where)];
  if (/\p{Surrogate}/u.test(value)) return [open("lone-surrogate-in-name", where)];
  return Array.from(value).length > ORDINARY[member] ? [open(`${member}-length`, where)] : [];
}
