/** The titles of checks, also of fuzzing, by a document with other statuses. */
import { describe, expect, test } from "vitest";
import { likeTheError, responsesIn, revised } from "../spec/testing/revised.ts";
import { compileValidators } from "../spec/compile-schemas.ts";
import { fuzzChecks } from "./fuzz/fuzz-checks.ts";
import { checksOf } from "./index.ts";

describe("by a document that shows 201 and 422 in place of 200 and 400, a maxLength of 200 and a 401", () => {
  const operation = revised((document) => {
    const responses = responsesIn(document);
    const { 200: success = {}, 400: failure = {} } = responses;
    delete responses["200"];
    delete responses["400"];
    Object.assign(responses, { 201: success, 422: failure, 401: likeTheError });
    Object.assign(document.components.schemas.Plant.properties.tag, { maxLength: 200 });
  });
  const checks = checksOf(operation, compileValidators(operation));
  const titles = [...checks, ...fuzzChecks(checks, operation).values()].map(({ title }) => title);

  test("no title names a status that the document does not have", () => {
    expect(titles.filter((title) => /\b[24]00\b/u.test(title.replaceAll("maxLength 200", "")))).toEqual([]);
  });

  test.each([
    "An ordinary NewPlant with every member is answered with 201",
    "An object whose `tag` is just within maxLength 200 is answered with 201",
    "Every body that is not a NewPlant is refused with 422",
    "A 201 has no tag if the request had none",
    "Status codes other than 201, 401 and 422",
    "Every generated NewPlant with ordinary values is answered with 201",
  ])("has: %s", (title) => {
    expect(titles).toContain(title);
  });
});

test("fuzzing does not ask what a document leaves nothing to ask about: a tag that it has a default for", () => {
  const operation = revised((document) => {
    Object.assign(document.components.schemas.Plant.properties.tag, { default: "herb" });
  });
  const asked = fuzzChecks(checksOf(operation, compileValidators(operation)), operation);
  expect([...asked.keys()]).toContain("returns-tag");
  expect([...asked.keys()]).not.toContain("adds-no-tag");
});
