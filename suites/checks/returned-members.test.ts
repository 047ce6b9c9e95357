import { describe, expect, test } from "vitest";
import { type Given, historyOf } from "../testing/history.ts";
import { addedOptionalLabel, isAnothers } from "./returned-members.ts";

const named = { kind: "valid", plant: { name: "null", tag: "moss" } } as const;

/** Whether the answer to a request counts as another's. The tag of the request is the other one's name. */
function isOfOther(body: Readonly<Record<string, string>>, other: Given = named): boolean {
  const run = historyOf(other, {
    kind: "valid",
    plant: { name: "Fern", tag: "null" },
    body: JSON.stringify(body),
  });
  const [, sent] = run;
  return sent !== undefined && isAnothers(sent, run);
}

describe("an answer whose name is the tag that was sent", () => {
  test("is that of another request with this name and the tag that came back", () => {
    expect(isOfOther({ name: "null", tag: "moss" })).toBe(true);
  });

  test("is not where name and tag are exchanged, or nothing shows whose it is", () => {
    expect(isOfOther({ name: "null", tag: "Fern" })).toBe(false);
    expect(isOfOther({ name: "null" })).toBe(false);
    expect(isOfOther({ name: "null" }, { kind: "valid", plant: { name: "null" } })).toBe(false);
  });
});

test("a null, where the schema allows one, is no tag that was added", () => {
  const added = (body: object): number => {
    const [sent] = historyOf({ kind: "valid", plant: { name: "Fern" }, body: JSON.stringify(body) });
    return sent === undefined ? -1 : addedOptionalLabel(sent).length;
  };
  expect([added({ name: "Fern", tag: null }), added({ name: "Fern", tag: "" })]).toEqual([0, 1]);
});
