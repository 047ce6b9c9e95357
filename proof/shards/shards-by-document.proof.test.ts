/** Shards of a run by another document, merged by that document, have the result of the whole run. */
import { expect, test } from "vitest";
import type { DocumentOption } from "../../library/judged-document.ts";
import { providerOf } from "../revisions/described-provider.ts";
import { answerRevisions } from "../revisions/answer-revisions.ts";
import { otherServices } from "../revisions/other-services.ts";
import { requestRevisions } from "../revisions/request-revisions.ts";
import type { Judged } from "../revisions/revision.ts";
import { smallServices } from "../revisions/small-services.ts";
import * as splitting from "./split-run.ts";

const documents = [...requestRevisions, ...answerRevisions, ...otherServices, ...smallServices];

/** Documents that differ in what a shard must know about a request: members, statuses, credentials, media type. */
const CHOSEN: ReadonlySet<string> = new Set([
  "a property added",
  "a required property made optional",
  "a documented 401 with a body",
  "a documented 409",
  "201 for 200",
  "the pet store",
  "the topics of a forge",
  "a 404 as the only failure",
  "a media type with a charset",
  "one response for every failure",
]);

function documentOf({ text, operation }: Judged): DocumentOption {
  return { text, ...(operation === undefined ? {} : { operation }) };
}

const rows = documents
  .filter(({ name }) => CHOSEN.has(name))
  .flatMap((by) => by.wrongs.slice(0, 1).map(({ name, steps }) => [by.name, name, by, steps] as const));

test("each of the documents is there", () => {
  expect(rows.map(([name]) => name).toSorted()).toEqual([...CHOSEN].toSorted());
});

/**
 * Of this document, the provider accepts nothing, so that the whole run reaches the bound of what it may send. Each shard
 * has a bound of its own and asks more: what is judged is the same, and why the rest is not may differ.
 */
const BOUNDED = "201 for 200";

function reasonsApart(result: object, name: string): unknown {
  const drop = (key: string, value: unknown): unknown => (key === "because" ? undefined : value);
  return name === BOUNDED ? JSON.parse(JSON.stringify(result, drop)) : result;
}

test.each(rows)("by %s, of a provider that %s", async (name, _wrong, by, steps) => {
  const { judgeWhole, judgeShards, merged, comparable } = splitting;
  const run = { behaviour: providerOf(steps), seed: "by a document", fuzz: 20, document: documentOf(by) };
  const together = await merged(await judgeShards(run, 2), run.document);
  if ("faults" in together) throw new Error(together.faults.join(" "));
  const whole = await judgeWhole(run);
  expect(reasonsApart(comparable(together.result), name)).toEqual(reasonsApart(comparable(whole), name));
  expect(together.result.specification).toEqual(whole.specification);
  expect(together.result.limitsReached).toEqual(whole.limitsReached);
});
