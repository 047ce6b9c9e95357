/** Converts mismatches of Pact's verifier to findings: what was expected, what was seen, and where in the answer. */
import type { Finding } from "../result/result.ts";
import { oncePerPlace } from "./remark.ts";
import { at, listAt, parseJson, shown, stringAt } from "./json-values.ts";

/** The most characters of a value that are shown. */
const SHOWN = 200;

/**
 * Findings for the mismatches of one interaction, one for each place.
 * @param mismatches as `@pact-foundation/pact-core` 19 reports them, without a documented type
 * @param redact removes secrets from texts of the pact and the provider, before they are truncated
 */
export function findingsOf(mismatches: readonly unknown[], redact: (text: string) => string): readonly Finding[] {
  const findings = mismatches.flatMap((mismatch) => findingsFor(mismatch, redact));
  // A wrong media type is reported twice, for the header and for the body.
  return oncePerPlace(findings, ({ where }) => where).map(({ where, expected, seen }) => ({
    where: shorten(where),
    expected: shorten(expected),
    seen: shorten(seen),
  }));
}

function findingsFor(mismatch: unknown, redact: (text: string) => string): readonly Finding[] {
  const expected = redact(demandOf(mismatch));
  const live = show(at(mismatch, "actual"));
  const seen = redact(live);
  switch (stringAt(mismatch, "type")) {
    case "StatusMismatch":
      return [{ where: "status", expected: show(at(mismatch, "expected")), seen }];
    case "HeaderMismatch": {
      const name = redact(stringAt(mismatch, "key") ?? "").toLowerCase();
      return [{ where: `header ${name}`, expected, seen: seen === "" ? "no such header" : seen }];
    }
    case "BodyTypeMismatch":
      return [{ where: "header content-type", expected: show(at(mismatch, "expected")), seen }];
    case "BodyMismatch":
      return bodyFindings(mismatch, { expected, seen, live }, redact);
    case undefined:
    default:
      return [{ where: "", expected: redact(stringAt(mismatch, "mismatch") ?? show(mismatch)), seen }];
  }
}

/** The verifier reports a missing member for the object. The finding is for the member. */
function bodyFindings(
  mismatch: unknown,
  { expected, seen, live }: { readonly expected: string; readonly seen: string; readonly live: string },
  redact: (text: string) => string,
): readonly Finding[] {
  const where = redact(pointerOf(stringAt(mismatch, "path") ?? "$"));
  const sentence = stringAt(mismatch, "mismatch") ?? "";
  if (sentence.startsWith("Actual map is missing")) {
    const present = new Set(listAt({ keys: parseJson(live) }, "keys"));
    const missing = listAt({ keys: parseJson(show(at(mismatch, "expected"))) }, "keys").filter(
      (key) => !present.has(key),
    );
    return missing.map((key) => ({
      where: `${where}/${escape(redact(String(key)))}`,
      expected: "to be present",
      seen: "nothing",
    }));
  }
  if (sentence.startsWith("Failed to parse")) return [{ where, expected: "JSON text", seen }];
  return [{ where, expected, seen: seen === "null" && at(mismatch, "actual") === null ? "an empty body" : seen }];
}

/** What the pact expects: the end of a sentence for a matcher, or the value of an example. */
function demandOf(mismatch: unknown): string {
  const sentence = stringAt(mismatch, "mismatch") ?? "";
  const words =
    /^(?:Mismatch with header .*: |Type mismatch: )?Expected .* (to (?:be|match|have|contain|start|end) .*)$/s;
  return words.exec(sentence)?.[1] ?? show(at(mismatch, "expected"));
}

/** A JSON Pointer (RFC 6901) for a path such as `$.name`, `$['a b'][0]` or, for an empty body, `/`. */
function pointerOf(path: string): string {
  const steps = path.matchAll(/\.([^.[\]]+)|\[(\d+|\*)\]|\['((?:[^'\\]|\\.)*)'\]/g);
  return Array.from(
    steps,
    ([, name, index, quoted]) => `/${escape(name ?? index ?? quoted?.replaceAll("\\'", "'") ?? "")}`,
  ).join("");
}

function escape(name: string): string {
  return name.replaceAll("~", "~0").replaceAll("/", "~1");
}

function show(value: unknown): string {
  return typeof value === "string" ? value : shown(value);
}

function shorten(text: string): string {
  return text.length <= SHOWN ? text : `${text.slice(0, SHOWN - 3)}...`;
}
