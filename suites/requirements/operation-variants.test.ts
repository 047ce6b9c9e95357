/** Valid requests in each variant: which feature is reported when some are refused, and what is not judged. */
import { describe, expect, test } from "vitest";
import { readRequirements } from "../../spec/requirements.ts";
import type { CheckId, Fresh, History, Judgement, Sent } from "../checks/check.ts";
import { ROWS } from "../checks/feature-search.ts";
import { areAlike } from "../checks/request-features.ts";
import { connectionAxis, narrowAxes, singleFeatures, wideAxes } from "../checks/request-variants.ts";
import { rowsOf } from "./operation-variants.ts";
import { checkIds } from "../run/id-ranges.ts";
import { checkNamed, checks, inShort } from "../testing/checks.ts";
import { answered, type Given, historyOf } from "../testing/history.ts";

const SENDER = "accepts-every-ordinary-request/in-each-variant";
const readers = checks.filter(({ reads }) => reads === SENDER).map(({ id }) => id);

/** The numbers of a check (`checkIds`). */
const fresh = (k: number): number => {
  if (k >= 64) throw new Error("It uses more ids than a check has");
  return 7_000_000 + k;
};

/** The answer to a valid request with these features, and with this many requests before it. */
type Provider = (features: readonly string[], nth: number) => Given;

interface Asked {
  readonly own: History;
  /** The same requests, with an accepted ordinary request before and after them. */
  readonly run: History;
}

/** Sends all requests of the check. A body that is not a plant is answered with 400. */
function ask(provider: Provider, last: Given = {}, ids: Fresh = fresh): Asked {
  const [first] = historyOf({}) as readonly [Sent];
  const own: Sent[] = [];
  for (;;) {
    const batch = checkNamed(SENDER).next(ids, own);
    if (batch.length === 0) break;
    for (const request of batch) {
      const nth = own.filter((sent) => sent.request.features !== undefined).length;
      const given = request.features === undefined ? { status: 400 } : provider(request.features, nth);
      own.push(answered({ ...request, askedBy: SENDER }, { isReused: true, ...given }, own.length + 1));
    }
    if (own.length > 200) throw new Error("It does not come to an end");
  }
  return { own, run: [first, ...own, answered(first.request, last, own.length + 1)] };
}

const judge = (id: CheckId, { own, run }: Asked): Judgement => checkNamed(id).judge(own, run);

/** The outcomes that are not `passed`, of the check that sends and of those that read its requests. */
function notPassed(asked: Asked): Readonly<Record<string, string>> {
  const outcomes = [SENDER, ...readers].map((id) => [id, inShort(judge(id as CheckId, asked).outcome)] as const);
  return Object.fromEntries(outcomes.filter(([, outcome]) => outcome !== "passed"));
}

/** A provider that refuses requests that have all of these features. */
const refusing =
  (...names: readonly string[]): Provider =>
  (features) =>
    names.every((name) => features.includes(name)) ? { status: 400 } : {};

/** A provider that answers one of the requests differently, and accepts the requests after it. */
const once =
  (given: Given, place = 3): Provider =>
  (_features, nth) =>
    nth === place ? given : {};

const JSON_SPELLINGS = "accepts-json-spellings/in-each-variant";
const no = "status 400 with application/json";
const used = "a connection that was used once before";

