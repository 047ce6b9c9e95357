/** What recorded exchanges show, and what they do not show. */
import { describe, expect, test } from "vitest";
import { KNOWN, type Written, brokenIn, judgedLines, line, refused } from "./testing/exchanges.ts";
import { isResult } from "./testing/schemas.ts";
import { SeveralBaseUrlsError } from "./traffic-state.ts";

const provider = { side: "provider" } as const;
const consumer = { side: "consumer" } as const;

const created = (id: number): Written => ({ status: 201, body: { id, name: "Weeping fig" } });

describe("the provider breaks", () => {
  test.each<readonly [what: string, requirement: string, lines: readonly Written[]]>([
    [
      "a 200 that is not of a JSON media type",
      "plant-media-type",
      [{ answerHeaders: { "Content-Type": "text/json" } }],
    ],
    ["a 200 that is not JSON", "plant-encoding", [{ answer: "<p>ok</p>" }]],
    ["a 200 that is no Plant", "plant-shape", [{ answer: { name: null } }]],
    ["a 200 with an id", "plant-has-no-id", [{ answer: { id: 1, name: "Weeping fig" } }]],
    ["a 400 that is not an Error", "error-shape", [{ ...refused, answer: { message: "No" } }]],
    ["a 500", "answers-without-server-error", [{}, { status: 500 }]],
    ["a 401 without a challenge", "challenges-with-401", [{}, { status: 401 }]],
    ["a 200 to no JSON", "refuses-malformed-json", [{ body: '{"id":1' }]],
    ["a 204 to an array", "refuses-non-object", [{ body: [], status: 204, answer: "" }]],
    ["a 200 to no name", "refuses-missing-member", [{ body: { id: 1 } }]],
    ["a 200 to an id in quotes", "refuses-invalid-member", [{ body: { id: "1", name: "Rose" } }]],
    ["a 200 to a fraction", "refuses-invalid-member", [{ body: { id: 1.5, name: "Rose" } }]],
    ["a 200 to `Name`", "matches-member-names-exactly", [{ body: { id: 1, Name: "Rose" } }]],
    ["a 200 to no body", "refuses-no-body", [{ body: "" }]],
    ["a 200 to 2^63", "refuses-id-beyond-int64", [{ body: '{"id":9223372036854775808,"name":"Rose"}' }]],
    ["a 200 to 1e400", "refuses-id-beyond-int64", [{ body: '{"id":1e400,"name":"Rose"}' }]],
    ["a 200 to text/plain", "refuses-other-media-types", [{ headers: { "Content-Type": "text/plain" } }]],
    ["a 200 without Authorization", "requires-authorization", [{}, { headers: { Authorization: null } }]],
    ["a 200 to Basic", "requires-bearer-scheme", [{ headers: { Authorization: "Basic eDp5" } }]],
    ["a 201 to a plant with a token that is accepted", "accepts-valid-plant", [{}, created(1_234_568)]],
    ["a 201 before the token was accepted", "accepts-valid-plant", [{ status: 201 }, {}]],
    ["201 to an id that a client counts up", "accepts-valid-plant", [{}, created(1)]],
    ["201 to every plant", "accepts-valid-plant", [created(1_234_567), created(1_234_568)]],
    [
      "the token in an answer, and not in that to another",
      "keeps-token-secret",
      [{ headers: { Authorization: "Bearer another-token" } }, { answer: { name: "Fig", tag: `Bearer ${KNOWN}` } }],
    ],
    [
      "the token in an answer, and not in that to another, which comes later",
      "keeps-token-secret",
      [{ answer: { name: "Fig", tag: `Bearer ${KNOWN}` } }, { headers: { Authorization: "Bearer another-token" } }],
    ],
  ])("%s: %s", (_, requirement, lines) => {
    const result = judgedLines(lines.map(line), provider);
    expect(brokenIn(result)).toEqual([requirement]);
    const broken = result.requirements.find(({ id }) => id === requirement);
    expect(result.verdict).toBe(broken?.level === "MUST" ? "traffic-broken" : "traffic-clean");
    expect(broken?.exchanges.length).toBeGreaterThan(0);
    expect(broken?.findings.length).toBeGreaterThan(0);
    expect(isResult(result), JSON.stringify(isResult.errors)).toBe(true);
  });
});

