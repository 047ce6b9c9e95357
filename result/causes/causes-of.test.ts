import { expect, test } from "vitest";
import type { CheckResult, Exchange, RequirementResult } from "../result.ts";
import { sampleExchanges } from "../testing/sample-exchanges.ts";
import { causesOf, explainFailures } from "./causes-of.ts";

const [sample] = sampleExchanges;
const exchange = {
  ...sample,
  check: "accepts-chunked-body/odd-chunks",
  response: { ...sample?.response, status: 400 },
} as Exchange;

const failing = (slug: string): CheckResult => ({
  id: `accepts-chunked-body/${slug}`,
  title: slug,
  status: "failed",
  findings: [{ where: "status", expected: "200", seen: "400 with text/html", exchange: 0 }],
  exchanges: [0],
});

const answered = (check: string, content: string): Exchange =>
  ({
    ...exchange,
    check,
    response: { ...exchange.response, status: 200, body: { encoding: "utf-8", content, size: content.length } },
  }) as Exchange;

/** A requirement with a failed check for each of the exchanges. */
const broken = (id: string, where: string, ...exchanges: readonly number[]): RequirementResult =>
  ({
    id,
    level: "MUST",
    checks: exchanges.map((at) => ({
      ...failing("check"),
      id: `${id}/${at}`,
      findings: [{ where, expected: '"Fern"', seen: "else", exchange: at }],
    })),
  }) as unknown as RequirementResult;

const causesFor = (requirements: readonly RequirementResult[], exchanges: readonly Exchange[]): readonly string[] => [
  ...explainFailures(requirements, exchanges).groups.keys(),
];

test("a refusal that is an empty 200 is one cause, unless a valid plant gets one too", () => {
  const refusal = answered("refuses-no-body/none", "");
  const failures = [broken("refuses-no-body", "status", 0), broken("plant-encoding", "body", 0)];
  expect(causesFor(failures, [refusal])).toEqual(["error-as-200"]);
  const plant = answered("accepts-valid-plant/with-tag", "");
  expect(causesFor([...failures, broken("plant-encoding", "body", 1)], [refusal, plant])).not.toContain("error-as-200");
});

test("a body that is accepted only with a media type in capitals has one cause, whatever its fault is", () => {
  const sent = (type: string, status: number): Exchange => ({
    ...answered("refuses-non-object/array", "{}"),
    request: { ...exchange.request, headers: [["content-type", type]] },
    response: { ...exchange.response, status } as Exchange["response"],
  });
  const run = [sent("Application/JSON", 201), sent("application/json", 400), sent("application/json", 201)];
  const accepted = (id: string, at: number): RequirementResult => {
    const { checks, ...rest } = broken(id, "status", at);
    return { ...rest, checks: checks.map((check) => ({ ...check, exchanges: [at, 1] })) };
  };
  const ids = ["refuses-non-object", "refuses-malformed-json", "refuses-invalid-member"];
  const all = ids.map((id) => accepted(id, 0));
  expect(causesFor(all, run)).toEqual(["unchecked-in-capitals"]);
  expect(causesFor(all.slice(1), run)).not.toContain("unchecked-in-capitals");
  expect(causesFor([...all, accepted("refuses-lenient-json", 2)], run)).not.toContain("unchecked-in-capitals");
});

test("the example of accepted bodies without a member lacks one, although more have a member of another name", () => {
  const named = (requirement: string, slugs: readonly string[]): RequirementResult => {
    const { checks, ...rest } = broken(requirement, "status", ...slugs.map(() => 0));
    return { ...rest, checks: checks.map((check, at) => ({ ...check, id: `${requirement}/${slugs[at]}` })) };
  };
  const other = named("matches-member-names-exactly", ["id-capitalised", "id-in-capitals"]);
  const failures = explainFailures([other, named("refuses-missing-member", ["missing-id"])], [exchange]);
  expect(causesOf(failures)).toMatchObject([
    {
      id: "missing-members-accepted",
      requirements: ["refuses-missing-member", "matches-member-names-exactly"],
      example: { check: "refuses-missing-member/missing-id" },
    },
  ]);
});

