/** The form of a waiver, in a file and in the option `waivers`: the value of each key, and messages about it. */
import { meantBy } from "../result/near-name.ts";
import { defined } from "../spec/defined.ts";
import { excerpt } from "../result/safe-text.ts";
import { waiverName } from "../result/waiver-verdict.ts";
import type { Waiver } from "../result/result.ts";

/** The most characters of one value. */
const LONGEST = 1000;

/** The purpose of each key, for the message when it is missing. */
const WAIVER_KEYS = {
  id: "name a requirement or a check, such as returns-name",
  cause: "name the cause of an entry in a report, such as framework-error-page",
  reason: "say why the failure is accepted",
  issue: "give an http or https URL, or leave the key out",
  expires: "give the last day on which the waiver counts, such as 2027-03-31",
} as const;

export type WaiverKey = keyof typeof WAIVER_KEYS;

/** The text of a key on one line, in the form of the key; or its fault. */
export function waiverText(key: WaiverKey, value: unknown): { readonly text: string } | { readonly fault: string } {
  const fault = (words: string): { readonly fault: string } => ({ fault: `"${key}" ${words}; ${WAIVER_KEYS[key]}` });
  if (value === null) return fault("is empty");
  if (typeof value !== "string")
    return fault(value === undefined ? "is not a string" : `is ${shown(value)}, which is not a string`);
  const text = value.trim().replaceAll(/\s+/g, " ");
  if (text === "") return fault("is empty");
  if (text.length > LONGEST) return { fault: `"${key}" has ${text.length} characters, and ${LONGEST} is the limit` };
  if (key === "issue" && !isWebAddress(text)) return fault(`is ${shown(text)}, which is not a URL`);
  const why = key === "expires" ? dayFault(text) : null;
  return why === null ? { text } : fault(`is ${shown(text)}, ${why}`);
}

/** Why a text is not a valid last day; null if it is. The year 9999 is refused: people write it for "no end". */
function dayFault(text: string): string | null {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return "which is not a date in the form YYYY-MM-DD";
  if (text.startsWith("9999")) return "which means never";
  const time = Date.parse(text);
  const isOfCalendar = !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
  return isOfCalendar ? null : "which is not a calendar date";
}

function isWebAddress(text: string): boolean {
  return /^https?:\/\//.test(text) && URL.canParse(text);
}

/** A value as JSON text, cut, for a message. */
export function shown(value: unknown): string {
  return excerpt(JSON.stringify(value) ?? "this", 80);
}

type ReadWaiver = { readonly waiver: Waiver } | { readonly fault: string; readonly at: number };

/** Reads the keys and values of a waiver, as a file has them. @returns with a fault, the place of its key; -1 for none */
export function readWaiver(entries: ReadonlyArray<readonly [key: unknown, value: unknown]>): ReadWaiver {
  const texts: Partial<Record<WaiverKey, string>> = {};
  for (const [at, [key, value]] of entries.entries()) {
    if (!isKey(key)) {
      const keys = Object.keys(WAIVER_KEYS);
      const hint = meantBy(String(key), keys, `the keys are ${keys.join(", ")}`, JSON.stringify);
      return { fault: `${shown(key)} is not a key of a waiver; ${hint}`, at };
    }
    const read = waiverText(key, value);
    if ("fault" in read) return { ...read, at };
    texts[key] = read.text;
  }
  const { id = texts.cause, cause, reason, issue, expires } = texts;
  const lacks = (key: WaiverKey): ReadWaiver => ({ fault: `the waiver has no "${key}"; ${WAIVER_KEYS[key]}`, at: -1 });
  if (texts.id !== undefined && cause !== undefined)
    return { fault: 'the waiver has an "id" and a "cause"; keep one', at: -1 };
  if (id === undefined) return lacks("id");
  if (reason === undefined) return lacks("reason");
  if (expires === undefined) return lacks("expires");
  return { waiver: defined({ id, cause: cause === undefined ? undefined : true, reason, issue, expires }) };
}

function isKey(key: unknown): key is WaiverKey {
  return typeof key === "string" && Object.hasOwn(WAIVER_KEYS, key);
}

/** The fault of a list of waivers given as values, in a sentence; null if all are valid. */
export function waiversFault(value: unknown, name: string): string | null {
  if (!Array.isArray(value)) return `${name} has to be a list of { id, reason, expires }; it is ${shown(value)}`;
  const names = new Set<string>();
  for (const [index, one] of value.entries()) {
    const at = `${name}[${index}]`;
    const fault = waiverFault(one);
    if (fault !== null) return `${at}: ${fault}`;
    const waived = waiverName(one as Waiver);
    if (names.has(waived)) return `${at}: ${shown(Reflect.get(one as object, "id"))} is waived twice; keep one`;
    names.add(waived);
  }
  return null;
}

/** The fault of one waiver given as a value. There, `cause: true` next to the id marks a cause. */
function waiverFault(value: unknown): string | null {
  if (typeof value !== "object" || value === null) return `this is not a waiver: ${shown(value)}`;
  const cause: unknown = Reflect.get(value, "cause");
  if (cause !== undefined && cause !== true) return `"cause" is ${shown(cause)}; it has to be true, or left out`;
  const read = readWaiver(entriesOf(value));
  return "fault" in read ? read.fault : null;
}

/** A value as a file would have it. */
function entriesOf(value: object): ReadonlyArray<readonly [string, unknown]> {
  const { cause, requirement: _, ...texts } = value as Readonly<Record<string, unknown>>;
  const given = Object.entries(texts).filter(([, text]) => text !== undefined);
  return given.map(([key, text]) => [cause === true && key === "id" ? "cause" : key, text]);
}

/** A valid waiver with each of its texts on one line. */
export function tidyWaiver(waiver: Waiver): Waiver {
  const read = readWaiver(entriesOf(waiver));
  return "waiver" in read ? read.waiver : waiver;
}
