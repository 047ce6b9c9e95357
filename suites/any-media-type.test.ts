/** Answers that a document shows in a range of media types: they are judged if they are JSON. */
import { stringify } from "yaml";
import { describe, expect, test } from "vitest";
import { readOperation } from "../spec/read-operation.ts";
import { responsesIn, revised } from "../spec/testing/revised.ts";
import { checksFor } from "./testing/revised-checks.ts";

describe("a body in any media type", () => {
  const { named, outcomeOf } = checksFor(
    revised((document) => {
      for (const [status, name] of [
        ["200", "Plant"],
        ["400", "Error"],
      ] as const) {
        const schema = { $ref: `#/components/schemas/${name}` };
        responsesIn(document)[status] = { content: { "*/*": { schema } } };
      }
    }),
  );

  test.each([
    ["plant-shape/every-200", 200, "application/json", "{}", "/name no such member"],
    ["plant-shape/every-200", 200, "text/html", "<p>", "no-occasion"],
    ["error-shape/every-400", 400, "application/problem+json", '{"error":1}', "/message no such member"],
    ["error-encoding/every-400", 400, "text/plain", "No", "no-occasion"],
  ] as const)("is asked by %s of a %d in %s: %s", (...[id, status, type, body, outcome]) => {
    expect(outcomeOf(id, [{ status, body, headers: [["Content-Type", type]] }])).toBe(outcome);
  });

  test("is not asked for its media type", () => {
    expect(outcomeOf("plant-media-type/every-200", [{ headers: [["Content-Type", "text/html"]] }])).toBe(
      "not-applicable",
    );
    expect(named("error-media-type/every-400")?.id).toBe("error-media-type/every-400");
  });
});

const thing = { type: "object", properties: { title: { type: "string" } }, required: ["title"] };

test.each([
  [["*/*"], "*/*"],
  [["text/plain", "application/*", "*/*"], "application/*"],
  [["*/*", "application/hal+json"], "application/hal+json"],
])("an answer in %j has the schema of %s", (types, key) => {
  const content = Object.fromEntries(types.map((type) => [type, { schema: thing }]));
  const requestBody = { content: { "application/json": { schema: thing } } };
  const responses = { 201: { content }, 404: { content } };
  const document = {
    openapi: "3.1.0",
    info: { version: "1" },
    paths: { "/things": { post: { requestBody, responses } } },
  };
  const { success, others } = readOperation(stringify(document));
  expect([success.schemaPath, others[0]?.schemaPath]).toEqual(
    [201, 404].map((status) => `/paths/~1things/post/responses/${status}/content/${key.replace("/", "~1")}/schema`),
  );
  expect(success).toMatchObject({ mediaType: key.includes("*") ? "application/json" : key, mediaTypes: types });
});