test.each([
  ["a text that a handler sends", "id is missing", "error-as-text"],
  ["a page", "<!DOCTYPE html>\n<pre>id is missing</pre>", "framework-error-page"],
  ["nothing", "", "framework-error-page"],
])("a 400 that is not JSON, but %s, has the cause of that", (_what, content, cause) => {
  const one = answered("refuses-missing-member/missing-id", content);
  const refusal = { ...one, response: { ...one.response, status: 400, headers: [["Content-Type", "text/html"]] } };
  const failures = [broken("error-media-type", "header content-type", 0), broken("error-encoding", "body", 0)];
  expect(causesFor(failures, [refusal as unknown as Exchange])).toEqual([cause]);
});

/** A requirement with a failed check of this slug, with one finding about the status. */
const unlike = (id: string, expected: string, slug = "0"): RequirementResult => {
  const { checks, ...rest } = broken(id, "status", 0);
  const findings = [{ where: "status", expected, seen: "else", exchange: 0 }];
  const failed = checks.map((check) => ({ ...check, id: `${id}/${slug}`, findings }));
  return { ...rest, checks: failed } as unknown as RequirementResult;
};

test("an answer that was cut off, and bytes that follow one, are reported as what they are", () => {
  const noAnswer = { kind: "connection-closed", detail: "cut" };
  const run = [{ ...answered("accepts-valid-plant/with-tag", "{"), noAnswer } as Exchange];
  const valid = [unlike("accepts-valid-plant", "200"), unlike("answers-every-request", "a whole answer")];
  expect(causesFor(valid, run)).toEqual(["answer-cut-off"]);
  expect(causesFor([unlike("refuses-no-body", "any status except 2xx")], run)).not.toContain("answer-cut-off");
  const garbled = run.map((one) => ({ ...one, noAnswer: { kind: "not-http", detail: "what came back is not HTTP" } }));
  expect(causesFor(valid, garbled as readonly Exchange[])).toEqual(["answer-not-http"]);
  const short = { kind: "not-http", detail: "the answer's body is not as long as its Content-Length" };
  expect(causesFor(valid, run.map((one) => ({ ...one, noAnswer: short })) as readonly Exchange[])).toEqual([
    "answer-cut-off",
  ]);
  const surplus = unlike("answers-every-request", "no bytes", "used-connections");
  expect(causesFor([surplus], [answered("accepts-valid-plant/with-tag", "{}")])).toEqual(["bytes-after-answer"]);
});

test("a token that is not valid is another cause than none, unless none is needed either", () => {
  const run = [answered("requires-authorization/invalid-token", "{}")];
  const invalid = unlike("requires-authorization", "no 2xx", "invalid-token");
  expect(causesFor([invalid], run)).toEqual(["invalid-token-accepted"]);
  const none = unlike("requires-authorization", "no 2xx", "no-header");
  expect(causesFor([{ ...invalid, checks: [...none.checks, ...invalid.checks] }], run)).not.toContain(
    "invalid-token-accepted",
  );
});

test("a 503 to a request that is answered otherwise when it is sent again says nothing of what is in it", () => {
  const with503 = { ...exchange, response: { ...exchange.response, status: 503 } } as Exchange;
  const failures = [unlike("answers-without-server-error", "no 5xx")];
  expect(causesFor(failures, [with503, answered(exchange.check ?? "", "{}")])).toEqual(["asks-for-time"]);
  for (const later of [[], [with503], [answered("another/check", "{}")]]) {
    expect(causesFor(failures, [with503, ...later])).not.toContain("asks-for-time");
  }
});

test("a name that comes back changed beside mixed answers is of the same cause", () => {
  const name = answered("returns-name/ordinary", '{"name":""}');
  const changed = broken("returns-name", "/name", 0);
  expect(causesFor([changed], [name])).toEqual(["texts-changed"]);
  expect(causesFor([changed, broken("keeps-answers-apart", "/name", 0)], [name])).toEqual(["keeps-answers-apart"]);
});