describe("valid requests in each variant", () => {
  test("pass where all are accepted", () => {
    const asked = ask(() => ({}));
    expect(notPassed(asked)).toEqual({});
    expect(judge("accepts-chunked-body/in-each-variant", asked)).toEqual({ outcome: { status: "passed" } });
  });

  test.each(["tabs", "after-refusal"])("put a refusal only before questions about one, where %s is refused", (name) => {
    const own = ask(refusing(name)).own.slice(4 + ROWS);
    const isBefore = own.map(({ request }) => request.features === undefined);
    const isAbout = own.map(({ request }) => request.features?.includes("after-refusal") === true);
    expect(isAbout.includes(name === "after-refusal")).toBe(true);
    expect(isBefore).toEqual([...isAbout.slice(1), false]);
  });

  test("use an id each and no more than a check has, whatever is refused", () => {
    const isAnswered = (nth: number): boolean => nth < ROWS || nth % 2 === 0;
    const { own } = ask((features, nth) => (isAnswered(nth) && features.length % 2 === 0 ? { status: 400 } : {}));
    const ids = own
      .filter(({ request }) => request.features !== undefined)
      .map(({ request }) => /"id":\s*(\d+)/.exec(new TextDecoder().decode(request.body ?? undefined))?.[1]);
    expect(own.length).toBeGreaterThan(48);
    expect(new Set(ids.filter(Boolean)).size).toBe(ids.filter(Boolean).length);
  });

  test.each<readonly [string, string, string]>([
    ["tabs", "accepts-json-spellings", "carriage returns and tabs between tokens"],
    ["charset-quoted", "accepts-media-type-spellings", 'the media type `application/json;charset="UTF-8"`'],
    ["chunked", "accepts-chunked-body", "a chunked body"],
    ["no-accept", "needs-no-other-headers", "no Accept"],
    ["no-tag", "accepts-valid-plant", "the required members alone"],
    ["after-refusal", "recovers-after-refusal", "a refused request before it on its connection"],
    ["used-connection", "accepts-valid-plant", used],
    ["two-pieces", "accepts-valid-plant", "a body sent in two pieces"],
    ["closing", "accepts-every-ordinary-request", "`Connection: close`"],
    ["accept-anything", "accepts-every-ordinary-request", "`Accept: */*`"],
    ["accept-several", "accepts-every-ordinary-request", "an `Accept` that prefers HTML and XML to JSON"],
    ["scheme-in-capitals", "accepts-bearer-in-any-case", "the scheme `BEARER`"],
    ["expect-continue", "survives-expect-continue", "`Expect: 100-continue`"],
    ["media-type-in-other-case", "accepts-media-type-spellings", "the media type `Application/JSON`"],
  ])("fail for %s, which is refused alone, at %s", (name, requirement, words) => {
    expect(notPassed(ask(refusing(name)))).toEqual({
      [`${requirement}/in-each-variant`]: `${no} to requests with ${words}`,
    });
  });

  test.each<readonly [string, readonly string[], string, string]>([
    ["the lower level", ["chunked", "no-tag"], "accepts-chunked-body", "a chunked body and the required members alone"],
    ["the first", ["no-accept", "no-tag"], "needs-no-other-headers", "no Accept and the required members alone"],
    ["the lower level", ["used-connection", "chunked"], "accepts-chunked-body", `${used} and a chunked body`],
    ["the first", ["used-connection", "no-accept"], "accepts-valid-plant", `${used} and no Accept`],
  ])(
    "fail for two features that are refused together, at the requirement of %s",
    (_title, names, requirement, words) => {
      expect(notPassed(ask(refusing(...names)))).toEqual({
        [`${requirement}/in-each-variant`]: `${no} to requests with ${words}`,
      });
    },
  );

  test("fail for each of several features", () => {
    const provider: Provider = (features) =>
      features.includes("tabs") || features.includes("chunked") ? { status: 400 } : {};
    expect(Object.keys(notPassed(ask(provider)))).toEqual([
      "accepts-json-spellings/in-each-variant",
      "accepts-chunked-body/in-each-variant",
    ]);
  });

  test("are reported by the request that has nothing but the feature, and shown by each that has it", () => {
    const asked = ask(refusing("chunked"));
    const { outcome, evidence } = judge("accepts-chunked-body/in-each-variant", asked);
    const chunked = asked.own.filter(({ request }) => request.features?.includes("chunked"));

    expect(outcome).toMatchObject({
      findings: [{ exchange: chunked.find(({ request }) => request.features?.length === 1)?.index }],
    });
    expect(evidence).toEqual(chunked.map(({ index }) => index));
    expect(chunked.length).toBeGreaterThan(ROWS / 2);
  });

  test("are shown by their other answers where a chunked body gets 411 by itself", () => {
    const asked = ask((features) =>
      features.includes("chunked") ? { status: features.length === 1 ? 411 : 400 } : {},
    );
    const { outcome, evidence } = judge("accepts-chunked-body/in-each-variant", asked);

    expect(inShort(outcome)).toBe("status 400 with application/json to requests with a chunked body");
    const varied = asked.own.filter(({ request, answer }) => request.features !== undefined && answer?.status === 400);
    expect(evidence).toEqual(varied.map(({ index }) => index));
  });

  test("are not judged where each that a feature makes longer is too large", () => {
    const tooLarge = (name: string): Asked => ask((features) => (features.includes(name) ? { status: 413 } : {}));
    expect(notPassed(tooLarge("escapes-in-capitals"))).toEqual({ [JSON_SPELLINGS]: "no-occasion" });
    expect(notPassed(tooLarge("chunked"))["accepts-chunked-body/in-each-variant"]).toMatch(/^status 413 /);
  });

  test("are shown by those alone that have all the features that are refused together", () => {
    const asked = ask(refusing("chunked", "no-tag"));
    const both = asked.own.filter(({ answer, request }) => request.features !== undefined && answer?.status === 400);
    expect(judge("accepts-chunked-body/in-each-variant", asked).evidence).toEqual(both.map(({ index }) => index));
  });
});

