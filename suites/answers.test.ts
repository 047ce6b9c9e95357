import { describe, expect, test } from "vitest";
import { compileValidators } from "../spec/compile-schemas.ts";
import { readOperation } from "../spec/read-operation.ts";
import type { CheckId } from "./checks/check.ts";
import { checksOf } from "./index.ts";
import { notAsked } from "./requirements/authentication.ts";
import { checks, inShort, outcomeOf } from "./testing/checks.ts";
import { type Given, historyOf } from "./testing/history.ts";

const wrong = (status = 400): Given => ({ kind: "not-a-plant", status });
const silent: Given = { noAnswer: "timeout" };

describe("a body that is not a NewPlant", () => {
  const id = "refuses-with-400/every-refusal";

  test.each<readonly [string, Given, string]>([
    ["is refused with 400", wrong(), "passed"],
    ["is not refused with 422", wrong(422), "status 422 with application/json"],
    ["is left to other checks where it is accepted", wrong(204), "no-occasion"],
    ["may be asked to wait", wrong(429), "no-occasion"],
    ["is asked again where a gateway is busy", { ...wrong(503), standing: "asked-again" }, "no-occasion"],
    ["is not refused by a proxy", wrong(407), "no-occasion"],
    [
      "is not refused with 400 where it is never answered",
      { kind: "not-a-plant", noAnswer: "timeout", standing: "last-sent" },
      "status no answer (it was cut off)",
    ],
    ["may not be answered", { kind: "not-a-plant", noAnswer: "timeout" }, "no-occasion"],
    ["is not a request without a token", { kind: "not-allowed", status: 401 }, "no-occasion"],
  ])("%s", (_title, given, expected) => {
    expect(outcomeOf(id, [{}, given, {}])).toBe(expected);
  });

  test("is not refused for being none where ordinary requests are refused as well", () => {
    expect(outcomeOf(id, [{}, wrong(422), { status: 422 }])).toBe("no-occasion");
    expect(outcomeOf(id, [{ status: 422 }, wrong(422), {}])).toBe("no-occasion");
  });
});

describe("what answers hold", () => {
  const challenge = [["www-AUTHENTICATE", "Bearer"]] as const;

  const given401 = (value: string): Given => ({ status: 401, headers: [["WWW-Authenticate", value]] });

  test.each<readonly [CheckId, Given, string]>([
    ["challenges-with-401/every-401", { status: 401 }, "header www-authenticate no such header"],
    ["challenges-with-401/every-401", { status: 401, headers: challenge }, "passed"],
    ["challenges-with-401/every-401", given401("Basic"), "header www-authenticate Basic"],
    [
      "challenges-with-401/every-401",
      given401('Basic realm="a, Bearer"'),
      'header www-authenticate Basic realm="a, Bearer"',
    ],
    ["challenges-with-401/every-401", given401("Bearers"), "header www-authenticate Bearers"],
    ["challenges-with-401/every-401", given401('Basic realm="plants", bearer error="invalid_token"'), "passed"],
    ["challenges-with-401/every-401", given401("DPoP,Bearer"), "passed"],
    ["challenges-with-401/every-401", { status: 403 }, "no-occasion"],
    ["challenges-with-401/every-401", { status: 401, method: "GET" }, "no-occasion"],
    ["error-shape/every-400", { status: 400 }, "passed"],
    ["error-shape/every-400", { status: 400, body: "{}" }, "/error no such member; /message no such member"],
    ["error-shape/every-400", { status: 422, body: "{}" }, "no-occasion"],
    // Text that is no JSON breaks error-encoding, and is no evidence of a shape.
    ["error-shape/every-400", { status: 400, body: "Bad request" }, "no-occasion"],
    ["plant-shape/every-200", { body: "<p>" }, "no-occasion"],
    ["plant-has-no-id/every-200", { body: "<p>" }, "no-occasion"],
    ["plant-shape/every-200", { body: '{"name":"x","tag":null}' }, "/tag null"],
    ["plant-shape/every-200", { status: 201, body: "{}" }, "no-occasion"],
  ])("%s: %j is judged %s", (id, given, expected) => {
    expect(outcomeOf(id, [{ kind: "open", ...given }])).toBe(expected);
  });
});

describe("an echo of the token", () => {
  const id = "keeps-token-secret/every-answer";
  const authorization = "Bearer $PLANT_STORE_TOKEN";
  const bare: Given = { kind: "not-allowed", status: 401 };
  const saying: Given = { ...bare, redacted: ["header connection"] };

  test.each<readonly [string, readonly Given[], string]>([
    ["is in no answer", [{ authorization }, bare], "passed"],
    ["is in a body", [{ authorization, redacted: ["body"] }, bare], " the token"],
    ["is in a header", [{ authorization, method: "GET", redacted: ["header x"] }, bare], "header x the token"],
    [
      "is one in whatever scheme the token was sent",
      [{ authorization: "Basic $PLANT_STORE_TOKEN", status: 401, redacted: ["body"] }, bare],
      " the token",
    ],
    [
      "is one of the token that is named as invalid",
      [{ authorization: "Bearer $PLANT_STORE_INVALID_TOKEN", status: 401, redacted: ["body"] }, bare],
      " the token",
    ],
    [
      "is none where an answer to a request without the token says the same",
      [{ authorization, redacted: ["header connection"] }, saying],
      "passed",
    ],
    [
      "is none where the answer to another token says the same",
      [
        { authorization, redacted: ["body"] },
        { ...saying, authorization: "Bearer another" },
      ],
      "passed",
    ],
    ["is not known where nothing was asked without the token", [{ authorization, redacted: ["body"] }], "no-occasion"],
    ["has no occasion where the token was never sent", [saying], "no-occasion"],
    ["has no occasion where nothing was answered", [{ ...silent, authorization }], "no-occasion"],
  ])("%s", (_title, given, expected) => {
    expect(
      outcomeOf(
        id,
        given.map((one) => ({ kind: "open", ...one })),
      ),
    ).toBe(expected);
  });
});

test("a check that is not asked is not judged, and never has had no occasion", () => {
  const [check] = checks.map(notAsked);
  expect(check?.judge([], [])).toMatchObject({ outcome: { status: "not-judged", because: "not-run" } });
});

describe("with header fields of the user, one request leaves them out", () => {
  const operation = readOperation();
  const extra = checksOf(operation, compileValidators(operation), { extraHeaders: ["X-Ward", "authorization"] });
  const fresh = (k: number): number => 7_000_000 + k;
  const bare = extra.filter(({ next }) => next(fresh, []).some(({ added }) => Array.isArray(added)));
  const judgedAfter = (...statuses: readonly number[]): readonly string[] => {
    const run = historyOf({}, ...statuses.flatMap((status) => [{ kind: "open" as const, status }, {}]));
    const own = run.filter(({ request }) => request.kind === "open");
    return bare.map((check) => inShort(check.judge(own, run).outcome));
  };

  test("and no other", () => {
    expect(bare.map(({ id }) => id)).toEqual(["needs-no-other-headers/bare"]);
    expect(checks.flatMap(({ next }) => next(fresh, [])).filter(({ added }) => Array.isArray(added))).toEqual([]);
  });

  test("which shows that none is needed where it is accepted, and nothing where it is refused", () => {
    expect(judgedAfter(200)).toEqual(["passed"]);
    // The MUST is not met for lack of evidence; "no occasion" would count for nothing.
    expect(judgedAfter(403, 403, 403)).toEqual(["no-accepted-parent"]);
  });
});
