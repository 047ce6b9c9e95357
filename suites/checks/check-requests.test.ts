/** The parts of a planned request that depend on its body. */
import { expect, test } from "vitest";
import { readOperation } from "../../spec/read-operation.ts";
import { singleFeatures } from "./request-variants.ts";
import { requestsTo } from "./check-requests.ts";

const operation = readOperation();
const expecting = singleFeatures(operation.requestMediaType).filter(({ name }) => name === "expect-continue");

test.each<readonly [string, string | null]>([
  ["an empty body", ""],
  ["no body", null],
])("a request with %s does not expect 100 (RFC 9110 section 10.1.1)", (_what, body) => {
  const { headers, framing, features } = requestsTo(operation).varied(expecting).raw("not-a-plant", body);
  expect(framing).toBe("content-length");
  expect(headers.map(([name]) => name)).not.toContain("Expect");
  expect(features).toBeUndefined();
});

test("a request with a body expects 100 where its variant says so", () => {
  const { headers, framing, features } = requestsTo(operation).varied(expecting).ordinary(1);
  expect({ framing, features }).toEqual({ framing: "expect-continue", features: ["expect-continue"] });
  expect(headers).toContainEqual(["Expect", "100-continue"]);
});
