/** Which requirement each shipped interaction shows broken, worked out from the document for each answer. */
import { describe, expect, test } from "vitest";
import { readRecords } from "../spec/requirements.ts";
import { shippedPacts } from "./shipped-pacts.ts";
import { brokenRequirement, type Failed, judgeInteraction } from "./pact-interaction.ts";
import { readPact } from "./pact-file.ts";
import { readOperation } from "../spec/read-operation.ts";
import { loadValidators } from "../spec/validators.ts";
import { documentForPacts } from "./document-for-pacts.ts";

const records = new Map(readRecords().map((record) => [record.id, record]));
const interactions = new Map(
  shippedPacts()
    .flatMap((source) => readPact(source).interactions)
    .map((one) => [one.description, one]),
);

/** The requirement that a failure with findings at these places shows broken. */
function broken(description: string, answer: Failed["answer"], ...places: readonly string[]): string | undefined {
  const interaction = interactions.get(description);
  const findings = places.map((where) => ({ where, expected: "", seen: "" }));
  const failed = { expected: interaction?.status ?? 0, findings, answer, hasAcceptedParent: true };
  return brokenRequirement(interaction?.requirements ?? [], records, failed);
}

const accepted = [
  ["a plant without a tag", "accepts-valid-plant"],
  ["a plant whose name the page shows", "accepts-valid-plant"],
  ["a plant whose tag the page shows", "accepts-valid-plant"],
  ["a form that is filled in", "accepts-valid-plant"],
  // The id is not ordinary: that every positive id is accepted is only a SHOULD.
  ["a plant with an id beyond 2^53", "accepts-every-positive-id"],
] as const;
const read = accepted.map(([description]) => description).filter((one) => one !== "a form that is filled in");

describe("of a valid plant", () => {
  test.each(accepted)("%s: another status than 200 breaks %s", (description, requirement) => {
    for (const status of [201, 204, 307, 400, 404, 500]) {
      expect(broken(description, { status, value: {} }, "status", "/name", "/tag")).toBe(requirement);
    }
  });

  test.each(read)(
    "%s: a 200 is held to its media type, its encoding and its shape, before what it gives back",
    (one) => {
      const value = { name: "Baobab x", tag: "succulent" };
      expect(broken(one, { status: 200, value }, "header content-type", "/tag")).toBe("plant-media-type");
      expect(broken(one, { status: 200 }, "")).toBe("plant-encoding");
      expect(broken(one, { status: 200, value: [value] }, "")).toBe("plant-shape");
      expect(broken(one, { status: 200, value: {} }, "/name", "/tag")).toBe("plant-shape");
      expect(broken(one, { status: 200, value: { name: 7 } }, "/name")).toBe("plant-shape");
    },
  );

  test("a name that is another text breaks returns-name, which is a SHOULD", () => {
    expect(broken("a plant whose name the page shows", { status: 200, value: { name: "x" } }, "/name")).toBe(
      "returns-name",
    );
  });

  test("a tag that is another text, or is missing, breaks returns-tag; one that is not a string the shape", () => {
    const one = "a plant whose tag the page shows";
    for (const value of [{ name: "x" }, { name: "x", tag: "SUCCULENT" }]) {
      expect(broken(one, { status: 200, value }, "/tag")).toBe("returns-tag");
    }
    for (const tag of [null, 7, ["succulent"]]) {
      expect(broken(one, { status: 200, value: { name: "x", tag } }, "/tag")).toBe("plant-shape");
    }
  });
});

