/** Mutants that read more bodies than JSON in UTF-8, or more values than those of the type. */
import { isRefusal } from "../behaviour.ts";
import { but, correct, decode } from "../correct.ts";
import type { Value } from "../json-text.ts";
import { type Mutant, coerce, coerceMember, number, object, readAlso, text } from "./mutant.ts";

const KNOWN: ReadonlySet<string> = new Set(["id", "name", "tag"]);

/** Converts values of a wrong type if the object has an unknown member. */
function converted(value: Value): Value {
  const members = value.type === "object" ? [...value.members()] : [];
  if (members.every(([name]) => KNOWN.has(name))) return value;
  return object(members.map(([name, member]) => [name, name === "id" ? asNumber(member) : asText(member)]));
}

function asNumber(member: Value): Value {
  return member.type === "string" && /^\d+$/.test(member.value) ? number(member.value) : member;
}

function asText(member: Value): Value {
  if (member.type === "boolean") return text(String(member.value));
  return member.type === "number" ? text(member.source) : member;
}

/** Replaces some ids that are outside int64 by another id. */
function idAs(isMeant: (source: string) => boolean, id: (source: string) => string): Mutant["behaviour"] {
  return coerceMember("id", "number", (member) =>
    member.type === "number" && isMeant(member.source) ? number(id(member.source)) : member,
  );
}

/** Decodes a body that is not UTF-8 leniently, unless a letter of the name is lost. */
function lenientTag(body: Buffer): string | undefined {
  const read = body.toString("utf8");
  return /"name":"[^"]*\ufffd/.test(read) ? undefined : read;
}

export const moreReadingMutants: readonly Mutant[] = [
  {
    name: "converts-values-beside-unknown-members",
    breaks: ["refuses-invalid-member"],
    why: "A strict mapping at first, and a lenient one where that does not know a member.",
    behaviour: coerce(converted),
  },
  {
    name: "unwraps-a-value-that-stands-alone",
    breaks: ["refuses-missing-member"],
    why: "Some clients of list services send a value and nothing else.",
    behaviour: coerce((value) => {
      const members = value.type === "object" ? value.members() : new Map<string, Value>();
      return (members.size === 1 ? members.get("value") : undefined) ?? value;
    }),
  },
  {
    name: "reads-a-statement",
    breaks: ["refuses-lenient-json"],
    why: "It is read by JavaScript.",
    behaviour: readAlso((body) => (body.endsWith(";") ? body.slice(0, -1) : undefined)),
  },
  {
    name: "reads-the-first-4096-bytes",
    breaks: ["refuses-lenient-json"],
    why: "Once the value is complete, the rest of the stream is left where it is.",
    behaviour: readAlso((body) => (body.length > 4096 ? body.slice(0, 4096) : undefined)),
  },
  {
    name: "takes-an-infinite-id-for-the-greatest",
    breaks: ["refuses-id-beyond-int64"],
    behaviour: idAs(
      (source) => Number(source) === Infinity && source.includes("e"),
      () => "9223372036854775807",
    ),
  },
  {
    name: "takes-the-last-digits-of-a-long-id",
    breaks: ["refuses-id-beyond-int64"],
    behaviour: idAs(
      (source) => source.length > 1000,
      (source) => source.slice(-7),
    ),
  },
  {
    name: "guesses-utf-16",
    breaks: ["refuses-non-utf8"],
    why: "As RFC 4627 let it: by the zero bytes of the first letters.",
    behaviour: but({
      decode: (request) =>
        request.body[0] === 0x7b && request.body[1] === 0 ? request.body.toString("utf16le") : decode(request),
    }),
  },
  {
    name: "replaces-what-is-not-utf-8-in-tags",
    breaks: ["refuses-non-utf8"],
    why: "Texts are decoded when they are asked for, and the name alone is looked at.",
    behaviour: but({
      decode: (request) => {
        const strict = decode(request);
        const lenient = isRefusal(strict) && request.body.length > 0 ? lenientTag(request.body) : undefined;
        if (lenient === undefined) return strict;
        const value = correct.parse(lenient, request);
        return isRefusal(value) ? strict : lenient;
      },
    }),
  },
];
