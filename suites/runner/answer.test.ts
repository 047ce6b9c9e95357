import { brotliCompressSync, gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { readAnswer } from "./answer.ts";

describe("an answer", () => {
  const read = (
    body: Uint8Array | string,
    headers: readonly (readonly [string, string])[] = [],
  ): ReturnType<typeof readAnswer> =>
    readAnswer(200, headers, typeof body === "string" ? Buffer.from(body) : body, { bytes: 1000 });

  test("has a media type without parameters and letter case", () => {
    expect(read("{}", [["Content-Type", "Application/JSON; charset=utf-8"]]).mediaType).toBe("application/json");
    expect(read("{}").mediaType).toBeNull();
  });

  test.each([
    ["", "an empty body"],
    ["{}x", "text that is not JSON"],
    [Buffer.from([0x22, 0xff, 0x22]), "bytes that are not UTF-8"],
  ])("with the body %j holds %s", (body, why) => {
    expect(read(body).reading).toEqual({ as: "nothing", why });
  });

  test("keeps a byte order mark in mind and reads what follows", () => {
    expect(read("\u{feff}{}").reading).toMatchObject({ as: "json", byteOrderMark: true, value: {} });
  });

  test.each(["1.00000000000000000001", "9007199254740993", "0.99999999999999999999", "1e-400"])(
    "knows that %s is not what a double holds",
    (text) => {
      expect(read(`{"error":${text}}`).reading).toMatchObject({ rounded: [{ where: "/error", text }] });
    },
  );

  test.each(["400", "4e2", "400.0", "-2147483648", "1.5", "1E400"])("takes %s as a double holds it", (text) => {
    expect(read(`{"error":${text}}`).reading).toMatchObject({ rounded: [] });
  });

  test("nested 200,000 deep is read", () => {
    const deep = `${"[".repeat(200_000)}1.5${"]".repeat(200_000)}`;
    expect(readAnswer(200, [], Buffer.from(deep), { bytes: 1_000_000 }).reading.as).toBe("json");
  });

  test.each([
    ["gzip", gzipSync("{}")],
    ["br", brotliCompressSync("{}")],
  ])("in %s is read, up to the limit", (coding, body) => {
    expect(read(body, [["content-encoding", coding]]).reading).toMatchObject({ as: "json", value: {} });
    const bomb = coding === "gzip" ? gzipSync("x".repeat(5000)) : brotliCompressSync("x".repeat(5000));
    expect(read(bomb, [["content-encoding", coding]]).reading).toMatchObject({ as: "nothing" });
  });
});
