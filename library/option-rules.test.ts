import { expect, test } from "vitest";
import { judge, judgeInSteps, type JudgeOptions, recordAndJudge } from "./index.ts";
import { readRequirements } from "../spec/requirements.ts";
import { planSuites } from "./adapters/adapter-plan.ts";
import { registerTests } from "./adapters/register-tests.ts";
import { usableOptions } from "./adapters/register-tests.ts";
import { requireUsable } from "./option-rules.ts";

const token = "a-token-of-options";

/** Options whose provider counts what it is asked. */
function counting(given: object): { readonly options: JudgeOptions; readonly asked: () => number } {
  let asked = 0;
  const fetch = (): Response => {
    asked += 1;
    return new Response(null, { status: 500 });
  };
  return { options: { fetch, token, contracts: false, ...given }, asked: () => asked };
}

/** The message of the TypeError that `judge` rejects with. */
async function refusal(given: object): Promise<string> {
  const { options, asked } = counting(given);
  const error: unknown = await judge(options).catch((fault: unknown) => fault);
  expect(error).toBeInstanceOf(TypeError);
  expect(asked()).toBe(0);
  return (error as TypeError).message;
}

const waiver = { id: "plant-has-no-id", reason: "not yet", expires: "2027-03-31" };

const wrong: ReadonlyArray<readonly [object, string]> = [
  [
    { document: "openapi: 3.1.0" },
    'document has to be { text }, with an OpenAPI document in YAML or JSON as text; it is "openapi: 3.1.0"',
  ],
  [
    { document: { txt: "openapi: 3.1.0" } },
    'There is no option "document.txt"; document takes text, operation, overlay, parameters',
  ],
  [
    { document: { text: "openapi: 3.1.0", parameters: { garden: 7 } } },
    'document.parameters has to be an object of strings; it is {"garden":7}',
  ],
  [{ document: {} }, "There is no document.text; document has to be { text }"],
  [{ document: { text: "" } }, 'document.text has to be a string that is not empty; it is ""'],
  [{ document: null }, "document has to be { text }, with an OpenAPI document in YAML or JSON as text; it is null"],
  [
    { expectations: ["duplicate-id=409"] },
    'expectations has to be an object of strings, such as { "duplicate-id": "409" }; it is ["duplicate-id=409"]',
  ],
  [{ expectations: new Map([["duplicate-id", "409"]]) }, "it is an object of Map"],
  [{ expectations: { "duplicate-id": 409 } }, '"duplicate-id" is 409'],
  [
    { expectations: { "duplicat-id": "409" } },
    'expectations: "duplicat-id" names no open point; did you mean duplicate-id?',
  ],
  [
    { expectations: { "plant-shape": "409" } },
    'expectations: "plant-shape" names a MUST; a value is expected of open points alone',
  ],
  [{ waivers: "x" }, 'waivers has to be a list of { id, reason, expires }; it is "x"'],
  [{ waivers: [{ ...waiver, reason: "" }] }, 'waivers[0]: "reason" is empty; say why the failure is accepted'],
  [
    { waivers: [{ ...waiver, expires: "never" }] },
    'waivers[0]: "expires" is "never", which is not a date in the form YYYY-MM-DD; give the last day on which the waiver counts',
  ],
  [
    { waivers: [{ ...waiver, expires: "2027-02-29" }] },
    '"expires" is "2027-02-29", which is not a calendar date; give',
  ],
  [{ waivers: [{ id: waiver.id, reason: "x" }] }, 'waivers[0]: the waiver has no "expires"'],
  [{ waivers: [{ ...waiver, until: "x" }] }, 'waivers[0]: "until" is not a key of a waiver'],
  [{ waivers: [{ ...waiver, cause: "x" }] }, 'waivers[0]: "cause" is "x"; it has to be true, or left out'],
  [{ waivers: [waiver, waiver] }, 'waivers[1]: "plant-has-no-id" is waived twice; keep one'],
  [{ waivers: [waiver, null] }, "waivers[1]: this is not a waiver: null"],
  [
    { waivers: [{ ...waiver, id: "plant-has-no-i" }] },
    'waivers[0]: "plant-has-no-i" names no requirement and no check; did you mean "plant-has-no-id"?',
  ],
  [
    { waivers: [{ ...waiver, id: "no-answers", cause: true }] },
    'waivers[0]: "no-answers" names no cause; did you mean "no-answer"?',
  ],
  [{ limits: { timeout: -1 } }, 'There is no option "limits.timeout"; limits takes connectMs, requestMs, deadlineMs'],
  [{ limits: { requestMs: 0 } }, "limits.requestMs has to be a whole number from 1 to 2147483647; it is 0"],
  [{ limits: { bodyBytes: "1" } }, "limits.bodyBytes has to be a whole number from 1"],
  [{ limits: { deadlineMs: Infinity } }, "it is Infinity"],
  [{ limits: 5 }, "limits has to be an object of limits, such as { requestMs: 10000 }; it is 5"],
  [{ rate: Number.NaN }, "rate has to be a number above 0; it is NaN"],
  [{ rate: 0 }, "rate has to be a number above 0; it is 0"],
  [{ strict: "yes" }, 'strict has to be true or false; it is "yes"'],
  [{ allowWaived: 1 }, "allowWaived has to be true or false; it is 1"],
  [{ contracts: "no" }, 'contracts has to be true or false; it is "no"'],
  [{ failOnRegression: null }, "failOnRegression has to be true or false; it is null"],
  [{ trace: "on" }, 'trace has to be true or false; it is "on"'],
  [{ selection: ["MUST"] }, 'selection has to be an object, such as { only: ["MUST"] }; it is ["MUST"]'],
  [
    { selection: { only: "MUST" } },
    'selection.only has to be a list of requirements, checks, levels or topics; it is "MUST"',
  ],
  [{ selection: { only: ["MUST", 5] } }, "selection.only[1] has to be a string that is not empty; it is 5"],
  [{ selection: { onyl: ["MUST"] } }, 'There is no option "selection.onyl"; selection takes only, skip'],
  [{ selection: { skip: ["MUST", "SHOULD", "OPEN"] } }, "The selection leaves no check to run; skip less"],
  [{ baseline: "result.json" }, 'baseline has to be the result of an earlier run; it is "result.json"'],
  [{ baseline: {} }, "baseline is not a result: its member /format is not"],
  [{ failOnRegression: true }, "failOnRegression needs an earlier run to compare with; give its result as baseline"],
  [
    { invalidToken: token },
    "invalidToken is the token itself; give one that the provider must refuse, or leave it out",
  ],
  [{ fuzz: -1 }, "fuzz has to be a whole number from 0 to 1000000000; it is -1"],
  [{ failFast: 0 }, "failFast has to be a whole number from 1 to 1000; it is 0"],
  [{ seed: "" }, 'seed has to be a string that is not empty; it is ""'],
  [{ seed: 7 }, "seed has to be a string that is not empty; it is 7"],
  [{ signal: 5 }, "signal has to be an AbortSignal; it is 5"],
  [{ onProgress: "x" }, 'onProgress has to be a function; it is "x"'],
  [{ renewToken: "x" }, "renewToken has to be a function"],
  [{ stack: "flaks" }, "stack has to be one of"],
  [{ subjects: { name: "image" } }, 'subjects has to be a list of { name, sha256 }; it is {"name":"image"}'],
  [
    { subjects: [{ name: "image", sha256: "abc" }] },
    'subjects[0].sha256 has to be 64 hexadecimal digits in lower case; it is "abc"',
  ],
  [{ concurrency: 0 }, "concurrency has to be a whole number from 1 to 64; it is 0"],
  [{ concurrency: Number.NaN }, "it is NaN"],
  [{ concurrency: 1.5 }, "it is 1.5"],
  [{ concurrency: Infinity }, "it is Infinity"],
  // A `false` in the place of `true` would switch the verification of certificates off.
  [{ transport: { insecure: false } }, "transport.insecure has to be true, or left out; it is false"],
];