test("a failure with the cause of another requirement has the fix of that one", () => {
  const changed = { ...broken("returns-name", "/name", 0), fix: "Return the name." };
  const mixed = { ...broken("keeps-answers-apart", "/name", 0), fix: "Keep requests apart." };
  const failures = explainFailures([changed, mixed], [answered("returns-name/ordinary", '{"name":""}')]);
  expect(causesOf(failures)).toMatchObject([{ id: "keeps-answers-apart", fix: "Keep requests apart." }]);
});

test("where no token is asked for at all, the request without one is shown", () => {
  const run = [answered("requires-bearer-scheme/basic", "{}"), answered("requires-authorization/no-header", "{}")];
  const none = unlike("requires-authorization", "no 2xx", "no-header");
  const failures = [unlike("requires-bearer-scheme", "no 2xx", "basic"), none];
  const [cause] = causesOf(explainFailures(failures, run));
  expect(cause).toMatchObject({ id: "no-authentication", example: { requirement: "requires-authorization" } });
});

test.each([
  ["only odd chunks fail, the server may be the cause", ["odd-chunks"], ["odd-chunks-refused"]],
  ["plain chunks fail too, chunked bodies are not read", ["chunked", "odd-chunks"], ["accepts-chunked-body"]],
])("where %s", (_what, slugs, causes) => {
  const requirement = { id: "accepts-chunked-body", level: "SHOULD", checks: slugs.map(failing) };
  const { groups } = explainFailures([requirement as unknown as RequirementResult], [exchange]);
  expect([...groups.keys()]).toEqual(causes);
});

/** Checks of valid plants that failed with the first exchange, and those that passed. */
const ofPlants = (failed: readonly string[], passed: readonly string[] = []): readonly RequirementResult[] => {
  const ids = new Set([...failed, ...passed].map((id) => id.split("/")[0] ?? ""));
  const finding = { where: "status", expected: "200", seen: "else", exchange: 0 };
  const checkOf = (id: string): object =>
    failed.includes(id)
      ? { id, status: "failed", findings: [finding], exchanges: [0] }
      : { id, status: "passed", findings: [], exchanges: [] };
  return Array.from(ids, (id) => {
    const checks = [...failed, ...passed].filter((one) => one.startsWith(`${id}/`)).map(checkOf);
    return { id, level: "MUST", checks } as unknown as RequirementResult;
  });
};

const plantAs = (status: number, check = "accepts-valid-plant/with-every-member"): Exchange =>
  ({ ...exchange, check, response: { ...exchange.response, status } }) as Exchange;

const every = "accepts-valid-plant/with-every-member";
const again = "accepts-valid-plant/the-same-again";
const everyOne = "accepts-every-ordinary-request/every-one";
const variants = "accepts-valid-plant/in-each-variant";

test.each<
  [string, { readonly failed: readonly string[]; readonly passed: readonly string[] }, readonly number[], string]
>([
  [
    "others are accepted, and none is refused twice",
    { failed: [every, everyOne], passed: [again] },
    [500],
    "refused-at-times",
  ],
  [
    "the first kind is accepted at last, and none is refused twice",
    { failed: [every], passed: [again] },
    [500, 200],
    "refused-at-times",
  ],
  ["one is refused each time", { failed: [every, everyOne, again], passed: [] }, [400], "valid-plants-refused"],
  ["none was sent again", { failed: [every, everyOne], passed: [] }, [400], "valid-plants-refused"],
  ["none of a kind is accepted", { failed: [every], passed: [again] }, [400], "valid-plants-refused"],
  [
    "only those that are sent in another way are refused",
    { failed: [variants], passed: [again] },
    [400],
    "refused-as-sent",
  ],
  [
    "none with the required members alone is accepted",
    { failed: [variants, "accepts-valid-plant/with-required-members"], passed: [] },
    [400],
    "valid-plants-refused",
  ],
  ["others are refused, too", { failed: [variants, every], passed: [] }, [400], "valid-plants-refused"],
])(
  "where %s, the cause of refused plants is the true one and none of its neighbours",
  (_what, { failed, passed }, statuses, cause) => {
    const run = statuses.map((status) => plantAs(status));
    expect(causesFor(ofPlants(failed, passed), run)).toEqual([cause]);
  },
);