describe("a valid request that is refused once, and not again in its variant", () => {
  test("is reported for the ordinary requests, by that request", () => {
    const asked = ask(once({ status: 400 }));
    const [refused] = asked.own.filter(
      ({ answer, request }) => request.features !== undefined && answer?.status === 400,
    );

    expect(notPassed(asked)).toEqual({ [SENDER]: no });
    expect(judge(SENDER, asked).evidence).toEqual([refused?.index]);
  });

  test("is reported without an answer as well, and refused after it was not read the first time", () => {
    expect(notPassed(ask(once({ status: 409, attempts: 2, isReadOnce: true })))).toHaveProperty([SENDER]);
    expect(notPassed(ask(once({ noAnswer: "timeout" })))).toEqual({ [SENDER]: "status no answer (it was cut off)" });
  });

  test.each<readonly [string, Given]>([
    ["429", { status: 429 }],
    ["407 by a proxy", { status: 407 }],
    ["nothing because the run ended", { noAnswer: "run-ended" }],
    ["nothing because the suite failed", { noAnswer: "harness-fault" }],
    ["409 after the connection was closed under it, when it may have been read twice", { status: 409, attempts: 2 }],
    ["409 after a 503, when it may have been read before", { status: 409, mayBeRead: true }],
    ["200 that a limit of the suite cut off", { noAnswer: "timeout", readTo: "header" }],
  ])("is not reported where it is answered %s", (_what, given) => {
    expect(notPassed(ask(once(given)))).toEqual({});
  });

  test("is reported where its answer is cut off", () => {
    expect(notPassed(ask(once({ noAnswer: "connection-closed", readTo: "header" })))).toHaveProperty([SENDER]);
  });

  test("is not reported where a server asks for a Content-Length in place of chunks, be it once or each time", () => {
    const inChunks = (given: Given, most: number): Provider => {
      let times = 0;
      return (features) => {
        if (features.includes("chunked")) times += 1;
        return features.includes("chunked") && times <= most ? given : {};
      };
    };
    expect(notPassed(ask(inChunks({ status: 411 }, 1)))).toEqual({});
    expect(notPassed(ask(inChunks({ status: 411 }, Infinity)))).toEqual({});
    expect(notPassed(ask(inChunks({ status: 400 }, 1)))).toEqual({ [SENDER]: no });
  });

  test("is reported beside a feature of another requirement that is always refused, and not beside one of its own", () => {
    const also = (name: string): Provider => {
      const isPlain = new Set<number>();
      return (features, nth) => {
        if (features.includes(name)) return { status: 400 };
        if (nth < ROWS) isPlain.add(nth);
        return isPlain.size === 1 && isPlain.has(nth) ? { status: 500 } : {};
      };
    };
    expect(notPassed(ask(also("chunked")))).toEqual({
      [SENDER]: "status 500 with application/json",
      "accepts-chunked-body/in-each-variant": `${no} to requests with a chunked body`,
    });
    expect(notPassed(ask(also("closing")))).toEqual({
      [SENDER]: `${no} to requests with \`Connection: close\``,
    });
  });
});

