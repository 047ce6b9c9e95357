/** Which answers the checks of a described failure judge: those with its status, or with each status that it covers. */
import { describe, expect, test } from "vitest";
import { likeTheError, responsesIn, revised } from "../spec/testing/revised.ts";
import { checksFor } from "./testing/revised-checks.ts";

describe("a response for the failures without an entry of their own", () => {
  const by = (key: string, more: Readonly<Record<string, object>> = {}): ReturnType<typeof checksFor> =>
    checksFor(
      revised((document) => {
        const { 200: success = {} } = responsesIn(document);
        document.paths["/plants"].post.responses = { 200: success, ...more, [key]: likeTheError };
      }),
    );

  test.each(["default", "4XX"])("under %s is asked of a 400, a 409 and a 422", (key) => {
    const { outcomeOf } = by(key);
    for (const status of [400, 409, 422]) {
      expect(outcomeOf(`error-shape/every-${status}`, [{ status, body: '{"error":1}' }])).toBe(
        "/message no such member",
      );
      expect(outcomeOf(`error-shape/every-${status}`, [{ status }])).toBe("passed");
    }
  });

  test("is not asked of what a router or a gateway may answer", () => {
    const { named } = by("default");
    const ids = [401, 403, 404, 405, 413, 415, 500, 502].map((status) => `error-shape/every-${status}` as const);
    expect(ids.map(named)).toEqual(ids.map(() => undefined));
  });

  test("is not asked of a status that has an entry", () => {
    const { named } = by("default", { 422: { description: "Without a body" } });
    expect([named("error-shape/every-422"), named("error-shape/every-409")?.id]).toEqual([
      undefined,
      "error-shape/every-409",
    ]);
  });
});

describe("a failure whose body is not JSON", () => {
  const { outcomeOf } = checksFor(
    revised((document) => void (responsesIn(document)["400"] = { content: { "text/plain; charset=utf-8": {} } })),
  );
  const id = "error-media-type/every-400";

  test.each([
    ["text/plain", "passed"],
    ["Text/Plain; charset=utf-8", "passed"],
    ["application/json", "header content-type application/json"],
  ])("and is %s: %s", (mediaType, outcome) => {
    const answer = { status: 400, body: "No", headers: [["Content-Type", mediaType]] } as const;
    expect(outcomeOf(id, [answer])).toBe(outcome);
  });

  test("may not be of another media type where it was cut off before its first byte", () => {
    const headers = [["Content-Type", "application/json"]] as const;
    const cut = { status: 400, headers, noAnswer: "connection-closed", readTo: "header", size: 0 } as const;
    expect(outcomeOf(id, [cut])).toBe("header content-type application/json");
  });

  test("may be missing, and has no shape", () => {
    expect(outcomeOf(id, [{ status: 400, body: "", headers: [] }])).toBe("passed");
    expect(outcomeOf("error-shape/every-400", [{ status: 400, body: "" }])).toBe("not-applicable");
  });
});
