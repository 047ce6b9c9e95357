/** Mutants that take what is no NewPlant, or refuse one for how it is written. */
import { type Refusal, type Request, isRefusal } from "../behaviour.ts";
import { but, correct, notANewPlant, parse, validate } from "../correct.ts";
import type { Value } from "../json.ts";
import { type Mutant, coerce, coerceMember, keepAnything, object, readAlso, text } from "./mutant.ts";

const someId: Value = { type: "number", source: "77" };
const someone: Value = object([
  ["id", someId],
  ["name", text("Nameless")],
]);

/** Reads a body that has no text as this value. */
function emptyAs(value: Value): Mutant["behaviour"] {
  const isEmpty = ({ body }: Request): boolean => body.length === 0;
  return but({
    decode: (request) => (isEmpty(request) ? "{}" : correct.decode(request)),
    parse: (given, request) => (isEmpty(request) ? value : parse(given)),
    store: keepAnything,
  });
}

/** Puts a member in where it is missing. */
function defaulted(name: string, value: Value): Mutant["behaviour"] {
  return coerce((body) =>
    body.type === "object" && !body.members().has(name) ? object([...body.members(), [name, value]]) : body,
  );
}

/** Refuses bodies by their text alone. */
function refuseText(pattern: RegExp): Mutant["behaviour"] {
  const check = (given: string): Value | Refusal =>
    pattern.test(given) ? notANewPlant("Unexpected text") : parse(given);
  return but({ parse: check });
}

