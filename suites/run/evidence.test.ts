import { expect, test } from "vitest";
import { readAnswer } from "../checks/answer.ts";
import { withoutBody } from "./evidence.ts";

test("a body that is not kept is reported as one without room left, and not as too long", () => {
  const body = Buffer.from('{"name":"Fern"}');
  const answer = readAnswer(200, [["Content-Type", "application/json"]], body, { bytes: 100 });
  expect(withoutBody(answer, 16_777_216).reading).toEqual({
    as: "unread",
    why: "a body of 15 bytes, for which there was no room left in the 16777216 bytes that the run keeps in all",
  });
});