test("a request with fewer features that is refused once is reported where the features that are always refused are found", () => {
  let isFirst = true;
  const asked = ask((features, nth) => {
    const isBoth = features.includes("chunked") && features.includes("no-tag");
    if (isBoth || nth < ROWS || features.length === 1 || !isFirst) return isBoth ? { status: 400 } : {};
    isFirst = false;
    return { status: 500 };
  });

  expect(notPassed(asked)).toEqual({
    [SENDER]: "status 500 with application/json",
    "accepts-chunked-body/in-each-variant": `${no} to requests with a chunked body and the required members alone`,
  });
});

test("a request with one of two features that are refused together is reported by itself, where it is refused once", () => {
  let place = -1;
  const asked = ask((features, nth) => {
    const [isChunked, isBare] = [features.includes("chunked"), features.includes("no-tag")];
    if (isChunked && !isBare && place === -1) place = nth;
    return nth === place ? { status: 500 } : isChunked && isBare ? { status: 400 } : {};
  });
  const status = (wanted: number): readonly number[] =>
    asked.own
      .filter(({ answer, request }) => request.features !== undefined && answer?.status === wanted)
      .map(({ index }) => index);

  expect(judge(SENDER, asked)).toMatchObject({ outcome: { status: "failed" }, evidence: status(500) });
  expect(judge("accepts-chunked-body/in-each-variant", asked)).toMatchObject({
    outcome: { status: "failed" },
    evidence: status(400),
  });
});

test("a feature that is accepted once is shown by the requests that were refused for it", () => {
  let place = -1;
  const asked = ask((features, nth) => {
    if (features.includes("chunked") && place === -1) place = nth;
    return features.includes("chunked") && nth !== place ? { status: 400 } : {};
  });
  const refused = asked.own.filter(({ answer, request }) => request.features !== undefined && answer?.status === 400);

  expect(judge("accepts-chunked-body/in-each-variant", asked)).toMatchObject({
    outcome: { status: "failed" },
    evidence: refused.map(({ index }) => index),
  });
});

test("where each request came over a new connection, nothing is shown of those that were used for a refusal", () => {
  const { own, run } = ask(() => ({}));
  const onNew = own.map(({ request, index }) =>
    answered(request, request.features === undefined ? { status: 400 } : {}, index),
  );
  expect(notPassed({ own: onNew, run })).toEqual({ "recovers-after-refusal/in-each-variant": "no-occasion" });
});

describe("valid requests in each variant are not judged", () => {
  const all = (because: string): Readonly<Record<string, string>> =>
    Object.fromEntries([SENDER, ...readers].map((id) => [id, because]));

  test("where the run ended before all of them were sent", () => {
    const { own, run } = ask(() => ({}));
    const last = own.findLastIndex(({ request }) => request.features !== undefined);
    expect(notPassed({ own: own.slice(0, last), run })).toEqual(all("run-ended"));
    expect(notPassed({ own: [], run })).toEqual(all("run-ended"));
    expect(own.filter(({ request }) => request.features !== undefined)).toHaveLength(ROWS);
  });

  test("where one was refused and no ordinary request was accepted after it", () => {
    expect(notPassed(ask(refusing("chunked"), { status: 400 }))).toEqual(all("no-accepted-parent"));
    expect(notPassed(ask(() => ({}), { status: 400 }))).toEqual({});
  });
});