describe("nobody is accused of", () => {
  const other = { ...refused, status: 409 };
  test.each<readonly [what: string, lines: readonly Written[]]>([
    ["a valid plant that is refused", [{}, refused, other, { status: 403 }]],
    ["an id that is refused with 422", [{}, { ...other, body: { id: 0, name: "Rose" } }]],
    ["another name than was sent, because the id may exist", [{}, { answer: { name: "Rose", tag: "tree" } }]],
    ["a success that may be that to a duplicate", [{}, { status: 204, answer: "" }, { status: 303 }, { status: 202 }]],
    ["a 201 to an id that was sent before", [{}, created(1_234_567)]],
    ["a 201 to an id that was refused before", [{}, { ...refused, body: { id: 1_234_568 } }, created(1_234_568)]],
    [
      "a 201 with a token that was never accepted",
      [{}, { ...created(7_654_321), headers: { Authorization: "Bearer b" } }],
    ],
    [
      "a 201 to a request with a header field of its own",
      [{}, { ...created(7_654_321), headers: { Prefer: "return=minimal" } }],
    ],
    ["a 201 to a plant of odd values", [{}, { status: 201, body: { id: 7, name: "Rose 7" } }]],
    ["a success without Authorization where a recorder takes it out", [{ headers: { Authorization: null } }]],
    [
      "a success without Authorization and with a token elsewhere",
      [
        {},
        { headers: { Authorization: null, Cookie: "session=1" } },
        { headers: { Authorization: null, "X-Key": "1" } },
      ],
    ],
    ["a success to a masked scheme", [{}, { headers: { Authorization: "[REDACTED]" } }]],
    ["a success to a masked token", [{}, { ...created(7_654_321), headers: { Authorization: "Bearer ***" } }]],
    ["1.0 as an id", [{ body: '{"id":1.0,"name":"Rose"}' }]],
    ["the greatest id", [{ body: '{"id":9223372036854775807,"name":"Rose"}' }]],
    ["a member that comes twice", [{ body: '{"id":"1","id":1,"name":"Rose"}' }]],
    ["a body in another charset", [{ body: "x", headers: { "Content-Type": "application/json; charset=utf-16" } }]],
    ["a compressed body", [{ body: "x", headers: { "Content-Encoding": "gzip" } }]],
    ["another path", [{}, { url: "http://plants.example/api/plants/7", status: 500 }]],
    ["another method", [{}, { method: "PUT", status: 500 }]],
    [
      "the token in an answer that all answers hold",
      [{ headers: { Authorization: "Bearer another-token" }, answer: { name: KNOWN } }, { answer: { name: KNOWN } }],
    ],
    ["the token in an answer where there is none to compare with", [{ answer: { name: KNOWN } }]],
    [
      "the token as the name of the plant",
      [
        { headers: { Authorization: "Bearer another-token" } },
        { body: { id: 1_234_567, name: KNOWN }, answer: { name: KNOWN } },
      ],
    ],
  ])("%s", (_, lines) => {
    const result = judgedLines(lines.map(line), provider);
    expect(brokenIn(result)).toEqual([]);
    expect(result.verdict).toBe("traffic-clean");
  });
});

