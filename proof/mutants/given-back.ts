/** Mutants that return another name or tag than the request sent. */
import { setImmediate as nextTurn } from "node:timers/promises";
import type { Behaviour } from "../behaviour.ts";
import { but, json, plantBody } from "../correct.ts";
import { type Mutant, nameAs, plantAs, tagAs } from "./mutant.ts";

/** Returns names changed. Ordinary names may stay the same. */
function names(name: string, change: (name: string) => string, why?: string): Mutant {
  return { name, breaks: ["returns-name"], behaviour: nameAs(change), ...(why === undefined ? {} : { why }) };
}

/** Returns tags changed. */
function tags(name: string, change: (tag: string) => string | undefined, why?: string): Mutant {
  return { name, breaks: ["returns-tag"], behaviour: tagAs(change), ...(why === undefined ? {} : { why }) };
}

const letterCases: readonly Mutant[] = [
  names("writes-names-in-capitals", (name) => name.toUpperCase()),
  names("writes-names-in-lower-case", (name) => name.toLowerCase()),
  names("writes-names-in-title-case", (name) =>
    name.replaceAll(/\p{L}+/gu, (word) => word.slice(0, 1).toUpperCase() + word.slice(1).toLowerCase()),
  ),
  tags("writes-tags-in-capitals", (tag) => tag.toUpperCase()),
  tags("writes-tags-in-lower-case", (tag) => tag.toLowerCase()),
];

