import { describe, expect, test } from "vitest";
import { readOperation } from "../../spec/read-operation.ts";
import { loadValidators } from "../../spec/validators.ts";
import { checksOf } from "../index.ts";
import { checkIds } from "./id-ranges.ts";
import { DEFAULT_LIMITS } from "../../http/provider.ts";
import { recordRequest } from "./record.ts";
import { plannedAgain } from "./recorded.ts";
import { requestsTo } from "../checks/requests.ts";

const base = "http://127.0.0.1:8080/api";
const operation = readOperation();
const checks = checksOf(operation, await loadValidators(operation), { invalidToken: true });
const fresh = checkIds("again", checks);
const planned = checks.flatMap((check) =>
  check.next(fresh(check.id), []).map((request) => ({ id: check.id, request })),
);

describe("a recorded request is planned as it was sent", () => {
  test.each(planned.map(({ id, request }) => [id, request] as const))("for %s", (_id, request) => {
    const { method, path, headers, body, framing, oddChunks, noConnection } = request;
    const way = { ...(oddChunks && { oddChunks }), ...(noConnection && { noConnection }) };
    const again = plannedAgain(recordRequest(request, base, DEFAULT_LIMITS.keptBytes), base);
    if ((body?.length ?? 0) > DEFAULT_LIMITS.keptBytes) {
      expect(again).toEqual({
        fault: expect.stringMatching(/^had a body of \d+ bytes, of which only the first \d+ were kept$/),
      });
    } else {
      expect(again).toEqual({
        request: { kind: "open", method, path, headers, body: body && Uint8Array.from(body), framing, ...way },
      });
    }
  });
});

describe("a recorded request is not planned where", () => {
  const ordinary = recordRequest(requestsTo(operation).ordinary(1_000_000), base, 4096);

  test.each([
    ["http://elsewhere.example/api/plants"],
    ["http://127.0.0.1:8080/apiplants"],
    ["http://127.0.0.1:8080/api.evil/plants"],
    [""],
  ])("it went elsewhere: %s", (url) => {
    expect(plannedAgain({ ...ordinary, url }, base)).toEqual({ fault: "was not sent to the base URL of its run" });
  });

  test("the run kept nothing of its body", () => {
    const body = { encoding: "utf-8", content: "", size: 55, sha256: "0".repeat(64) } as const;
    expect(plannedAgain({ ...ordinary, body }, base)).toEqual({
      fault: "had a body of 55 bytes, of which only the first 0 were kept",
    });
  });
});
