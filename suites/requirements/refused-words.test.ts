/** Which words the profile names as refused. */
import { expect, test } from "vitest";
import { evidenceOf, outcomeOf } from "../testing/checks.ts";
import type { Given } from "../testing/history.ts";

const open = (name: string, status = 400, more: Given = {}): Given => ({
  kind: "open",
  plant: { name, tag: "moss" },
  status,
  ...more,
});
const tagged = (name: string, tag: string, status: number, more: Given = {}): Given =>
  open(name, status, { plant: { name, tag }, ...more });
const again: Given = { kind: "open", askedBy: "returns-tag/name-again", status: 409 };

test.each<readonly [string, readonly Given[], string]>([
  ["a word that is refused beside an ordinary tag", [open("null")], 'name "null"'],
  ["no word that is accepted in another request", [open("null"), open("null", 200)], "none"],
  ["a word of SQL after an ordinary one", [open("Fern Union Select")], 'name "Union Select"'],
  [
    "of several words of SQL only the one that is refused by itself",
    [open("Fern Union Select Drop Table"), open("Fern Union Select", 200), open("Fern Drop Table")],
    'name "Drop Table"',
  ],
  ["a tag beside an ordinary name", [tagged("Fern", "null", 422)], 'tag "null"'],
  ["neither of two words that are refused together", [tagged("true", "nan", 403)], "none"],
  [
    "a tag beside an odd name that is accepted without it",
    [
      tagged("Fern \u{1f331}", "nan", 400, { askedBy: "returns-name/emoji" }),
      open("Aloe \u{1f331}", 200, { askedBy: "returns-name/emoji" }),
    ],
    'tag "nan"',
  ],
  [
    "no tag beside an odd name that is refused without it as well",
    [
      tagged("Fern \u{1f331}", "nan", 400, { askedBy: "returns-name/emoji" }),
      open("Aloe \u{1f331}", 400, { askedBy: "returns-name/emoji" }),
    ],
    "none",
  ],
  [
    "a tag beside an odd name that is accepted without it, where a gateway was busy at first",
    [
      tagged("Fern \u{1f331}", "nan", 503, { askedBy: "returns-name/emoji", standing: "asked-again" }),
      tagged("Fern \u{1f331}", "nan", 400, { askedBy: "returns-name/emoji" }),
      open("Aloe \u{1f331}", 200, { askedBy: "returns-name/emoji" }),
    ],
    'tag "nan"',
  ],
  [
    "no tag beside an odd name that is accepted with another word",
    [
      tagged("Fern \u{1f331}", "nan", 400, { askedBy: "returns-name/emoji" }),
      tagged("Aloe \u{1f331}", "null", 200, { askedBy: "returns-name/emoji" }),
    ],
    "none",
  ],
  [
    "no tag beside an odd name that was sent more than once without it",
    [
      tagged("Fern \u{1f331}", "nan", 400, { askedBy: "returns-name/emoji" }),
      open("Aloe \u{1f331}", 200, { askedBy: "returns-name/emoji" }),
      open("Oak \u{1f331}", 400, { askedBy: "returns-name/emoji" }),
    ],
    "none",
  ],
  ["no tag beside an odd name alone", [tagged("Fern \u{1f331}", "nan", 400)], "none"],
  ["no word of several that are refused together", [open("Fern Union Select Drop Table")], "none"],
  ["a tag with a word of SQL", [tagged("Fern", "moss Union Select", 400)], 'tag "Union Select"'],
  ["no word alone where labels have to be unique", [open("null"), again], "none"],
  ["a word alone where labels have not to be unique", [open("null"), { ...again, status: 200 }], 'name "null"'],
  ["no text that is not of the form of an ordinary one", [open("=1+1"), open("null", 200)], "none"],
])("names %s", (_title, given, value) => {
  expect(outcomeOf("refused-words/value", [{}, ...given, {}])).toBe(value);
});

test("says nothing of a provider that refuses everything, or of a run that sent no such word", () => {
  expect(outcomeOf("refused-words/value", [{ status: 400 }, open("null"), { status: 400 }])).toBe("no-occasion");
  expect(outcomeOf("refused-words/value", [{}, open("Fern"), {}])).toBe("no-occasion");
  expect(outcomeOf("refused-words/value", [{}, open("null", 429), {}])).toBe("no-occasion");
  expect(outcomeOf("refused-words/value", [{}, open("null", 400, { kind: "valid" }), {}])).toBe("no-occasion");
});

test("says of a provider that takes such words that it refuses none, whatever became of other requests", () => {
  expect(outcomeOf("refused-words/value", [{ status: 400 }, open("null", 200)])).toBe("none");
});

test("is shown by the requests that were refused, and otherwise by all of them", () => {
  const id = "refused-words/value";
  expect(evidenceOf(id, [{}, open("null", 200), open("Fern"), tagged("Fern", "nan", 200), {}])).toEqual([1, 3]);
  expect(evidenceOf(id, [{}, open("null"), open("Fern"), tagged("Fern", "nan", 200), {}])).toEqual([1]);
});