test("where no valid plant fails but with a 503, and not each time, the provider asks for time", () => {
  const failures = ofPlants([every, everyOne], [again]);
  expect(causesFor(failures, [plantAs(503)])).toEqual(["asks-for-time"]);
  const mixed = failures.map((one) => ({
    ...one,
    checks: one.checks.map((check) => ({ ...check, exchanges: [0, 1] })),
  }));
  expect(causesFor(mixed, [plantAs(503), plantAs(500)])).toEqual(["refused-at-times"]);
});

/** A valid plant that was refused, sent in pieces, chunked or in the ordinary way. */
const sentAs = (given: object): Exchange => {
  const one = plantAs(400, everyOne);
  return { ...one, request: { ...one.request, ...given } };
};
const inPieces = sentAs({ framing: "content-length", inPieces: true });
const chunked = sentAs({ framing: "chunked" });

test.each([
  ["come in pieces or chunks", [inPieces, chunked, inPieces], "refused-as-sent"],
  ["are chunked", [chunked, chunked, chunked], "valid-plants-refused"],
  ["come in pieces, but two only", [inPieces, chunked], "valid-plants-refused"],
  ["come in any way", [inPieces, chunked, sentAs({ framing: "content-length" })], "valid-plants-refused"],
])("where the refused plants %s, that is the cause", (_what, run, cause) => {
  const all = ofPlants([every, everyOne, variants, again]).map((one) => ({
    ...one,
    checks: one.checks.map((check) => ({ ...check, exchanges: [...run.keys()] })),
  }));
  expect(causesFor(all, run)).toEqual([cause]);
});

test("a request without Accept is refused as one with another Accept, if that is refused, too", () => {
  const headers = [["Authorization", "Bearer $PLANT_STORE_TOKEN"]];
  const run = [{ ...plantAs(406), request: { ...exchange.request, headers } } as unknown as Exchange];
  const bare = ofPlants(["needs-no-other-headers/no-accept"]);
  expect(causesFor(bare, run)).toEqual(["needs-no-other-headers"]);
  const seen = "406 to requests with `Accept: */*`";
  const other = ofPlants([variants]).map((one) => {
    const checks = one.checks.map((check) => ({ ...check, findings: [{ ...check.findings[0], seen }] }));
    return { ...one, checks } as unknown as RequirementResult;
  });
  expect(causesFor([...bare, ...other], run)).toEqual(["refused-as-sent"]);
  expect(causesFor([...bare, ...other, ...ofPlants(["needs-no-other-headers/no-user-agent"])], run)).toHaveLength(2);
});

test("a wrong id that meets another one is refused as a duplicate because it is accepted otherwise", () => {
  const sentTo = (check: string, status: number, members: object): Exchange => {
    const one = plantAs(status, check);
    const content = JSON.stringify({ name: "Fern", ...members });
    return { ...one, request: { ...one.request, body: { ...one.request.body, content } } } as Exchange;
  };
  const wrong = sentTo("refuses-invalid-member/id-is-number", 200, { id: 1.5 });
  const refusal = broken("refuses-with-400", "status", 1);
  const accepted = unlike("refuses-invalid-member", "no 2xx", "id-is-number");
  const meets = sentTo("other/value", 409, { id: 2.5 });
  expect(causesFor([accepted, refusal], [wrong, meets])).toEqual(["fractions-as-integers"]);
  const missing = unlike("refuses-missing-member", "no 2xx", "missing-name");
  expect(causesFor([missing, refusal], [wrong, sentTo("other/value", 409, {})])).toEqual(["missing-members-accepted"]);
  for (const other of [sentTo("other/value", 422, { id: 2.5 }), sentTo("other/value", 409, { id: "2" })]) {
    expect(causesFor([accepted, refusal], [wrong, other])).toContain("refuses-with-400");
  }
});