test.each(wrong.map(([given, message]) => [message, given] as const))(
  "judge refuses a wrong option before anything is asked: %s",
  async (message, given) => {
    const said = await refusal(given);
    expect(said).toContain(message);
    // An option of the command is none of the library's.
    expect(said).not.toMatch(/--\w/);
  },
);

test("what may be secret is not quoted", async () => {
  for (const transport of ["http://me:secret@proxy", { proxy: "socks5://me:secret@proxy" }, { key: "secret" }]) {
    expect(await refusal({ transport })).not.toContain("secret");
  }
  expect(await refusal({ url: "http://me:secret@host", fetch: undefined })).toBe(
    "The base URL of host holds credentials; give http://host/, and a token on its own",
  );
});

test("right options of every kind are taken, and a member of a selection can be left out", () => {
  const usable = {
    document: { text: "openapi: 3.1.0", operation: "createPlant", overlay: {}, parameters: { garden: "7" } },
    expectations: Object.create(null) as object,
    waivers: [waiver, { ...waiver, cause: true, issue: "https://bugs.example/1" }],
    limits: { requestMs: 1, rateLimitMs: 0, bodyBytes: undefined },
    rate: 0.5,
    concurrency: 64,
    selection: { skip: ["OPEN"] },
    subjects: [{ name: "image", sha256: "0".repeat(64) }],
    fuzz: 0,
    signal: new AbortController().signal,
    transport: { http2: true, proxy: "http://me:secret@proxy.example:3128" },
    stack: "flask",
    strict: undefined,
  };
  expect(() => requireUsable(counting(usable).options)).not.toThrow();
});