describe("clients break", () => {
  test.each<readonly [rule: string, lines: readonly Written[]]>([
    ["sends-authorization", [{}, { headers: { Authorization: null } }]],
    ["sends-bearer-scheme", [{ headers: { Authorization: "Basic eDp5" } }]],
    ["sends-json-media-type", [{ headers: { "Content-Type": null } }]],
    ["sends-new-plant", [{ ...refused, body: { id: 1 } }]],
    ["sends-id-within-int64", [{ ...refused, body: '{"id":1e30,"name":"Rose"}' }]],
    ["sends-no-query", [{ url: "http://plants.example/api/plants?dry=1" }]],
  ])("%s", (rule, lines) => {
    const result = judgedLines(lines.map(line), consumer);
    expect(brokenIn(result)).toEqual([rule]);
    expect(result.consumers.find(({ id }) => id === rule)?.senders).toEqual([{ value: "shop/1.0", count: 1 }]);
    expect(isResult(result), JSON.stringify(isResult.errors)).toBe(true);
  });

  test("who is named by the header field that was asked for", () => {
    const wrong = line({ ...refused, body: { id: 1 }, headers: { "X-Client": "importer" } });
    const { consumers } = judgedLines([wrong, wrong], { ...consumer, consumerHeader: "x-client" });
    expect(consumers.find(({ id }) => id === "sends-new-plant")?.senders).toEqual([{ value: "importer", count: 2 }]);
  });

  test("nothing that is the provider's, and the provider nothing that is theirs", () => {
    const lines = [line({ body: { id: 1 } })];
    expect(brokenIn(judgedLines(lines, provider))).toEqual(["refuses-missing-member"]);
    expect(brokenIn(judgedLines(lines, consumer))).toEqual(["sends-new-plant"]);
    expect(brokenIn(judgedLines(lines))).toEqual(["refuses-missing-member", "sends-new-plant"]);
  });
});