const spaces: readonly Mutant[] = [
  names("trims-names", (name) => name.trim()),
  names("trims-the-end-of-names", (name) => name.trimEnd(), "A CHAR column of a database."),
  names("folds-spaces-in-names", (name) => name.replaceAll(/\s+/g, " "), "What XML and HTML do to text."),
  names("strips-control-characters-from-names", (name) => name.replaceAll(/\p{Cc}/gu, "")),
  names("makes-slugs-of-names", (name) => name.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-")),
  tags("trims-tags", (tag) => tag.trim()),
];

const lengths: readonly Mutant[] = [
  names("cuts-names-at-10-characters", (name) => name.slice(0, 10), "A column that is too narrow."),
  names("cuts-names-at-20-characters", (name) => name.slice(0, 20)),
  names("cuts-names-at-32-bytes", (name) => Buffer.from(name).subarray(0, 32).toString()),
  names("cuts-names-at-64-characters", (name) => name.slice(0, 64)),
  names("cuts-names-at-100-characters", (name) => name.slice(0, 100)),
  names(
    "cuts-names-at-300-characters",
    (name) => name.slice(0, 300),
    "A column too short, in a database that cuts without a word.",
  ),
  names("separates-the-digits-of-names", (name) => name.replaceAll(/(?<=\d)(?=(\d{3})+$)/g, ","), "A spreadsheet."),
  tags("separates-the-digits-of-tags", (tag) => tag.replaceAll(/(?<=\d)(?=(\d{3})+$)/g, ",")),
  tags("cuts-tags-at-300-characters", (tag) => tag.slice(0, 300)),
  tags("cuts-tags-at-3-characters", (tag) => tag.slice(0, 3)),
];

const lettersChanged: readonly Mutant[] = [
  names("normalises-names", (name) => name.normalize("NFC")),
  names("decomposes-names", (name) => name.normalize("NFD"), "What a file system does to names."),
  names("normalises-names-to-nfkc", (name) => name.normalize("NFKC")),
  names("strips-marks-from-letters", (name) => name.normalize("NFD").replaceAll(/\p{M}/gu, "")),
  names("keeps-names-in-ascii", (name) => name.replaceAll(/\P{ASCII}/gu, "")),
  names(
    "writes-question-marks-for-emoji-in-names",
    (name) => name.replaceAll(/[\u{10000}-\u{10ffff}]/gu, "?"),
    "MySQL's utf8 of three bytes.",
  ),
  names("decodes-names-as-latin-1", (name) => Buffer.from(name, "utf8").toString("latin1")),
  tags("normalises-tags", (tag) => tag.normalize("NFC")),
  tags("writes-question-marks-for-emoji-in-tags", (tag) => tag.replaceAll(/[\u{10000}-\u{10ffff}]/gu, "?")),
];

const escapes: readonly Mutant[] = [
  names("escapes-names-for-html", (name) => name.replaceAll("&", "&amp;").replaceAll("<", "&lt;")),
  names("undoes-html-escapes-in-names", (name) => name.replaceAll("&amp;", "&")),
  names("strips-markup-from-names", (name) => name.replaceAll(/<[^>]*>/g, "")),
  names("writes-other-letters-than-ascii-as-entities", (name) =>
    name.replaceAll(/\P{ASCII}/gu, (letter) => `&#${letter.codePointAt(0)};`),
  ),
  names("escapes-names-as-json-twice", (name) => JSON.stringify(name).slice(1, -1)),
  names("strips-backslashes-from-names", (name) => name.replaceAll("\\", ""), "PHP's stripslashes."),
  names("doubles-quotes-in-names", (name) => name.replaceAll("'", "''"), "SQL put together by hand."),
  names("percent-encodes-names", (name) => encodeURIComponent(Buffer.from(name).toString())),
  names("percent-decodes-names", (name) =>
    name.replaceAll(/%([0-9a-f]{2})/gi, (_escape, digits: string) => String.fromCodePoint(Number.parseInt(digits, 16))),
  ),
  names("reads-plus-signs-in-names-as-spaces", (name) => name.replaceAll("+", " "), "How forms write spaces."),
  tags("strips-markup-from-tags", (tag) => tag.replaceAll(/<[^>]*>/g, "")),
];

const words: readonly Mutant[] = [
  names("answers-an-empty-name-for-the-name-null", (name) => (name === "null" ? "" : name)),
  names(
    "looks-names-up-in-a-plain-object",
    (name) => String(Object(Reflect.get({}, name) ?? name)),
    "What every object of JavaScript has is found in a table that has nothing.",
  ),
  tags("drops-a-tag-that-says-null", (tag) => (tag === "null" ? undefined : tag)),
  tags("writes-other-for-tags-that-it-does-not-know", (tag) =>
    /^[a-z]+$/.test(tag) && tag !== "null" ? tag : "other",
  ),
  { name: "drops-tags", breaks: ["returns-tag"], behaviour: plantAs(({ name }) => ({ name })) },
  {
    name: "answers-the-tag-as-name-and-the-name-as-tag",
    breaks: ["returns-name", "returns-tag"],
    why: "Two arguments of the same type in the wrong order.",
    behaviour: plantAs(({ name, tag }) => (tag === undefined ? { name } : { name: tag, tag: name })),
  },
];

/** Waits while other requests arrive, then answers with the plant that was accepted last. */
function shared(applies: (inFlight: number) => boolean): Behaviour {
  return but({
    answerPlant: async (plant, { memory }) => {
      const isShared = applies(memory.inFlight);
      // Turns of the event loop, not milliseconds: on a slow machine, as many other requests can arrive.
      for (let turn = 0; turn < 100 && memory.last === plant; turn += 1) await nextTurn();
      return json(200, plantBody(isShared ? (memory.last ?? plant) : plant));
    },
  });
}

const apart: readonly Mutant[] = [
  {
    name: "mixes-answers-up-under-concurrency",
    breaks: ["keeps-answers-apart"],
    why: "The plant lies in a shared variable while something is waited for.",
    isSeenAtOnce: true,
    behaviour: shared(() => true),
  },
  {
    name: "mixes-answers-up-where-three-are-in-flight",
    breaks: ["keeps-answers-apart"],
    why: "A pool of two buffers.",
    isSeenAtOnce: true,
    behaviour: shared((inFlight) => inFlight > 2),
  },
];

export const givenBackMutants: readonly Mutant[] = [
  ...letterCases,
  ...spaces,
  ...lengths,
  ...lettersChanged,
  ...escapes,
  ...words,
  ...apart,
];
