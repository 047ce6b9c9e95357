/** Mutants that each accept one kind of wrong body, of kinds that were once drawn among others. */
import { but, checkMediaType, mediaTypeOf, parse } from "../correct.ts";
import { type Mutant, coerceMember, keepAnything, coerce, object, text } from "./mutant.ts";
import { takes } from "./texts.ts";

/** Reads the members from lines of YAML: the id as a number, the others as texts. */
function jsonOfYaml(body: string): string {
  const members = Array.from(body.matchAll(/^(\w+): (.*)$/gmu), ([, name = "", value = ""]) =>
    name === "id" ? `"id":${value}` : `${JSON.stringify(name)}:${JSON.stringify(value)}`,
  );
  return `{${members.join(",")}}`;
}

/** Also reads a member under another name, if it is missing under its own. */
function alsoNamed(own: string, other: string): Mutant["behaviour"] {
  return coerce((value) => {
    if (value.type !== "object" || value.members().has(own)) return value;
    return object([...value.members()].map(([name, member]) => [name === other ? own : name, member]));
  });
}

const names = (
  [
    ["id", "_id", "As MongoDB has it."],
    ["id", "@id", "As JSON-LD has it."],
    ["id", "id ", "A header of a table with a space."],
    ["id", "plantId", "As clients call it."],
    ["name", "title", "As others call it."],
    ["name", "ｎａｍｅ", "Names are folded, for who writes in full width."],
    ["name", "name[]", "As forms have it."],
    ["name", "name\u200b", "What is copied from a page."],
  ] as const
).map(([own, other, why], place): Mutant => ({
  name: `takes-another-name-for-${own}-${place + 1}`,
  breaks: ["matches-member-names-exactly"],
  why,
  behaviour: alsoNamed(own, other),
}));

export const letThroughMutants: readonly Mutant[] = [
  takes(
    "takes-the-first-line-of-json-lines",
    (body) => /^(\{.*\})\n\{.+\}$/u.exec(body)?.[1],
    "A bulk reader behind the same path.",
  ),
  takes(
    "takes-a-guard-with-a-comma",
    (body) => (body.startsWith(")]}',\n") ? body.slice(6) : undefined),
    "As Angular's client does with answers.",
  ),
  takes("takes-a-bracket-after-the-object", (body) => (body.endsWith("}]") ? body.slice(0, -1) : undefined)),
  {
    name: "reads-yaml-that-is-declared-as-yaml",
    breaks: ["refuses-lenient-json"],
    why: "A framework that chooses its reader by the media type.",
    behaviour: but({
      checkMediaType: (request) => (mediaTypeOf(request) === "application/yaml" ? undefined : checkMediaType(request)),
      parse: (body, request) => parse(mediaTypeOf(request) === "application/yaml" ? jsonOfYaml(body) : body),
      store: keepAnything,
    }),
  },
  {
    name: "joins-tags",
    breaks: ["refuses-invalid-member"],
    why: "A plant of two types.",
    behaviour: coerceMember("tag", "array", (tag) => {
      const items = tag.type === "array" ? tag.items() : [];
      return items.length === 2 ? text("two") : tag;
    }),
  },
  ...names,
];