describe("the result", () => {
  test("says what was seen of the catalogue, and that the rest was not", () => {
    const { summary, requirements } = judgedLines([line(), line(refused)], provider);
    const passed = requirements
      .filter(({ level, status }) => level === "MUST" && status === "passed")
      .map(({ id }) => id);
    expect(passed).toEqual([
      "operation-exists",
      "accepts-valid-plant",
      "plant-media-type",
      "plant-encoding",
      "plant-shape",
      "plant-has-no-id",
      "error-media-type",
      "error-encoding",
      "error-shape",
    ]);
    expect(summary.must.passed + summary.must.notSeen).toBe(
      requirements.filter(({ level }) => level === "MUST").length,
    );
    expect(requirements.find(({ id }) => id === "refuses-no-body")?.status).toBe("not-seen");
  });

  test("counts an accepted plant only where it was sent with a token", () => {
    const seen = (written: Written): unknown =>
      judgedLines([line(written)], provider).requirements.find(({ id }) => id === "accepts-valid-plant");
    expect(seen({})).toMatchObject({ status: "passed", exchanges: [0] });
    expect(seen({ headers: { Authorization: "Basic eDp5" } })).toMatchObject({ status: "not-seen", exchanges: [] });
  });

  test("counts a refusal only where the token was accepted elsewhere", () => {
    const wrong = line({ ...refused, body: { id: 1 } });
    const statusIn = (lines: readonly object[]): unknown =>
      judgedLines(lines, provider).requirements.find(({ id }) => id === "refuses-missing-member")?.status;
    expect(statusIn([wrong])).toBe("not-seen");
    expect(statusIn([wrong, line()])).toBe("passed");
  });

  test("has the open points with how often each value was seen", () => {
    const lines = [
      line(),
      line(),
      line({ body: { id: 1_234_567, name: "Other" }, status: 409 }),
      line({ ...refused, body: { id: 0, name: "Rose" } }),
      line({ headers: { Authorization: null }, status: 403 }),
      line({ method: "GET", status: 405 }),
    ];
    expect(judgedLines(lines, provider).profile).toEqual({
      "duplicate-id": [{ value: "200", count: 1 }],
      "duplicate-id-other-body": [{ value: "409", count: 1 }],
      "id-zero": [{ value: "refused: 400", count: 1 }],
      "missing-token": [{ value: "403", count: 1 }],
      "missing-token-body": [{ value: "a Plant", count: 1 }],
      "method-get": [{ value: "405", count: 1 }],
      "error-values": [{ value: "400", count: 1 }],
      "error-equals-status": [{ value: "always", count: 1 }],
      "other-statuses": [
        { value: "403", count: 1 },
        { value: "409", count: 1 },
      ],
    });
  });

  test("is broken by a SHOULD only where it is strict", () => {
    const lines = [line(), line({ status: 500 })];
    expect(judgedLines(lines, provider).exitCode).toBe(0);
    expect(judgedLines(lines, { ...provider, strict: true }).exitCode).toBe(1);
  });

  test("names a success that is not judged, and why", () => {
    const { remarks } = judgedLines([line(), line({ status: 202 }), line({ status: 201 })], provider);
    expect(remarks).toEqual([
      expect.stringMatching(/were 201 \(1 time\), 202 \(1 time\)\. A success other than 200 counts .* only if/),
    ]);
  });

  test("says that nothing is concluded about authentication where no request has the field", () => {
    const { remarks } = judgedLines([line({ headers: { Authorization: null } })], provider);
    expect(remarks).toEqual([expect.stringContaining("nothing is concluded about authentication")]);
  });

  test("is refused for several base URLs, unless they are named", () => {
    const lines = [line(), line({ url: "http://other.example/plants" })];
    expect(() => judgedLines(lines)).toThrow(SeveralBaseUrlsError);
    const named = judgedLines(lines, { baseUrls: ["http://plants.example/api/"] });
    expect([named.summary.ofOperation, named.baseUrls]).toEqual([1, ["http://plants.example/api"]]);
  });

  test("says that a token in an answer is not judged where there is no other answer to compare with", () => {
    const { requirements } = judgedLines([line({ answer: { name: "Fig", tag: `Bearer ${KNOWN}` } }), line()], provider);
    expect(requirements.find(({ id }) => id === "keeps-token-secret")).toMatchObject({
      status: "not-judged",
      reason: expect.stringContaining("no answer to a request without it to compare with"),
    });
  });

  test("holds no value of a header field that may be secret or say who sent the request", () => {
    const secret = ["X-Session", "Foo", "X-Csrf-Token", "Refresh", "Location", "Set-Cookie"] as const;
    const personal = ["Referer", "X-Forwarded-For", "Forwarded", "X-Real-Ip"] as const;
    const withValues = (names: readonly string[]): Record<string, string> =>
      Object.fromEntries(names.map((name) => [name, `value-of-${name}`]));
    const answerHeaders = { ...withValues(secret), "Content-Type": "application/json", Server: "shown-server" };
    const one = line({ headers: withValues(personal), answerHeaders, answer: { id: 1, name: "Fig" } });
    const text = JSON.stringify(judgedLines([one], provider));
    expect(text).toContain("plant-has-no-id");
    expect(text).toContain("shown-server");
    expect(text).toContain("X-Csrf-Token");
    expect(text).not.toContain("value-of-");
  });

  test("holds no secret of a request", () => {
    const headers = { Cookie: "session=cookie-of-a-client", "X-Api-Key": "key-of-a-client" };
    const echo = { name: `${KNOWN} cookie-of-a-client key-of-a-client`, id: 1 };
    const lines = [
      line({ headers, answer: echo }),
      line({ headers: { Authorization: "Basic cGFzc3dvcmQ6MTIz" }, answer: { id: 1, name: "cGFzc3dvcmQ6MTIz" } }),
      line({ url: "http://plants.example/api/plants?access_token=query-of-a-client", answer: { id: 1, name: "x" } }),
    ];
    const text = JSON.stringify(judgedLines(lines));
    expect(text).toContain("plant-has-no-id");
    for (const secret of [KNOWN, "key-of-a-client", "cGFzc3dvcmQ6MTIz", "query-of-a-client"]) {
      expect(text).not.toContain(secret);
    }
  });

  test("keeps a few samples of what is broken in many exchanges, and counts all", () => {
    const lines = Array.from({ length: 500 }, (_, k) => line({ answer: { id: k, name: "Rose" } }));
    const { requirements, exchanges } = judgedLines(lines, provider);
    const broken = requirements.find(({ id }) => id === "plant-has-no-id");
    expect([broken?.asked, broken?.failed, broken?.findings.length]).toEqual([500, 500, 5]);
    expect(exchanges.length).toBeLessThan(20);
  });
});