test("where ordinary requests fail as often, no feature is blamed, and one of the requests is reported", () => {
  const { own, run } = ask(refusing("chunked"));
  const ordinary: readonly Given[] = [400, 400, 400, 400, 400, 400, 200, 200].map((status) => ({ status }));
  const others = historyOf(...ordinary).map((sent, k) => ({ ...sent, index: run.length + k }));
  const [first] = own.filter(({ answer, request }) => request.features !== undefined && answer?.status === 400);

  expect(notPassed({ own, run: [...run, ...others] })).toEqual({ [SENDER]: no });
  expect(judge(SENDER, { own, run: [...run, ...others] }).evidence).toEqual([first?.index]);
});

test("a provider that refuses every variant is asked no more than its ids suffice for", () => {
  const ids = checkIds("any", [{ id: SENDER }])(SENDER);
  const drawn = new Set<number>();
  const counted = (k: number): number => {
    drawn.add(ids(k));
    return fresh(k);
  };
  ask(() => ({ status: 400 }), {}, counted);
  expect(drawn.size).toBeGreaterThan(ROWS);
});

const json = "application/json";
const axes = { wide: [...wideAxes(json), connectionAxis], single: singleFeatures(json) };

const numbers = [1, 7_000_000, 2 ** 31 - 1] as const;

describe("the rows that a number draws", () => {
  test.each(numbers)("are as many as the run expects, and have no two features of one part of a request (%i)", (n) => {
    const rows = rowsOf(axes, n).flat();
    expect(rows).toHaveLength(ROWS);
    for (const row of rows) {
      const alike = row.filter((one, k) => row.slice(k + 1).some((other) => areAlike(one, other)));
      expect(alike).toEqual([]);
    }
  });

  test.each(numbers)(
    "have each feature at least once, and a rare one once, where no connection is at stake if it may end one (%i)",
    (n) => {
      const rows = rowsOf(axes, n).flat();
      const all = [...axes.wide, ...narrowAxes, axes.single].flat();
      expect(all.filter((feature) => !rows.flat().includes(feature))).toEqual([]);
      for (const feature of axes.single) {
        const [row = [], ...others] = rows.filter((one) => one.includes(feature));
        expect(others).toEqual([]);
        const { framing, headers = {} } = feature.change;
        const mayEndIt = framing !== undefined || "Connection" in headers;
        expect(mayEndIt ? row.filter((other) => connectionAxis.includes(other)) : []).toEqual([]);
      }
    },
  );

  test.each(numbers)("go last where they need a connection that others used (%i)", (n) => {
    const [early, late] = rowsOf(axes, n);
    const isLate = new Set(["used-connection", "after-refusal"]);
    const needing = (some: typeof early): number =>
      some.filter((row) => row.some(({ name }) => isLate.has(name))).length;
    expect([needing(early), needing(late)]).toEqual([0, late.length]);
    expect(late.length).toBeGreaterThan(0);
  });

  test.each(numbers)("are the same when they are asked for again, and others by another number (%i)", (n) => {
    const names = (m: number): readonly string[] =>
      rowsOf(axes, m)
        .flat()
        .map((row) => row.map(({ name }) => name).join(" "));
    const own = names(n);
    expect(names(n + 1)).not.toEqual(own);
    expect(names(n)).toEqual(own);
  });
});

test("the features of MUSTs are the last, so that the first of several features is one of the lowest level", () => {
  const musts = new Set(readRequirements().flatMap(({ id, level }) => (level === "MUST" ? [id] : [])));
  const features = [...wideAxes("application/json"), ...narrowAxes].flat();
  const first = features.findIndex(({ requirement }) => musts.has(requirement));

  expect(features.filter(({ requirement }) => musts.has(requirement))).toEqual(features.slice(first));
  expect(features.slice(first).map(({ name }) => name)).toEqual(["no-accept", "no-user-agent", "no-tag"]);
});
