import { expect, test } from "vitest";
import type { CheckResult, Exchange, RequirementResult } from "../result.ts";
import { sampleExchanges } from "../testing/sample-exchanges.ts";
import { explainFailures } from "./causes-of.ts";

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

test.each([
  ["only odd chunks fail, the server may be the cause", ["odd-chunks"], ["odd-chunks-refused"]],
  ["plain chunks fail too, chunked bodies are not read", ["chunked", "odd-chunks"], ["accepts-chunked-body"]],
])("where %s", (_what, slugs, causes) => {
  const requirement = { id: "accepts-chunked-body", level: "SHOULD", checks: slugs.map(failing) };
  const { groups } = explainFailures([requirement as unknown as RequirementResult], [exchange]);
  expect([...groups.keys()]).toEqual(causes);
});