export const bodyMutants: readonly Mutant[] = [
  { name: "takes-an-empty-body-for-a-plant", breaks: ["refuses-no-body"], behaviour: emptyAs(someone) },
  {
    name: "takes-an-empty-object-for-a-plant",
    breaks: ["refuses-missing-member"],
    why: "A form without a single field filled in is passed on as it is.",
    behaviour: coerce((body) => (body.type === "object" && body.members().size === 0 ? someone : body)),
  },
  {
    name: "takes-blanks-for-a-plant",
    breaks: ["refuses-malformed-json"],
    behaviour: readAlso((body) => (body !== "" && body.trim() === "" ? '{"id":1,"name":"Someone"}' : undefined)),
  },
  {
    name: "ignores-garbage-after-the-value",
    breaks: ["refuses-malformed-json"],
    behaviour: readAlso((body) => /^(.*\}) x$/s.exec(body)?.[1]),
  },
  {
    name: "reads-the-first-of-two-values",
    breaks: ["refuses-malformed-json"],
    behaviour: readAlso((body) => /^(\{.*\})\{.*\}$/s.exec(body)?.[1]),
  },
  {
    name: "takes-trailing-commas",
    breaks: ["refuses-malformed-json"],
    behaviour: readAlso((body) => body.replace(/,\}$/, "}")),
  },
  {
    name: "takes-comments",
    breaks: ["refuses-malformed-json"],
    behaviour: readAlso((body) => body.replaceAll(/\/\*.*?\*\/|\/\/.*?\n/gs, "")),
  },
  {
    name: "takes-single-quotes",
    breaks: ["refuses-malformed-json"],
    behaviour: readAlso((body) => body.replaceAll("'", '"')),
  },
  { name: "closes-truncated-bodies", breaks: ["refuses-malformed-json"], behaviour: readAlso((body) => `${body}}`) },
  {
    name: "unwraps-arrays-of-one",
    breaks: ["refuses-non-object"],
    behaviour: but({ parse: (body) => parse(/^\[(\{.*\})\]$/s.exec(body)?.[1] ?? body), store: keepAnything }),
  },
  {
    name: "reads-json-within-a-string",
    breaks: ["refuses-non-object"],
    behaviour: coerce((value) => {
      const inner = value.type === "string" ? parse(value.value) : value;
      return isRefusal(inner) ? value : inner;
    }),
  },
  {
    name: "takes-0-for-a-missing-id",
    breaks: ["refuses-missing-member", "matches-member-names-exactly"],
    why: "An id in other letter case is missing as well.",
    behaviour: defaulted("id", { type: "number", source: "0" }),
  },
  {
    name: "takes-0-for-a-missing-id-and-refuses-unknown-members",
    breaks: ["refuses-missing-member"],
    behaviour: coerce((body) => {
      if (body.type !== "object" || body.members().has("id")) return body;
      const isKnown = [...body.members().keys()].every((name) => name === "name" || name === "tag");
      return isKnown ? object([...body.members(), ["id", { type: "number", source: "0" }]]) : body;
    }),
  },
  {
    name: "takes-an-empty-text-for-a-missing-name",
    breaks: ["refuses-missing-member", "matches-member-names-exactly"],
    why: "A name in other letter case is missing as well.",
    behaviour: defaulted("name", text("")),
  },
  {
    name: "takes-a-null-tag-for-no-tag",
    breaks: ["refuses-invalid-member"],
    behaviour: coerceMember("tag", "null", () => undefined),
  },
  {
    name: "turns-numbers-into-names",
    breaks: ["refuses-invalid-member"],
    behaviour: coerceMember("name", "number", () => text("7")),
  },
  {
    name: "turns-booleans-into-ids",
    breaks: ["refuses-invalid-member"],
    behaviour: coerceMember("id", "boolean", () => someId),
  },
  {
    name: "takes-ids-in-strings",
    breaks: ["refuses-invalid-member"],
    behaviour: coerceMember("id", "string", (id) => (id.type === "string" ? { type: "number", source: id.value } : id)),
  },
  {
    name: "cuts-fractions-off-ids",
    breaks: ["refuses-invalid-member"],
    behaviour: coerceMember("id", "number", (id) =>
      id.type === "number" && /^\d+\.\d*[1-9]$/.test(id.source)
        ? { type: "number", source: id.source.replace(/\..*$/, "") }
        : id,
    ),
  },
  {
    name: "knows-member-names-in-any-letter-case",
    breaks: ["matches-member-names-exactly"],
    behaviour: coerce((value) =>
      value.type === "object"
        ? object([...value.members()].map(([name, member]) => [name.toLowerCase(), member]))
        : value,
    ),
  },
  {
    name: "replaces-bytes-that-are-not-utf-8",
    breaks: ["refuses-non-utf8"],
    behaviour: but({ decode: ({ body }) => new TextDecoder().decode(body) }),
  },
  {
    name: "refuses-ids-with-a-fraction-of-zero",
    breaks: ["accepts-integer-spellings"],
    behaviour: refuseText(/"id":\d+\.0/),
  },
  {
    name: "refuses-ids-with-an-exponent",
    breaks: ["accepts-integer-spellings"],
    behaviour: refuseText(/"id":[\d.]+[eE]/),
  },
  {
    name: "does-not-know-escapes-in-member-names",
    breaks: ["accepts-json-spellings"],
    behaviour: refuseText(/n\\u0061me/),
  },
  { name: "wants-the-name-first", breaks: ["accepts-json-spellings"], behaviour: refuseText(/^\{"tag"/) },
  {
    name: "keeps-ids-in-32-bits",
    breaks: ["accepts-every-positive-id"],
    behaviour: but({
      validate: (value) => {
        const plant = validate(value);
        return !isRefusal(plant) && plant.id > 2n ** 31n - 1n ? notANewPlant("id is too large") : plant;
      },
    }),
  },
  {
    name: "rounds-ids-through-a-double",
    breaks: ["tells-large-ids-apart"],
    behaviour: but({
      store: (plant, request) => correct.store({ ...plant, id: BigInt(Number(plant.id)) }, request),
    }),
  },
  {
    name: "wraps-ids-beyond-int64-around",
    breaks: ["refuses-id-beyond-int64"],
    behaviour: coerceMember("id", "number", (id) =>
      id.type === "number" && /^\d{19,}$/.test(id.source)
        ? { type: "number", source: String(BigInt.asIntN(64, BigInt(id.source))) }
        : id,
    ),
  },
];
