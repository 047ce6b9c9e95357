/**
 * After each edit, at every place where it can be made, an ordinary body is not JSON; the platform's parser is the
 * witness.
 */
import { describe, expect, test } from "vitest";
import { readOperation } from "../../spec/read-operation.ts";
import { pickInTurn, ORDINARY_IDS, textOf } from "./body-drafts.ts";
import { lenientEdits, otherFormats } from "./lenient-edits.ts";
import { secondEdits, firstEdits } from "./text-edits.ts";
import { ordinaryDraft } from "./ordinary-values.ts";

const { request } = readOperation();
const edits = [...firstEdits, ...secondEdits, ...otherFormats, ...lenientEdits];
const bodies = [ORDINARY_IDS.least, 123_456_789, 2 ** 31 - 1].map((n) => textOf(ordinaryDraft(request, n)));
const withoutTag = textOf(ordinaryDraft(request, 7_000_001, "required"));

describe("an edit", () => {
  test.each(edits.map((edit) => [edit.slug, edit] as const))("%s leaves no JSON at any place", (_slug, { texts }) => {
    for (const body of [...bodies, withoutTag]) {
      expect(texts(body).length).toBeGreaterThan(0);
      for (const text of texts(body)) expect(() => JSON.parse(text) as unknown, text).toThrow(SyntaxError);
      expect(new Set(texts(body)).size).toBe(texts(body).length);
    }
  });

  test("has a name of its own", () => {
    expect(new Set(edits.map(({ slug }) => slug)).size).toBe(edits.length);
  });
});

/** The unknown member, whose value is a word, a number, a string, an array or an object. */
const VALUE = /"(?:dark)?colour":(?:"[\w\\]+"|[-+.\w]+|\[[^\]]*\]|\{[^}]*\})/;

test("an edit in an unknown member is one value away from JSON", () => {
  const inUnknown = edits.filter(({ isInUnknownMember }) => isInUnknownMember === true);
  expect(inUnknown.length).toBeGreaterThan(1);
  for (const { texts } of inUnknown) {
    for (const text of texts(withoutTag)) {
      const repaired = text.replaceAll(/\p{Cc}/gu, "").replace(VALUE, '"colour":1');
      expect(JSON.parse(repaired) as unknown).toMatchObject({ id: 7_000_001, colour: 1 });
    }
  }
});

test("each place is drawn over the numbers of a few runs", () => {
  const places = ["first", "second", "third"];
  const drawn = Array.from({ length: 12 }, (_, k) => pickInTurn(places, 1_000_000 + 64 * k));
  expect(new Set(drawn)).toEqual(new Set(places));
});
