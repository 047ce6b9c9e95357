/** A 200 is a refusal if nothing but requests that should be refused get one of its shape. */
import { expect, test } from "vitest";
import type { Exchange, RequirementResult } from "../result.ts";
import { sampleExchanges } from "../testing/sample-exchanges.ts";
import { explainFailures } from "./causes-of.ts";

const [sample] = sampleExchanges;

const exchangeOf = (check: string, sent: string, answer: string): Exchange =>
  ({
    ...sample,
    check,
    request: { ...sample?.request, body: { encoding: "utf-8", content: sent, size: sent.length } },
    response: { ...sample?.response, status: 200, body: { encoding: "utf-8", content: answer, size: answer.length } },
  }) as Exchange;

const accepted = (id: string, at: number): RequirementResult =>
  ({
    id,
    level: "MUST",
    checks: [
      {
        id: `${id}/one`,
        title: id,
        status: "failed",
        findings: [{ where: "status", expected: "any status except 2xx", seen: "200", exchange: at }],
        exchanges: [at],
      },
    ],
  }) as unknown as RequirementResult;

/** The causes where a plant gets one answer, and a wrong tag and a body that is no JSON get others. */
const causesWith = (ofPlant: string, ofTag: string, ofNoJson: string): readonly string[] => {
  const run = [
    exchangeOf("accepts-valid-plant/with-every-member", '{"id":1,"name":"Fern"}', ofPlant),
    exchangeOf("refuses-invalid-member/tag-is-object", '{"id":2,"name":"Moss","tag":{}}', ofTag),
    exchangeOf("refuses-malformed-json/garbage", "x", ofNoJson),
  ];
  const failures = [accepted("refuses-invalid-member", 1), accepted("refuses-malformed-json", 2)];
  return [...explainFailures(failures, run).groups.keys()];
};

const plant = '{"name":"Fern"}';

test.each([
  ["an envelope without `error`", '{"success":false,"message":"no tag"}', '{"success":false,"message":"no JSON"}'],
  ["a status in the body", '{"code":400,"msg":"no tag"}', '{"code":400,"msg":"no JSON"}'],
  ["null", "null", "null"],
  ["a text", '"no tag"', '"no JSON"'],
])("%s to every refused request is one cause", (_what, ofTag, ofNoJson) => {
  expect(causesWith(plant, ofTag, ofNoJson)).toEqual(["error-as-200"]);
});

test.each([
  [
    "valid plants get one like it",
    '{"success":true,"message":"done"}',
    '{"success":false,"message":"no"}',
    '{"success":false,"message":"no"}',
  ],
  ["it has the name that was sent", plant, '{"name":"Moss","code":1}', '{"name":"","code":1}'],
  ["it may be what is left of a plant", plant, '{"tag":{}}', '{"tag":{}}'],
  ["requests of one requirement alone get it", plant, '{"code":400}', '{"name":"x"}'],
])("a 200 is no refusal where %s", (_why, ofPlant, ofTag, ofNoJson) => {
  expect(causesWith(ofPlant, ofTag, ofNoJson)).not.toContain("error-as-200");
});

test("an answer that is empty because it was cut off is no refusal", () => {
  const cut = {
    ...exchangeOf("lone-surrogate/value", '{"id":1,"name":"ä"}', ""),
    noAnswer: { kind: "timeout", detail: "" },
  };
  const { groups } = explainFailures([accepted("answers-every-request", 0)], [cut as unknown as Exchange]);
  expect([...groups.keys()]).toEqual(["answer-cut-off"]);
});
