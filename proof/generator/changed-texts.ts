/** WHAT: a Plant in the answer that differs from the one that was sent. */
import type { NewPlant } from "../behaviour.ts";
import { plantBody } from "../correct.ts";
import type { Facts } from "./facts.ts";
import type { FaultKind } from "./mutant.ts";

/** How many of the ordinary plants show a change. */
export type Shows = "every" | "most" | "few";

interface ChangedText {
  readonly kind: FaultKind;
  /** How many ordinary plants show the change. */
  readonly shows: Shows;
  /** The changed plant: a value, or a JSON text that is sent unchanged. */
  readonly change: (plant: NewPlant, facts: Facts) => unknown;
}

function ofName(shows: Shows, change: (name: string) => unknown, kind: FaultKind = "not-given-back"): ChangedText {
  return { kind, shows, change: (plant) => ({ ...plantBody(plant), name: change(plant.name) }) };
}

function ofTag(change: (tag: string) => string): ChangedText {
  return ofPlant(({ name, tag }) => (tag === undefined ? { name } : { name, tag: change(tag) }), "few");
}

function ofPlant(change: ChangedText["change"], shows: Shows = "every"): ChangedText {
  return { kind: "not-given-back", shows, change };
}

const HTML: Readonly<Record<string, string>> = { "<": "&lt;", ">": "&gt;", "&": "&amp;", '"': "&quot;", "'": "&#39;" };

/** The value that a type-guessing reader gets from a string. */
function guessed(text: string): unknown {
  if (/^(?:null|~)$/iu.test(text)) return null;
  if (/^(?:true|yes|on)$/iu.test(text)) return true;
  if (/^(?:false|no|off)$/iu.test(text)) return false;
  return /^-?\d+(?:\.\d+)?(?:e\d+)?$/iu.test(text) ? Number(text) : text;
}

