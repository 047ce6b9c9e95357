import { expect, test } from "vitest";
import { historyOf } from "../testing/history.ts";
import { mediaTypeIs } from "./body-questions.ts";

test("an answer without a media type is reported as that, with no text to take secrets out of", () => {
  const [sent] = historyOf({ headers: [] });
  if (sent === undefined) throw new Error("Nothing was given");
  const clean = (text: string): string => text.replaceAll("x", "[redacted]");
  expect(mediaTypeIs("application/json")({ ...sent, clean })).toEqual([
    { where: "header content-type", expected: "application/json", seen: "no such header", exchange: 0 },
  ]);
});
