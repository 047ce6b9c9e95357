import { expect, test } from "vitest";
import { sampleResult } from "../../result/testing/sample-result.ts";
import { outagesOf } from "./sections.ts";

test("the command of a suspect reaches the provider as the run did", () => {
  const command = {
    program: "npx plant-store-conformance",
    name: "check",
    reach: [],
    request: ["--token-file", "token.txt", "--unix-socket", "plants.sock"],
    contracts: [],
    judging: [],
  } as const;
  const outages = [{ inFlight: [0], before: [], restarted: false }];
  const [outage] = outagesOf({ ...sampleResult, command, outages });
  expect(outage?.suspects[0]?.command).toContain("--unix-socket plants.sock ");
  expect(outage?.suspects[0]?.command).toContain('"Authorization: Bearer $(cat token.txt)"');
});
