/**
 * Classifies the body of a recorded request: not a NewPlant, and why; a NewPlant, and how ordinary it is; or open.
 * Traffic is judged only by the document that ships, so its member names are used here. Pure.
 */
import { defined } from "../spec/defined.ts";
import { isUtf8 } from "node:buffer";
import type { Validator } from "../spec/validators.ts";
import { readJson } from "../suites/checks/decoded-answer.ts";
import { hasOrdinaryText } from "../suites/checks/chance-failures.ts";
import type { JsonObject } from "./read/read-exchange.ts";

/** Why a body is not a NewPlant. The record of the requirement that such a body can break has the same word. */
export type BodyFault =
  | "no-body"
  | "unreadable-body"
  | "leniently-readable-body"
  | "body-not-an-object"
  | "missing-member"
  | "mismatched-member"
  | "respelled-member"
  | "body-not-utf-8"
  | "id-out-of-range";

/** A NewPlant. `id` is its value in decimal digits. */
export interface PlantBody {
  readonly is: "plant";
  readonly id: string;
  readonly name: string;
  readonly tag?: string;
  /** Whether it has an id from 1 to 2^31-1, the texts of an ordinary plant, and no other member. */
  readonly isOrdinary: boolean;
  /** What the document leaves open for this plant, in the words of the records. */
  readonly open: readonly string[];
}

/** The classification of a body. */
export type BodyIs =
  | PlantBody
  | { readonly is: "no-plant"; readonly fault: BodyFault; readonly what: string; readonly id?: string }
  /** The document does not show the answer to this body. */
  | { readonly is: "open"; readonly open: readonly string[] };

/** The id in the body of a request: null if it is not known, undefined if there is none. */
export function idIn(body: BodyIs | null): string | null | undefined {
  return body === null || body.is === "open" ? null : body.id;
}

const undecided: BodyIs = { is: "open", open: [] };

/** The most bytes of a body that is classified. */
const MOST_BYTES = 1024 * 1024;

/** Classifies the body of a request; null if it has none. */
export function readRequestBody(bytes: Uint8Array | null, newPlant: Validator): BodyIs {
  if (bytes === null || bytes.length === 0) return noPlant("no-body", "no body");
  if (bytes.length > MOST_BYTES) return undecided;
  if (!isUtf8(bytes)) return noPlant("body-not-utf-8", "a body that is not UTF-8");
  const reading = readJson(bytes);
  if (reading.as === "unread") return undecided;
  if (reading.as === "nothing") return notJson(new TextDecoder().decode(bytes));
  if (reading.byteOrderMark) return { is: "open", open: ["marked-body"] };
  if (reading.repeated.length > 0) return { is: "open", open: ["repeated-member"] };
  const { value } = reading;
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    return noPlant("body-not-an-object", "JSON that is not an object");
  }
  const text = reading.rounded.find(({ where }) => where === "/id")?.text;
  return readObject(value as JsonObject, text, newPlant);
}

/**
 * Whether a lenient reader may get a plant from a text: it has the names of both required members, or an escape in which
 * they may be written.
 */
function notJson(text: string): BodyIs {
  const mayBeRead = text.includes("\\") || ["id", "name"].every((name) => text.includes(name));
  return noPlant(mayBeRead ? "leniently-readable-body" : "unreadable-body", "a body that is not JSON");
}

function noPlant(fault: BodyFault, what: string): BodyIs {
  return { is: "no-plant", fault, what };
}

/** @param idText the id as written, if a double cannot hold it */
function readObject(value: JsonObject, idText: string | undefined, newPlant: Validator): BodyIs {
  const id = typeof value["id"] === "number" ? integerOf(value["id"], idText) : undefined;
  // A double cannot hold every id. At this point it is known whether the id is an integer within int64, so 1 replaces
  // it.
  const asked = id === undefined || id === "fraction" ? value : { ...value, id: 1 };
  const [mismatch] = newPlant(asked);
  if (mismatch !== undefined) {
    const own = typeof id === "object" ? { id: id.digits } : {};
    return { ...mismatched(mismatch, value), ...own };
  }
  if (id === "beyond") return noPlant("id-out-of-range", "an id outside int64");
  return typeof id === "object" ? plantOfMembers(value, id.digits) : undecided;
}

type ReadId = { readonly digits: string } | "fraction" | "beyond" | "unclear" | undefined;

const [LEAST, GREATEST] = [-(2n ** 63n), 2n ** 63n - 1n];

/** The value of a number, from the double and, if it differs, from its text. */
function integerOf(value: number, text: string | undefined): ReadId {
  if (!Number.isFinite(value)) return "beyond";
  if (text === undefined) return Number.isInteger(value) ? { digits: String(value) } : "fraction";
  if (/^-?\d+$/.test(text)) {
    const exact = text.length > 30 ? null : BigInt(text);
    return exact === null || exact < LEAST || exact > GREATEST ? "beyond" : { digits: String(exact) };
  }
  // A fraction or an exponent with more digits than a double holds: the number is either certainly beyond int64, or
  // unclear. The next double after 2^63 represents no number within int64, but 2^63 itself also represents the greatest
  // value.
  return Math.abs(value) > 2 ** 63 ? "beyond" : "unclear";
}

function mismatched({ where }: { readonly where: string }, value: JsonObject): BodyIs {
  const name = where.split("/")[1] ?? "";
  if (Object.hasOwn(value, name)) {
    return noPlant("mismatched-member", `a member \`${name}\` that its schema does not allow`);
  }
  const alike = Object.keys(value).some((other) => other.toLowerCase() === name);
  return alike
    ? noPlant("respelled-member", `a member \`${name}\` in different letter case`)
    : noPlant("missing-member", `no member \`${name}\``);
}

const CONTROL = /\p{Cc}/u;
const LONE_SURROGATE = /\p{Surrogate}/u;

function plantOfMembers(value: JsonObject, id: string): PlantBody {
  const name = String(value["name"]);
  const tag = typeof value["tag"] === "string" ? value["tag"] : undefined;
  const others = Object.keys(value).filter((member) => !["id", "name", "tag"].includes(member));
  const when = (holds: boolean, point: string): readonly string[] => (holds ? [point] : []);
  const open = [
    ...when(id === "0", "zero-as-id"),
    ...when(id === String(LEAST), "lowest-id"),
    ...when(id.startsWith("-") && id !== String(LEAST), "id-below-zero"),
    ...when(name === "", "no-character-in-name"),
    ...when(/^ +$/.test(name), "blanks-as-name"),
    ...when(CONTROL.test(name), "control-character-in-name"),
    ...when(LONE_SURROGATE.test(name), "surrogate-in-name"),
    ...when(tag === "", "no-character-in-tag"),
    ...when(/^ +$/.test(tag ?? ""), "blanks-as-tag"),
    ...when(others.length > 0, "other-members"),
  ];
  const plant = defined({ name, tag });
  const isOrdinary =
    others.length === 0 && isCounted(Number(id)) && hasOrdinaryText({ label: name, optionalLabel: tag });
  return { is: "plant", id, ...plant, isOrdinary, open };
}

/** Whether an id is one that clients count up from 1. A run draws its ids from higher ones, which are hardly taken. */
function isCounted(id: number): boolean {
  return id >= 1 && id < 2 ** 31;
}
