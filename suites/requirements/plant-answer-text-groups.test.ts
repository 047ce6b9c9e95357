/** Many odd texts in one: which parts are sent next, and which are reported. */
import { describe, expect, test } from "vitest";
import { readAnswer } from "../checks/decoded-answer.ts";
import type { Answered, Check, PlannedRequest } from "../checks/check.ts";
import { checks, outcomeOf } from "../testing/checks.ts";

const fresh = (k: number): number => 7_000_000 + k;

/** A provider that changes names in this way; undefined means a refusal. */
type Provider = (name: string) => string | undefined;

function answerTo({ plant }: PlannedRequest, provider: Provider): Answered {
  const name = provider(plant?.name ?? "");
  const body = new TextEncoder().encode(JSON.stringify({ ...plant, name }));
  const headers = [["Content-Type", "application/json"] as const];
  return { answer: readAnswer({ status: name === undefined ? 400 : 200, headers, body }, { bytes: 10_000 }) };
}

/** The names that a check sends, one after the other. */
function askedOf(check: Check, provider: Provider): readonly string[] {
  const answers: Answered[] = [];
  const names: string[] = [];
  for (;;) {
    const [request] = check.next(fresh, answers);
    if (request === undefined) return names;
    names.push(request.plant?.name ?? "");
    answers.push(answerTo(request, provider));
    if (names.length > 40) throw new Error("It does not come to an end");
  }
}

describe("a name of many odd texts", () => {
  const check = checks.find(({ id }) => id === "returns-name/characters") as Check;

  test("is sent once where it comes back as it was sent", () => {
    expect(askedOf(check, (name) => name)).toHaveLength(1);
  });

  test("is halved where it comes back changed, until one text is left that does", () => {
    const asked = askedOf(check, (name) => name.replace("\u007f", ""));
    expect(asked.at(-1)?.replace(/^(?:[a-z]+ )+/i, "")).toBe("a\u007fb");
    expect(asked.length).toBeLessThan(10);
  });

  test("is halved twice at most where it is refused", () => {
    expect(askedOf(check, () => undefined)).toHaveLength(7);
  });

  test("is sent in chunks where the provider is known to take them, and in one piece otherwise", () => {
    const framing = (id: string, ...features: readonly string[]): string | undefined =>
      checks.find((one) => one.id === id)?.next(fresh, [], { variants: [features], refused: [] })[0]?.framing;
    expect(framing("returns-name/characters", "charset", "chunked")).toBe("chunked");
    expect(framing("returns-name/characters", "charset")).toBe("content-length");
  });

  test("is looked through beside the text that is refused", () => {
    const asked = askedOf(check, (name) => (name.includes("\u007f") ? undefined : name.replace("\u200b", "")));
    expect(asked.at(-1)?.replace(/^(?:[a-z]+ )+/i, "")).toBe("a\u200bb");
  });
});

describe("of what came back, a check of many odd texts", () => {
  const id = "returns-name/characters";
  const sent = (name: string, back: string): Parameters<typeof outcomeOf>[1][number] => ({
    kind: "open",
    plant: { name },
    sent: name,
    body: JSON.stringify({ name: back }),
  });

  test("reports the smallest text that changed", () => {
    const given = [{}, sent("Fern a b", "Fern ab"), sent("Fern a", "Ferna"), {}];
    expect(outcomeOf(id, given, [1, 2])).toBe('/name "Ferna"');
  });

  test("reports what changed where a smaller text came back", () => {
    const given = [{}, sent("Fern a b", "Fern ab"), sent("Fern a", "Fern a"), {}];
    expect(outcomeOf(id, given, [1, 2])).toBe('/name "Fern ab"');
  });

  test("leaves the name of another request to the question whether answers are kept apart", () => {
    const other = sent("Fern c", "Fern c");
    expect(outcomeOf(id, [{}, sent("Fern a", "Fern c"), other, {}], [1])).toBe("no-occasion");
  });

  test("has nothing to report where it was refused", () => {
    expect(outcomeOf(id, [{}, { kind: "open", status: 400 }, {}], [1])).toBe("no-occasion");
  });

  test("passes where every text that was accepted came back", () => {
    expect(outcomeOf(id, [{}, { kind: "open", status: 400 }, sent("Fern b", "Fern b"), {}], [1, 2])).toBe("passed");
  });
});
