/** Mutants that find a NewPlant in another shape, or convert falsy and similar values. */
import { json } from "../correct.ts";
import type { Value } from "../json-text.ts";
import { asNumber, asText } from "./conversions.ts";
import { type Mutant, coerce, coerceAny, coerceMember, number, object, refusalAs, text } from "./mutant.ts";

const someone: Value = object([
  ["id", number("77")],
  ["name", text("Nameless")],
]);

const isEmptyList = (value: Value): boolean => value.type === "array" && value.items().length === 0;

const isFalsy = (value: Value): boolean =>
  (value.type === "boolean" && !value.value) ||
  (value.type === "number" && Number(value.source) === 0) ||
  (value.type === "string" && value.value === "");

const shapes: readonly Mutant[] = [
  {
    name: "takes-an-empty-list-for-an-empty-plant",
    breaks: ["refuses-non-object"],
    why: "PHP knows no difference between an empty list and an empty object.",
    behaviour: coerce((body) => (isEmptyList(body) ? someone : body)),
  },
  {
    name: "takes-the-first-of-a-list",
    breaks: ["refuses-non-object"],
    behaviour: coerce((body) => (body.type === "array" && body.items().length > 1 ? (body.items()[0] ?? body) : body)),
  },
  {
    name: "takes-falsy-bodies-for-plants-without-members",
    breaks: ["refuses-non-object"],
    why: "`body || {}`, and nothing that looks after it.",
    behaviour: coerce((body) => (isFalsy(body) ? someone : body)),
  },
  {
    name: "answers-204-to-lists",
    breaks: ["refuses-non-object"],
    why: "It works through the items, of which it takes none.",
    behaviour: refusalAs(
      ({ refused }, { body }) => refused === "not-a-new-plant" && body.toString().startsWith("["),
      () => ({ ...json(204, null), body: "" }),
    ),
  },
  {
    name: "unwraps-plants",
    breaks: ["refuses-missing-member"],
    why: "Rails wraps parameters, and takes what is wrapped already.",
    behaviour: coerce((body) => {
      const inner = body.type === "object" ? body.members().get("plant") : undefined;
      return inner?.type === "object" ? inner : body;
    }),
  },
  {
    name: "trims-member-names",
    breaks: ["matches-member-names-exactly"],
    behaviour: renamed((name) => name.trim()),
  },
  {
    name: "unwraps-resources-of-json-api",
    breaks: ["refuses-missing-member"],
    behaviour: coerce((body) => {
      const [inner, ...others] = body.type === "object" ? body.members().values() : [];
      if (inner?.type !== "object" || others.length > 0) return body;
      const attributes = inner.members().get("attributes");
      return attributes?.type === "object" ? attributes : inner;
    }),
  },
  {
    name: "takes-signs-off-member-names",
    breaks: ["matches-member-names-exactly"],
    why: "Identifiers of Mongo, JSON-LD and forms.",
    behaviour: renamed((name) => name.replace(/^(?:[_@$]|plant\.)|\[\]$/g, "")),
  },
  {
    name: "drops-invisible-characters-from-member-names",
    breaks: ["matches-member-names-exactly"],
    why: "A filter of the whole text, and strings that end at a NUL.",
    behaviour: renamed((name) => name.replaceAll(/\0.*|\p{Cf}/gsu, "")),
  },
  {
    name: "takes-other-names-for-members",
    breaks: ["matches-member-names-exactly"],
    why: "Normalised names, separators that do not count, and aliases of a mapper.",
    behaviour: renamed((name) => {
      const plain = name
        .normalize("NFKC")
        .replaceAll(/(?<=.)_/g, "")
        .replace(/^plant(?=[A-Z])/, "");
      return plain === "title" ? "name" : plain.slice(0, 1).toLowerCase() + plain.slice(1);
    }),
  },
];

function renamed(change: (name: string) => string): Mutant["behaviour"] {
  return coerce((body) =>
    body.type === "object" ? object([...body.members()].map(([name, member]) => [change(name), member])) : body,
  );
}

const members: readonly Mutant[] = [
  {
    name: "looks-at-tags-only-where-they-are-truthy",
    breaks: ["refuses-invalid-member"],
    why: "`if (tag)`, which false, 0 and null get past.",
    behaviour: coerceAny("tag", (tag) => (isFalsy(tag) ? undefined : tag)),
  },
  {
    name: "takes-empty-lists-for-missing-texts",
    breaks: ["refuses-invalid-member"],
    why: "PHP, and a setting of Jackson.",
    behaviour: coerceAny("tag", (tag) => (isEmptyList(tag) ? undefined : tag)),
  },
  {
    name: "takes-an-empty-string-for-the-id-0",
    breaks: ["refuses-invalid-member"],
    why: "JavaScript's Number().",
    behaviour: coerceMember("id", "string", (id) => (id.type === "string" && id.value === "" ? number("0") : id)),
  },
  {
    name: "unwraps-ids",
    breaks: ["refuses-invalid-member"],
    why: "MongoDB's extended JSON.",
    behaviour: coerceMember("id", "object", (id) => {
      const [inner] = id.type === "object" ? id.members().values() : [];
      return inner === undefined ? id : asNumber(inner);
    }),
  },
  {
    name: "looks-for-a-fraction-behind-the-point-alone",
    breaks: ["refuses-invalid-member"],
    why: "A number that has an exponent and no point is taken for a whole one, and cut.",
    behaviour: coerceMember("id", "number", (id) =>
      id.type === "number" && /^\d+e-\d+$/i.test(id.source) ? number(String(Math.trunc(Number(id.source)))) : id,
    ),
  },
  {
    name: "rounds-ids-that-are-not-small",
    breaks: ["refuses-invalid-member"],
    why: "A float has no room for the fraction beside so many digits, and what is left is whole.",
    behaviour: coerceMember("id", "number", (id) =>
      id.type === "number" && /^\d{7,}\.5$/.test(id.source) ? number(String(Math.fround(Number(id.source)))) : id,
    ),
  },
  {
    name: "converts-every-member",
    breaks: ["refuses-invalid-member"],
    why: "Two wrong members are no more to it than one.",
    behaviour: coerce((body) => {
      if (body.type !== "object") return body;
      const others = [...body.members()].filter(([name]) => name !== "id" && name !== "name" && name !== "tag");
      const [id, name, tag] = ["id", "name", "tag"].map((member) => body.members().get(member));
      return object([
        ...others,
        ...(id === undefined ? [] : [["id", id.type === "number" ? id : number("77")] as const]),
        ...(name === undefined ? [] : [["name", text(asText(name))] as const]),
        ...(tag === undefined ? [] : [["tag", text(asText(tag))] as const]),
      ]);
    }),
  },
];

export const shapeMutants: readonly Mutant[] = [...shapes, ...members];