test("a baseline that judge has returned is taken", async () => {
  const signal = AbortSignal.abort();
  const baseline = await judge(counting({ signal }).options);
  expect((await judge(counting({ signal, baseline }).options)).baseline).toBeDefined();
});

test("a test adapter checks its time limit as well", () => {
  const { options } = counting({});
  expect(() => usableOptions({ ...options, timeout: "1m" } as never)).toThrow(
    'timeout has to be a whole number from 1 to 2147483647; it is "1m"',
  );
  expect(usableOptions({ ...options, timeout: 5 }).timeout).toBe(5);
});

test("the loop of judgeInSteps throws for wrong options, as judge does", async () => {
  for (const given of [{ signal: 5 }, { strict: "yes" }]) {
    const steps = judgeInSteps(counting(given).options)[Symbol.asyncIterator]();
    await expect(steps.next()).rejects.toThrow(/^(signal|strict) has to be/);
  }
});

test.each([
  [
    undefined,
    {},
    "app is none that can be recorded; give a listener of node:http, an object with fetch, or a Fastify instance; it is undefined",
  ],
  [null, {}, "it is null"],
  ["x", {}, 'it is "x"'],
  [() => {}, { side: "foo" }, 'options.side has to be "provider", "consumer" or "both"; it is "foo"'],
  [() => {}, { sied: "both" }, 'There is no option "options.sied"; options takes side, strict'],
  [() => {}, "both", 'options has to be an object, such as { side: "both" }; it is "both"'],
  [() => {}, { strict: "no" }, "options.strict has to be true or false"],
])("recordAndJudge refuses %j with %j", async (app, options, message) => {
  const recording = recordAndJudge(app as never, options as never);
  await expect(recording).rejects.toBeInstanceOf(TypeError);
  await expect(recording).rejects.toThrow(message);
});

test("a test file that expects something of no open point fails when it is loaded, in every adapter", () => {
  const none = (): void => undefined;
  const runner = { suite: none, before: none, test: none, canSkip: true, alone: (pattern: string): string => pattern };
  const plan = planSuites();
  const register = (expectations: Readonly<Record<string, string>>): void =>
    registerTests(runner, { plan, judge: () => new Promise(none) }, { url: "http://127.0.0.1:1", token, expectations });
  expect(() => register({ "duplicat-id": "409" })).toThrow(
    new TypeError('expectations: "duplicat-id" names no open point; did you mean duplicate-id?'),
  );
  const open = readRequirements().filter(({ level }) => level === "OPEN");
  expect(() => register(Object.fromEntries(open.map(({ id }) => [id, "x"])))).not.toThrow();
});