test.each([
  ["is not escaped", "utf-8", '{"name":"a"b"}', "plant-encoding"],
  ["is cut within an escape", "utf-8", '{"name":"a\\"}', "texts-changed"],
])(
  "a 200 that is no JSON because a text %s names the cause of other texts that change",
  (_how, _encoding, answer, cause) => {
    const one = answered("returns-name/marks", answer);
    const body = { ...one.request.body, content: JSON.stringify({ id: 1, name: 'a"b' }) };
    const unread = {
      ...one,
      request: { ...one.request, body },
      response: { ...one.response, headers: [["Content-Type", "application/json"]] },
    };
    const changed = answered("returns-name/tabs", '{"name":""}');
    const failures = [broken("plant-encoding", "", 0), broken("returns-name", "/name", 1)];
    expect(causesFor(failures, [unread as unknown as Exchange, changed])).toEqual([cause]);
  },
);

test.each([
  ["to the new plant", "/plants/7", "other-success-status"],
  ["with a slash added", "/plants/", "operation-exists"],
  ["to another path", "/v2/plants/7", "operation-exists"],
  ["to another host", "https://plants.example/plants/7", "operation-exists"],
])("a redirect %s says where the operation is, or that it is here", (_where, location, cause) => {
  const one = plantAs(303);
  const request = { ...one.request, url: "http://127.0.0.1:8080/plants" };
  const run = [{ ...one, request, response: { ...one.response, headers: [["Location", location]] } }];
  const failures = ofPlants(["operation-exists/the-operation"]);
  expect(causesFor(failures, run as unknown as readonly Exchange[])).toEqual([cause]);
});

test("a server error to what is no plant is of the same cause as the same one to plants now and then", () => {
  const refusal = ofPlants(["refuses-with-400/every-refusal"]);
  const run = [plantAs(500, "refuses-no-body/none")];
  expect(causesFor([...ofPlants([every, everyOne], [again]), ...refusal], run)).toEqual(["refused-at-times"]);
  // A page of the same bytes says nothing where valid plants fail for another reason.
  expect(causesFor([...ofPlants([every, everyOne, again]), ...refusal], run)).toHaveLength(2);
});

test.each([
  [{ tag: false }, "tag-is-false", "falsy-as-absent"],
  [{ tag: 0 }, "tag-is-zero", "falsy-as-absent"],
  [{ tag: null }, "tag-is-null", "null-accepted"],
  [{ tag: true }, "tag-is-boolean", "types-converted"],
])("%j that is accepted as %s", (members, slug, cause) => {
  const body = { ...exchange.request.body, content: JSON.stringify({ id: 7, name: "Fern", ...members }) };
  const one = answered(`refuses-invalid-member/${slug}`, '{"name":"Fern"}');
  const sent = { ...one, request: { ...one.request, body } } as Exchange;
  expect(causesFor([unlike("refuses-invalid-member", "no 2xx", slug)], [sent])).toEqual([cause]);
});

test("a word that comes back as another type is changed, unless every text does", () => {
  const back = (check: string): Exchange => {
    const one = answered(check, '{"name":false}');
    return { ...one, request: { ...one.request, body: { ...one.request.body, content: '{"name":"No"}' } } } as Exchange;
  };
  const shape = broken("plant-shape", "/name", 0);
  expect(causesFor([shape], [back("returns-name/words")])).toEqual(["texts-changed"]);
  expect(causesFor([shape], [back(every)])).toEqual(["plant-shape"]);
});

test("a number that no double holds is a member of the right type", () => {
  const body = { ...exchange.request.body, content: '{"id":1e400,"name":"Fern"}' };
  const one = answered("refuses-id-beyond-int64/beyond-doubles", "{}");
  const failing500 = { ...one, request: { ...one.request, body }, response: { ...one.response, status: 500 } };
  expect(causesFor([unlike("refuses-with-400", "400")], [failing500 as unknown as Exchange])).toEqual([
    "server-error refuses-id-beyond-int64",
  ]);
});
