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