describe("of what is not a plant", () => {
  const refused = [
    ["a form without a name", "refuses-missing-member"],
    ["a form with words for an id", "refuses-invalid-member"],
    ["a plant with an id beyond int64", "refuses-id-beyond-int64"],
  ] as const;

  test.each(refused)("%s: success breaks %s, any other status than 400 only the SHOULD", (description, requirement) => {
    for (const status of [200, 201, 204]) {
      expect(broken(description, { status, value: { name: "x" } }, "status", "/error", "/message")).toBe(requirement);
    }
    for (const status of [302, 404, 422, 500]) {
      expect(broken(description, { status, value: { name: "x" } }, "status", "/error")).toBe("refuses-with-400");
    }
  });

  test.each(refused)("%s: a 400 is held to its media type, its encoding and its shape", (description) => {
    const value = { error: 400, message: "no" };
    expect(broken(description, { status: 400, value }, "header content-type")).toBe("error-media-type");
    expect(broken(description, { status: 400 }, "")).toBe("error-encoding");
    expect(broken(description, { status: 400, value: [value] }, "")).toBe("error-shape");
    expect(broken(description, { status: 400, value: { ...value, error: "400" } }, "/error")).toBe("error-shape");
    expect(broken(description, { status: 400, value: { error: 400 } }, "/message")).toBe("error-shape");
  });
});

test("where no ordinary request was accepted, a refusal says nothing of an odd id, nor which status refusals have", () => {
  const failed = { findings: [], answer: { status: 422 }, hasAcceptedParent: false };
  const every = ["accepts-every-positive-id", "refuses-with-400", "refuses-missing-member", "accepts-valid-plant"];
  expect(brokenRequirement(every, records, { ...failed, expected: 400 })).toBeUndefined();
  expect(brokenRequirement(every.slice(0, 3), records, { ...failed, expected: 200 })).toBeUndefined();
  expect(brokenRequirement(every, records, { ...failed, expected: 200 })).toBe("accepts-valid-plant");
});

test("a finding that contradicts the answer itself, or says nothing of it, breaks nothing", () => {
  const plant = { status: 200, value: { name: "x" } };
  expect(broken("a plant without a tag", plant, "", "/name")).toBeUndefined();
  expect(broken("a form without a name", { status: 400, value: { error: 1, message: "" } }, "", "/error")).toBe(
    undefined,
  );
});

const document = documentForPacts(readOperation(), await loadValidators(readOperation()));

/** The remark on an interaction of a user that expects 200 for a plant and is answered otherwise. */
function remarkOn(status: number, change: object = {}, generators: object = {}): string | undefined {
  const request = { method: "POST", path: "/plants", body: { id: 1_000_001, name: "Fern" }, generators };
  const one = { description: "one", request, response: { status: 200 }, ...change };
  const pact = { consumer: { name: "shop" }, provider: { name: "store" }, interactions: [one] };
  const [interaction] = readPact({ text: JSON.stringify(pact), name: "test", origin: "user-supplied" }).interactions;
  const mismatch = { type: "StatusMismatch", expected: 200, actual: status };
  const report = JSON.stringify({ errors: [{ mismatch: { mismatches: [mismatch] } }] });
  const seen = { answered: true, status, value: {} } as const;
  const evidence = { redact: (text: string) => text, records, hasStatesUrl: true, document, seen, report, ended: "" };
  return interaction && judgeInteraction(interaction, { ...evidence, hasAcceptedParent: true }).remark;
}

test("a refused plant whose id stands in the pact gets a remark that an earlier run may have left it", () => {
  expect(remarkOn(409)).toMatch(/^The id 1000001 stands in the pact, .*"a plant that the store does not have"\.$/);
  expect(remarkOn(422)).toBe(remarkOn(409));
});

test.each([
  ["another status", remarkOn(415)],
  ["success", remarkOn(201)],
  ["an expected refusal", remarkOn(409, { response: { status: 400 } })],
  ["a provider state", remarkOn(409, { providerStates: [{ name: "a plant exists" }] })],
  ["an id that is generated", remarkOn(409, {}, { body: { "$.id": { type: "RandomInt" } } })],
  ["a request without an id", remarkOn(409, { request: { method: "POST", path: "/plants", body: { name: "Fern" } } })],
])("there is no such remark for %s", (_what, remark) => {
  expect(remark).toBeUndefined();
});
