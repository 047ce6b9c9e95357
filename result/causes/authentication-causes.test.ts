/** What lets requests in without a token: no check at all, another scheme, or a check that some requests get past. */
import { expect, test } from "vitest";
import type { Exchange, RequirementResult } from "../result.ts";
import { sampleExchanges } from "../testing/sample-exchanges.ts";
import { explainFailures } from "./causes-of.ts";

const [sample] = sampleExchanges;
const answered = (check: string, status: number): Exchange =>
  ({ ...sample, check, response: { ...sample?.response, status } }) as Exchange;

/** The exchanges: 0 was accepted, 1 was refused. */
const run = (check: string): readonly Exchange[] => [answered(check, 200), answered(check, 401)];

const finding = { where: "status", expected: "any status except 2xx", seen: "200", exchange: 0 };
/** A requirement with checks that passed, or failed with these exchanges. */
const asked = (id: string, checks: Readonly<Record<string, readonly number[] | "passed">>): RequirementResult =>
  ({
    id,
    level: "MUST",
    checks: Object.entries(checks).map(([slug, exchanges]) =>
      exchanges === "passed"
        ? { id: `${id}/${slug}`, status: "passed", findings: [], exchanges: [] }
        : { id: `${id}/${slug}`, status: "failed", findings: [finding], exchanges },
    ),
  }) as unknown as RequirementResult;

const causesFor = (check: string, ...requirements: readonly RequirementResult[]): readonly string[] => [
  ...explainFailures(requirements, run(check)).groups.keys(),
];

test("a scheme that was refused when it was sent in the ordinary way is not what let the request in", () => {
  const id = "requires-bearer-scheme";
  expect(causesFor(`${id}/basic`, asked(id, { basic: [0, 1], jwt: "passed" }))).toEqual(["authentication-bypassed"]);
  expect(causesFor(`${id}/basic`, asked(id, { basic: [0], jwt: "passed" }))).toEqual([id]);
});

test.each(["after-accepted", "with-query"])("%s lets a request in that is refused without it", (slug) => {
  const id = "requires-authorization";
  expect(causesFor(`${id}/${slug}`, asked(id, { [slug]: [0], "no-header": "passed" }))).toEqual([
    "authentication-bypassed",
  ]);
  expect(causesFor(`${id}/${slug}`, asked(id, { [slug]: [0] }))).toEqual([id]);
});

test("where a request without Authorization is let in, so are those after an accepted one, whatever is refused later", () => {
  const id = "requires-authorization";
  expect(causesFor(`${id}/no-header`, asked(id, { "no-header": [0], "after-accepted": [0, 1] }))).toEqual([id]);
});

test("an empty field is no scheme", () => {
  const schemes = asked("requires-bearer-scheme", { "empty-value": [0], basic: "passed" });
  const none = asked("requires-authorization", { "no-header": "passed" });
  expect(causesFor("requires-bearer-scheme/empty-value", schemes, none)).toEqual(["authentication-bypassed"]);
});
