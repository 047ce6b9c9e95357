/** Security schemes: their places and names. */
import { expect, test } from "vitest";
import { type Security, securityOf } from "./security-schemes.ts";

function read(securitySchemes: object): Security {
  const document = { paths: { "/a": { post: {} } }, security: [{ a: [] }], components: { securitySchemes } };
  return securityOf(document, "/paths/~1a/post");
}

test("a scheme may be a reference", () => {
  const schemes = { a: { $ref: "#/components/securitySchemes/b" }, b: { type: "http", scheme: "bearer" } };
  expect(read(schemes)).toEqual({ kind: "bearer" });
});

test.each([undefined, "", "X Key", "X\r\nKey"])("a key in a header field called %j cannot be sent", (name) => {
  expect(() => read({ a: { type: "apiKey", in: "header", name } })).toThrow(
    "The keyword name at /components/securitySchemes/a",
  );
});
