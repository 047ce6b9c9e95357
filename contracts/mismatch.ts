/** The verifier's mismatches as findings: what was expected, what was seen, and where in the answer. */
import type { Finding } from "../reports/result.ts";
import { at, listAt, parseJson, stringAt } from "./json.ts";

/** Longer values are cut: a finding is read by a person. */
const SHOWN = 200;

/**
 * Findings for the mismatches of one interaction, one a place.
 * @param mismatches as `@pact-foundation/pact-core` 19 reports them, of unknown shape
 * @param redact applied to a value before it is cut, so that no part of a token is left at the cut
 */
export function findingsOf(mismatches: readonly unknown[], redact: (text: string) => string): readonly Finding[] {
  const findings = mismatches.flatMap((mismatch) => findingsFor(mismatch));
  const places = new Set<string>();
  // A wrong media type is reported twice, as the header's and as the body's.
  const once = findings.filter(({ where }) => !places.has(where) && places.add(where));
  return once.map(({ where, expected, seen }) => ({
    where: shorten(redact(where)),
    expected: shorten(redact(expected)),
    seen: shorten(redact(seen)),
  }));
}

function findingsFor(mismatch: unknown): readonly Finding[] {
  const expected = demandOf(mismatch);
  const seen = show(at(mismatch, "actual"));
  switch (stringAt(mismatch, "type")) {
    case "StatusMismatch":
      return [{ where: "status", expected: show(at(mismatch, "expected")), seen }];
    case "HeaderMismatch": {
      const name = (stringAt(mismatch, "key") ?? "").toLowerCase();
      return [{ where: `header ${name}`, expected, seen: seen === "" ? "no such header" : seen }];
    }
    case "BodyTypeMismatch":
      return [{ where: "header content-type", expected: show(at(mismatch, "expected")), seen }];
    case "BodyMismatch":
      return bodyFindings(mismatch, expected, seen);
    case undefined:
    default:
      return [{ where: "", expected: stringAt(mismatch, "mismatch") ?? show(mismatch), seen }];
  }
}

/** A member that is missing is reported of the object; the finding is about the member. */
function bodyFindings(mismatch: unknown, expected: string, seen: string): readonly Finding[] {
  const where = pointerOf(stringAt(mismatch, "path") ?? "$");
  const sentence = stringAt(mismatch, "mismatch") ?? "";
  if (sentence.startsWith("Actual map is missing")) {
    const present = new Set(listAt({ keys: parseJson(seen) }, "keys"));
    const missing = listAt({ keys: parseJson(show(at(mismatch, "expected"))) }, "keys").filter(
      (key) => !present.has(key),
    );
    return missing.map((key) => ({
      where: `${where}/${escape(String(key))}`,
      expected: "to be present",
      seen: "nothing",
    }));
  }
  if (sentence.startsWith("Failed to parse")) return [{ where, expected: "JSON text", seen }];
  return [{ where, expected, seen: seen === "null" && at(mismatch, "actual") === null ? "an empty body" : seen }];
}

/** What the pact demands: a matcher says it in words at the end of its sentence, an example is to be equalled. */
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
  return typeof value === "string" ? value : (JSON.stringify(value) ?? "nothing");
}

function shorten(text: string): string {
  return text.length <= SHOWN ? text : `${text.slice(0, SHOWN - 3)}...`;
}
