import { describe, expect, test } from "vitest";
import { readOperation } from "../../spec/read-operation.ts";
import { compileValidators } from "../../spec/compile-schemas.ts";
import { checksOf } from "../index.ts";
import { checks, evidenceOf, inShort, outcomeOf } from "../testing/checks.ts";
import { type Given, historyOf } from "../testing/history.ts";

const id = "keeps-token-secret/every-answer";
const authorization = "Bearer $PLANT_STORE_TOKEN";

test("an echo of the token is compared with every answer to a request without it", () => {
  const run = historyOf(
    { authorization },
    { kind: "not-allowed", status: 401 },
    { kind: "not-allowed", noAnswer: "timeout" },
    { authorization: "Bearer $PLANT_STORE_INVALID_TOKEN", status: 401 },
    { authorization: "Basic $PLANT_STORE_OTHER", status: 401 },
  );
  const context = checks.find((check) => check.id === id)?.context?.(run);
  expect(context?.map(({ index }) => index)).toEqual([1, 4]);
});

test("a token that is named as invalid is sent, and no other one is without it", () => {
  const operation = readOperation();
  const validators = compileValidators(operation);
  const idsOf = (invalidToken: boolean): readonly string[] =>
    checksOf(operation, validators, { invalidToken }).map((check) => check.id);
  const named = "requires-authorization/invalid-token";
  expect(idsOf(true).filter((one) => !idsOf(false).includes(one))).toEqual([named]);
});

test("an exchange that passes alone passes beside what it is compared with", () => {
  const check = checks.find((one) => one.id === id);
  const bare: Given = { kind: "not-allowed", status: 401 };
  const withToken: readonly Given[] = [{ authorization }, { authorization, redacted: ["body"] }, bare];
  const contexts: readonly (readonly Given[])[] = [
    [bare],
    [{ ...bare, redacted: ["body"] }],
    [bare, { ...bare, redacted: ["body"] }],
  ];
  const statuses = withToken.flatMap((one) =>
    contexts.map((context) => {
      const run = historyOf(...context, one);
      const status = (judged: typeof run): string | undefined => check?.judge([], judged).outcome.status;
      return [status(run.slice(-1)), status(run)];
    }),
  );
  const alonePassed = statuses.filter(([alone]) => alone === "passed");
  expect(alonePassed).toEqual(contexts.map(() => ["passed", "passed"]));
  // Other exchanges are looked at only for an exchange that does not pass alone.
  expect(statuses.slice(3, 6)).toEqual([
    ["not-judged", "failed"],
    ["not-judged", "passed"],
    ["not-judged", "passed"],
  ]);
});

test("what is not an echo is shown by the first answer that says the same without the token", () => {
  const bare: Given = { kind: "not-allowed", status: 401 };
  const saying: Given = { ...bare, redacted: ["body"] };
  const run: readonly Given[] = [{ authorization, redacted: ["body"] }, bare, saying, saying];
  expect(outcomeOf(id, run)).toBe("passed");
  expect(evidenceOf(id, run)).toEqual([2]);
});

describe("the challenge of a 401", () => {
  const challenges = "challenges-with-401/every-401";
  const challenged = (value: string): string =>
    outcomeOf(challenges, [{ kind: "not-allowed", status: 401, headers: [["WWW-Authenticate", value]] }]);

  test.each([
    "Bearer",
    'Basic realm="plants", Bearer',
    'bearer realm="a \\"quoted\\" word"',
    'Basic realm="a, b",BEARER x="y"',
    'Digest realm="open, Bearer',
  ])("names Bearer: %s", (value) => {
    expect(challenged(value)).toBe("passed");
  });

  test.each(["Bearers", 'Basic realm="plants, Bearer"', 'Basic realm="a \\", Bearer "', "Basic"])(
    "does not name Bearer, which is not a scheme in quotes: %s",
    (value) => {
      expect(challenged(value)).toBe(`header www-authenticate ${value}`);
    },
  );

  // Looked for again from each quote within it, it takes minutes.
  test("is looked for in time in a quote of a mebibyte that has no end", () => {
    const endless = `realm="${'\\"'.repeat(512 * 1024)}`;
    expect(challenged(`Bearer ${endless}`)).toBe("passed");
    expect(challenged(`Basic ${endless}`)).toContain("header www-authenticate Basic realm=");
  });

  test("is shown without the secrets in it, and where there is none it is said", () => {
    const saying = (headers: Given["headers"]): unknown => {
      const run = historyOf({ kind: "not-allowed", status: 401, headers: headers ?? [] }).map((sent) => ({
        ...sent,
        clean: (text: string) => text.replaceAll("secret", "-"),
      }));
      return checks.find((check) => check.id === challenges)?.judge([], run).outcome;
    };
    expect(saying([["WWW-Authenticate", "Basic secret"]])).toMatchObject({ findings: [{ seen: "Basic -" }] });
    expect(saying([])).toMatchObject({ findings: [{ seen: "no such header" }] });
  });
});

test("without a token the spellings of its scheme are not asked about, and every other variant is", () => {
  const operation = readOperation();
  const tokenless = checksOf(operation, compileValidators(operation), { authentication: "none" });
  const ofVariants = tokenless.filter(({ slug }) => slug === "in-each-variant");
  const notRun = ofVariants.filter((check) => inShort(check.judge([], []).outcome) === "not-run");

  expect(notRun.map(({ requirement }) => requirement)).toEqual(["accepts-bearer-in-any-case"]);
  expect(ofVariants.length).toBeGreaterThan(5);
});
