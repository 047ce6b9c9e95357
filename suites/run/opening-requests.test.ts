/** Which answer decides whether there is a provider to judge. */
import { expect, test } from "vitest";
import { IDS_ASKER } from "../checks/duplicate-requests.ts";
import { type Given, historyOf } from "../testing/history.ts";
import { firstHeard } from "./opening-requests.ts";

test.each<readonly [string, Given, number]>([
  ["not one without an answer", { noAnswer: "timeout" }, 1],
  ["not one that was sent again", { status: 503, standing: "asked-again" }, 1],
  ["not a question about ids", { kind: "open", askedBy: IDS_ASKER, status: 409 }, 1],
  ["one that is open and was asked for something else", { kind: "open", askedBy: "a/b", status: 409 }, 0],
  ["an ordinary one, for any asker", { askedBy: IDS_ASKER, status: 409 }, 0],
])("the first request that counts is %s", (_what, given, place) => {
  expect(firstHeard(historyOf(given, {}))?.index).toBe(place);
});
