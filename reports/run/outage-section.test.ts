import { expect, test } from "vitest";
import type { Exchange, RunResult } from "../../result/result.ts";
import { sampleResult } from "../../result/testing/sample-result.ts";
import { renderText } from "../testing/render.ts";
import { textPage } from "../text/terminal-lines.ts";
import { blockLines } from "../text/terminal-text.ts";
import { outages as sectionsOf } from "./outage-section.ts";

/** The sections as text without the ends of its lines. */
function outagesIn(result: RunResult): readonly string[] {
  return sectionsOf(result).map((section) => blockLines(textPage(), section).join(" ").replaceAll(/ +/g, " "));
}

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
  const [section] = outagesIn({ ...sampleResult, command, outages });
  expect(section).toContain("--unix-socket plants.sock ");
  expect(section).toContain('"Authorization: Bearer $(cat token.txt)"');
});

test("an outage names the check of the request that ended the provider, and no check for a case of fuzzing", () => {
  const outages = [{ inFlight: [], before: [], endedBy: 0, restarted: true }];
  const [{ check: _, ...drawn } = sampleResult.exchanges[0] ?? expect.fail(), ...others] = sampleResult.exchanges;
  const whatOf = (first: Exchange): string | undefined =>
    outagesIn({ ...sampleResult, exchanges: [first, ...others], outages })[0];
  expect(whatOf({ ...drawn, check: "returns-name/latin" })).toContain(
    ". returns-name/latin ended it again when it was",
  );
  expect(whatOf(drawn)).toContain(". This request ended it again when it was sent alone.");
});

test("each suspect of an outage is named with the check that sent it and its answer, above its command", () => {
  const outages = [{ inFlight: [], before: [0], restarted: true }];
  const exchanges = sampleResult.exchanges.map((one) => ({ ...one, check: "returns-name/latin" as const }));
  const text = renderText({ ...sampleResult, exchanges, outages }).replaceAll(/\s+/g, " ");
  expect(text).toMatch(/ sent exchange 0, returns-name\/latin: \d{3} [\w ]+ curl curl /);
});
