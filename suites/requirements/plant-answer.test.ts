import { describe, expect, test } from "vitest";
import type { CheckId } from "../checks/check.ts";
import { outcomeOf } from "../testing/checks.ts";
import type { Given } from "../testing/history.ts";

describe("what a 200 gives back", () => {
  const given = (plant: Given["plant"], body: unknown, more: Given = {}): Given => ({
    ...(plant === undefined ? {} : { plant }),
    body: JSON.stringify(body),
    ...more,
  });
  const fern = { name: "Fern", tag: "moss" };

  test.each<readonly [CheckId, Given, string]>([
    ["returns-name/ordinary", given(fern, fern), "passed"],
    ["returns-name/ordinary", given(fern, { name: "fern", tag: "moss" }), '/name "fern"'],
    ["returns-name/ordinary", given(fern, { name: "moss", tag: "moss" }), '/name "moss"'],
    ["returns-name/ordinary", given(fern, { name: "  " }), '/name "  "'],
    ["returns-name/ordinary", given(fern, { name: "fern" }, { kind: "valid" }), '/name "fern"'],
    ["returns-name/ordinary", given(fern, { name: "fern" }, { kind: "open" }), "no-occasion"],
    ["returns-name/ordinary", given(fern, { name: "fern" }, { status: 201 }), "no-occasion"],
    ["returns-name/ordinary", given(null, { name: "fern" }, { kind: "valid" }), "no-occasion"],
    ["returns-name/ordinary", given(fern, { name: 1 }), "passed"],
    ["returns-name/ordinary", given(fern, [fern]), "passed"],
    ["returns-name/ordinary", given(fern, null), "passed"],
    ["returns-tag/ordinary", given(fern, fern), "passed"],
    ["returns-tag/ordinary", given(fern, { name: "Fern" }), "/tag no such member"],
    ["returns-tag/ordinary", given(fern, { name: "Fern", tag: "Moss" }), '/tag "Moss"'],
    ["returns-tag/ordinary", given({ name: "Fern" }, { name: "Fern", tag: "x" }), "no-occasion"],
    ["returns-tag/ordinary", given(fern, "Fern"), "passed"],
    ["returns-tag/ordinary", given(fern, { name: "Fern", tag: null }), "passed"],
    ["adds-no-tag/ordinary", given({ name: "Fern" }, { name: "Fern", tag: null }), "passed"],
    ["adds-no-tag/ordinary", given({ name: "Fern" }, { name: "Fern" }), "passed"],
    ["adds-no-tag/ordinary", given({ name: "Fern" }, { name: "Fern", tag: "" }), '/tag ""'],
    ["adds-no-tag/ordinary", given(fern, fern), "no-occasion"],
    ["plant-has-no-id/every-200", given(fern, { ...fern, id: 1 }), "/id 1"],
    ["plant-has-no-id/every-200", given(fern, "id"), "passed"],
    ["plant-has-no-other-members/every-200", given(fern, { ...fern, id: 1, colour: null }), "/colour null"],
    ["plant-has-no-other-members/every-200", given(fern, { ...fern, id: 1 }), "passed"],
    ["plant-has-no-other-members/every-200", given(fern, ["Fern"]), "passed"],
  ])("%s: %j is judged %s", (id, one, expected) => {
    expect(outcomeOf(id, [one])).toBe(expected);
  });

  test.each<readonly [CheckId, Given["plant"]]>([
    ["returns-name/ordinary", { name: "Iris", tag: "moss" }],
    ["returns-tag/ordinary", { name: "Iris", tag: "bulb" }],
    ["adds-no-tag/ordinary", { name: "Iris" }],
  ])("%s says nothing of an answer that belongs to another request", (id, plant) => {
    const other = given({ name: "Other", tag: "vine" }, { name: "Other", tag: "vine" }, { kind: "open" });
    expect(outcomeOf(id, [other, given(plant, { name: "Other", tag: "vine" })])).toBe("no-occasion");
  });

  test("is its own where it is the tag in place of the name, or blank, even if another request sent that", () => {
    const moss = given(fern, { name: "moss", tag: "moss" });
    const blank = given(fern, { name: "  ", tag: "moss" });
    const others = [given({ name: "moss" }, {}, { status: 400 }), given({ name: "  " }, {}, { status: 400 })];
    expect(outcomeOf("returns-name/ordinary", [...others, moss])).toBe('/name "moss"');
    expect(outcomeOf("returns-name/ordinary", [...others, blank])).toBe('/name "  "');
  });

  test("belongs to no other request where no name was sent, or none came back", () => {
    const nameless = given(null, { name: "Fern 0" }, { kind: "open" });
    expect(outcomeOf("keeps-answers-apart/at-once", [{}, { startedMs: 0 }, nameless], [0, 1])).toBe("passed");
    expect(outcomeOf("returns-name/ordinary", [nameless, given(fern, { name: 1 })])).toBe("passed");
  });

  test("may be what an earlier run stored, where the id may be taken", () => {
    const old: Given = { plant: fern, body: '{"name":"Other"}', mayMeet: "taken-id" };
    const other = given({ name: "Other" }, {}, { kind: "open", status: 400 });
    expect(outcomeOf("returns-name/ordinary", [old])).toBe("no-occasion");
    expect(outcomeOf("returns-tag/ordinary", [old])).toBe("no-occasion");
    expect(outcomeOf("keeps-answers-apart/at-once", [{}, { startedMs: 0 }, other, old], [0, 1])).toBe("passed");
  });

  test("is reported by twenty other members at most", () => {
    const names = Array.from({ length: 21 }, (_, place) => `m${place}`);
    const full = given(fern, { ...fern, ...Object.fromEntries(names.map((name) => [name, 1])) });
    const reported = names.slice(0, 20).map((name) => `/${name} 1`);
    expect(outcomeOf("plant-has-no-other-members/every-200", [full])).toBe(reported.join("; "));
  });

  test.each<readonly [status: number, body: string, expected: string]>([
    [200, '{"name":"Fern","tag":"moss","name":"Fern"}', ' the member "name" more than once'],
    [200, '{"name":"Fern","tag":"moss"}', "passed"],
    [400, '{"error":1,"error":1,"message":"m"}', ' the member "error" more than once'],
    [409, '{"error":1,"error":1,"message":"m"}', "no-occasion"],
    [200, "not JSON", "no-occasion"],
  ])("%i with the body %s: each member once is judged as %j", (status, body, expected) => {
    expect(outcomeOf("answers-name-members-once/every-answer", [{ ...given(fern, fern), status, body }])).toBe(
      expected,
    );
  });

  test("with many members twice has twenty of them reported", () => {
    const names = Array.from({ length: 21 }, (_, place) => `m${place}`);
    const twice = [...names, ...names].map((name) => `"${name}":1`).join(",");
    const outcome = outcomeOf("answers-name-members-once/every-answer", [{ ...given(fern, fern), body: `{${twice}}` }]);
    expect(outcome.split("; ")).toHaveLength(20);
  });

  test("is compared with nothing where nothing was sent to compare it with", () => {
    const nameless = given(null, { name: "Fern", tag: "moss" }, { kind: "open" });
    const tagless = given({ name: "Fern" }, { name: "Fern", tag: "moss" }, { kind: "open" });
    expect(outcomeOf("returns-name/markup", [nameless], [0])).toBe("passed");
    expect(outcomeOf("returns-tag/digits", [tagless], [0])).toBe("passed");
  });

  test("of an odd name is judged where it was accepted", () => {
    const odd = given({ name: "Fern <b>" }, { name: "Fern &lt;b>" }, { kind: "open" });
    expect(outcomeOf("returns-name/markup", [odd], [0])).toBe('/name "Fern &lt;b>"');
    expect(outcomeOf("returns-name/markup", [{ ...odd, status: 400 }], [0])).toBe("no-occasion");
    expect(outcomeOf("returns-name/markup", [given(fern, fern), { ...odd, body: '{"name":"Fern"}' }], [1])).toBe(
      "no-occasion",
    );
  });
});
