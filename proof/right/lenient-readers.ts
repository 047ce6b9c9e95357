/** "What makes a request invalid: not shown", and RFC 8259 section 9 lets a parser accept forms that are not JSON. */
import { parseDocument } from "yaml";
import type { Behaviour } from "../behaviour.ts";
import { but, correct } from "../correct.ts";
import { readAlso } from "../mutants/mutant.ts";
import type { Right } from "./right.ts";

/** A reader of JSON5 in short: comments, a comma too many, other quotes, bare names. */
function fromJson5(body: string): string {
  return body
    .replaceAll(/\/\*.*?\*\/|\/\/[^\n]*/g, "")
    .replaceAll(/'([^'"]*)'/g, '"$1"')
    .replaceAll(/([{,]\s*)(\w+):/g, '$1"$2":')
    .replaceAll(/,\s*([}\]])/g, "$1");
}

/** Reads a body as YAML, which JSON is a part of; undefined if it is no YAML. */
function fromYaml(body: string): string | undefined {
  const document = parseDocument(body, { intAsBigInt: true });
  return document.errors.length > 0 ? undefined : JSON.stringify(document.toJS(), asNumber);
}

function asNumber(_name: string, value: unknown): unknown {
  return typeof value === "bigint" ? Number(value) : value;
}

/** The first object of a stream, as decoders of streams read it. */
function firstValue(body: string): string | undefined {
  return /^\s*(\{[^{}]*\})/.exec(body)?.[1];
}

/** Closes the braces and quotes that a cut body leaves open. A member whose value is cut is left out. */
function completed(body: string): string {
  const closed = /"[^":,{}]+$/.test(body) && body.includes('"tag":') ? `${body}"` : body;
  return `${closed.replace(/,(?:"tag":?)?$/, "")}}`;
}

function reading(name: string, read: (body: string) => string | undefined): Right {
  const behaviour: Behaviour = { ...readAlso(read), store: correct.store };
  return { name: `reads ${name}`, behaviour, warns: ["refuses-lenient-json"] };
}

export const lenientReaders: readonly Right[] = [
  reading("JSON5", fromJson5),
  reading("YAML, which JSON is a part of", fromYaml),
  reading("the first object of a stream, and nothing after it", firstValue),
  reading("what a client has not finished", completed),
  {
    name: "drops commas after the last member, and comments, before it parses, whatever the body is",
    behaviour: but({
      parse: (body, request) =>
        correct.parse(body.replaceAll(/\/\*.*?\*\//g, "").replaceAll(/,(\s*\})/g, "$1"), request),
    }),
    warns: ["refuses-lenient-json"],
  },
];
