import type { HeaderFields } from "../../http/message.ts";
import stringWidth from "string-width";
import { describe, expect, test } from "vitest";
import type { Exchange } from "../../result/result.ts";
import { isSafeText } from "../../result/safe-text.ts";
import { differingParts, sideBySide } from "./terminal-side-by-side.ts";

const page = { width: 80, colour: false, bodyLimit: { codePoints: 1024, lines: 20 } };

function answered(status: number, headers: HeaderFields, content: string): Exchange {
  return {
    request: { method: "POST", url: "http://127.0.0.1/plants", headers: [], body: null, framing: "content-length" },
    response: { status, headers, body: { encoding: "utf-8", content, size: Buffer.byteLength(content) } },
    timing: { startedMs: 0, firstByteMs: 1, totalMs: 12 },
    truncated: false,
    redacted: [],
    attempts: 1,
  };
}

const json: HeaderFields[number] = ["Content-Type", "application/json"];
const plant = answered(200, [["Date", "Sat"], json], '{"name":"Fern"}');

function unanswered(detail: string): Exchange {
  return { ...plant, response: null, noAnswer: { kind: "timeout", detail } };
}

describe("two answers side by side", () => {
  test("have marks between them where they differ, and where one has what the other lacks", () => {
    const now = answered(
      400,
      [
        ["Date", "Sun"],
        ["content-type", "text/html"],
        ["Vary", "Accept"],
      ],
      "<p>\nno",
    );
    const then = {
      ...plant,
      response: { ...plant.response, headers: [["Date", "Sat"], json, ["ETag", "1"]] },
    } as Exchange;
    expect(sideBySide(page, then, now)).toEqual([
      "| then                                    now",
      "| 200 OK                                | 400 Bad Request",
      "| 12 ms                                   12 ms",
      "| date: Sat                               date: Sun",
      "| content-type: application/json        | content-type: text/html",
      "| etag: 1                               <",
      "|                                       > vary: Accept",
      "|",
      '| {"name":"Fern"}                       | <p>',
      "|                                       > no",
    ]);
    expect(differingParts(then, now)).toEqual(["status", "header content-type", "header etag", "header vary", "body"]);
  });

  test("are the same but for time and date", () => {
    const now = {
      ...answered(200, [["date", "Sun"], json], '{"name":"Fern"}'),
      timing: { startedMs: 5, firstByteMs: 9, totalMs: 700 },
    };
    expect(differingParts(plant, now)).toEqual([]);
    expect(sideBySide(page, plant, now).filter((line) => / [|<>] /.test(line.slice(2)))).toEqual([]);
  });

  test("have colour where they differ, and nowhere else", () => {
    const lines = sideBySide({ ...page, colour: true }, plant, { ...plant, response: null });
    const isPainted = (line: string): boolean => line.includes("\u001b[");
    expect(lines.filter(isPainted)).toEqual(lines.filter((line) => / [|<>]/.test(line.slice(2))));
    expect(new Set(lines.map(isPainted)).size).toBe(2);
  });

  test("keep duplicate header fields apart", () => {
    const once = answered(200, [["Set-Cookie", "a"]], "");
    const twice = answered(
      200,
      [
        ["Set-Cookie", "a"],
        ["Set-Cookie", "b"],
      ],
      "",
    );
    expect(differingParts(once, twice)).toEqual(["header set-cookie"]);
    expect(sideBySide(page, once, twice)).toContain("|                                       > set-cookie: b");
  });

  test("differ in their bodies also where these look the same, or are kept in part", () => {
    const [composed, decomposed] = [answered(200, [], "é"), answered(200, [], "e\u0301")];
    expect(differingParts(composed, decomposed)).toEqual(["body"]);
    const long = (sha256: string): Exchange => {
      const exchange = answered(200, [], "x");
      return {
        ...exchange,
        response: { status: 200, headers: [], body: { encoding: "utf-8", content: "x", size: 9999, sha256 } },
      };
    };
    expect(differingParts(long("a"), long("a"))).toEqual([]);
    expect(differingParts(long("a"), long("b"))).toEqual(["body"]);
    expect(sideBySide(page, long("a"), long("b")).join("\n")).toContain("[cut here; 9,999 bytes in all]");
  });

  test("say that there is none", () => {
    expect(sideBySide(page, plant, unanswered("no answer in time"))[1]).toBe(
      "| 200 OK                                | no answer: no answer in time",
    );
    expect(differingParts(plant, unanswered("x"))).toEqual(["whether there is an answer"]);
    expect(differingParts(unanswered("x"), unanswered("x"))).toEqual([]);
  });

  test("stay in their columns and harmless, whatever a provider wrote", () => {
    const poison = `${"a".repeat(34)}::error::x \u001b[31m##vso[task.complete]\u202e 植物植物植物植物 \u{1f331}`.repeat(
      3,
    );
    const hostile = answered(200, [[poison, poison]], `${poison}\n::error::y\n\u0000`);
    for (const width of [60, 80, 120]) {
      for (const line of sideBySide({ ...page, width }, hostile, plant)) {
        expect(stringWidth(line), line).toBeLessThanOrEqual(width);
        expect(line).toMatch(/^\|/);
        expect(isSafeText(line), line).toBe(true);
      }
    }
  });
});