export const changedTexts: Readonly<Record<string, ChangedText>> = {
  "has the name in lower case": ofName("most", (text) => text.toLowerCase()),
  "has the name in capitals": ofName("most", (text) => text.toUpperCase()),
  "has the name with a capital first": ofName("few", (text) => text.replace(/^./u, (first) => first.toUpperCase())),
  "has a capital on each word of the name": ofName("most", (text) =>
    text.toLowerCase().replace(/(?:^|\s)\S/gu, (first) => first.toUpperCase()),
  ),
  "has the first word of the name": ofName("few", (text) => text.split(" ")[0]),
  "has the name without spaces": ofName("few", (text) => text.replaceAll(" ", "")),
  "has the name with underscores": ofName("few", (text) => text.replaceAll(" ", "_")),
  "has the name with + for spaces": ofName("few", (text) => text.replaceAll(" ", "+")),
  "has the name percent-encoded": ofName("few", (text) => encodeURIComponent(Buffer.from(text, "utf8").toString())),
  "has the first 5 letters of the name": ofName("most", (text) => text.slice(0, 5)),
  "has the first 20 letters of the name": ofName("few", (text) => text.slice(0, 20)),
  "has the first 32 letters of the name": ofName("few", (text) => text.slice(0, 32)),
  "has the name padded to 40": ofName("most", (text) => text.padEnd(40)),
  "has a space after the name": ofName("every", (text) => `${text} `),
  "has the name backwards": ofName("every", (text) => Array.from(text).reverse().join("")),
  "has the name trimmed": ofName("few", (text) => text.trim()),
  "has the name's white space made one space": ofName("few", (text) => text.replace(/\s+/gu, " ")),
  "has the name normalised to NFC": ofName("few", (text) => text.normalize("NFC")),
  "has the name normalised to NFD": ofName("few", (text) => text.normalize("NFD")),
  "has the name normalised to NFKC": ofName("few", (text) => text.normalize("NFKC")),
  "has the name escaped for HTML": ofName("few", (text) => text.replace(/[<>&"']/gu, (sign) => HTML[sign] ?? sign)),
  "has the name without markup": ofName("few", (text) => text.replace(/<[^>]*>/gu, "")),
  "has the name with quotes doubled": ofName("few", (text) => text.replaceAll("'", "''")),
  "has the name with backslashes doubled": ofName("few", (text) => text.replaceAll("\\", "\\\\")),
  "has the name without backslashes": ofName("few", (text) => text.replaceAll("\\", "")),
  "has ? for what is not ASCII": ofName("few", (text) => text.replace(/[^\0-\u007F]/gu, "?")),
  "has ? for what is not Latin-1": ofName("few", (text) => text.replace(/[^\0-\u00FF]/gu, "?")),
  "has no characters beyond the basic plane": ofName("few", (text) => text.replace(/[\u{10000}-\u{10FFFF}]/gu, "")),
  "has the UTF-8 read as Latin-1": ofName("few", (text) => Buffer.from(text, "utf8").toString("latin1")),
  "has the name without joiners": ofName("few", (text) => text.replace(/[\u200B-\u200D]/gu, "")),
  "has the name without combining marks": ofName("few", (text) => text.replace(/\p{Mn}/gu, "")),
  "has curly quotes for straight ones": ofName("few", (text) => text.replaceAll('"', "\u201D")),
  "has the name's slashes escaped": ofName("few", (text) => text.replaceAll("/", "\\/")),
  "has the name's control characters taken out": ofName("few", (text) => text.replace(/\p{Cc}/gu, "")),
  "has CR LF for line feeds": ofName("few", (text) => text.replace(/(?<!\r)\n/gu, "\r\n")),
  "has the name's type guessed": ofName("few", guessed, "plant-broken"),
  "has null for the name null": ofName("few", (text) => (text === "null" ? null : text), "plant-broken"),
  "has a constant name": ofName("every", () => "Fern"),
  "has no tag": ofPlant((sent) => ({ name: sent.name }), "most"),
  "has an empty tag": ofPlant(({ name: text, tag = "" }) => ({ name: text, tag }), "most"),
  "has a tag of its own where none was sent": ofPlant(({ name: text, tag = "plant" }) => ({ name: text, tag }), "most"),
  "has the tag in capitals": ofPlant(({ tag, ...sent }) => ({ name: sent.name, tag: tag?.toUpperCase() }), "most"),
  "has the first 8 letters of the tag": ofPlant(
    ({ tag, ...sent }) => ({ name: sent.name, tag: tag?.slice(0, 8) }),
    "most",
  ),
  "has the plural of the tag": ofTag((text) => `${text}s`),
  "has the singular of the tag": ofTag((text) => text.replace(/ies$/u, "y").replace(/s$/u, "")),
  "has the tag without -ing, -ed or -er": ofTag((text) => text.replace(/(?:ing|ed|er)$/u, "")),
  "has the tag without backslashes": ofTag((text) => text.replaceAll("\\", "")),
  "has the tag with control escapes read again": ofTag((text) => text.replaceAll("\\t", "\t")),
  "has the name with control escapes read again": ofName("few", (text) =>
    text.replaceAll("\\t", "\t").replaceAll("\\n", "\n"),
  ),
  "has two replacement characters for what is beyond the basic plane": ofName("few", (text) =>
    text.replace(/[\u{10000}-\u{10FFFF}]/gu, "\uFFFD\uFFFD"),
  ),
  "has a replacement character where 16 units end": ofName("few", (text) =>
    [...text.matchAll(/[^]{1,16}/g)].map(([part]) => Buffer.from(part, "utf8").toString()).join(""),
  ),
  "has the name in a template that escapes quotes alone": ofPlant(({ name: text, tag }) => {
    const end = tag === undefined ? "" : `,"tag":${JSON.stringify(tag)}`;
    return `{"name":"${text.replaceAll('"', '\\"').replaceAll(/\p{Cc}/gu, "")}"${end}}`;
  }, "few"),
  "has the name for a tag": ofPlant((sent) => ({ name: sent.name, tag: sent.name })),
  "has the tag for a name": ofPlant((sent) => ({ ...plantBody(sent), name: sent.tag ?? sent.name }), "most"),
  "is the one before": ofPlant((sent, { previous }) => plantBody(previous ?? sent)),
  "has the tag of the one before": ofPlant(
    (sent, { previous }) => ({ name: sent.name, tag: previous?.tag ?? sent.tag }),
    "most",
  ),
  "has a member more": ofPlant((sent) => ({ ...plantBody(sent), createdAt: "2026-01-01" })),
  "has _id": ofPlant((sent) => ({ _id: "65f1", ...plantBody(sent) })),
  "has the name twice": ofPlant((sent) => JSON.stringify(plantBody(sent)).replace("{", '{"name":"Fern",')),
  "has each member twice": ofPlant((sent) => JSON.stringify(plantBody(sent)).replace(/^\{(.*)\}$/u, "{$1,$1}")),
  "has a status member": ofPlant((sent) => ({ status: "ok", ...plantBody(sent) })),
};

/** How many plants show an effect. An effect that changes no text always shows. */
export function showsOn(effect: string): Shows {
  return changedTexts[effect]?.shows ?? "every";
}
