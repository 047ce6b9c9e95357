/** Escapes of signs in names, and ids with a zero fraction: what is sent, and what the answers show. */
import { describe, expect, test } from "vitest";
import { readOperation } from "../../spec/read-operation.ts";
import type { PlannedRequest } from "../checks/check.ts";
import { requestsTo } from "../checks/check-requests.ts";
import { escapedSignChecks } from "./request-body-spellings.ts";
import { checkNamed, inShort, operation, outcomeOf } from "../testing/checks.ts";
import { answered, type Given, historyOf } from "../testing/history.ts";
import { checksFor } from "../testing/revised-checks.ts";

const ID = "accepts-json-spellings/escaped-slash";
const check = checkNamed(ID);
const fresh = (k: number): number => 7_000_000 + k;

/** The bodies of the next requests. */
function next(...given: readonly Given[]): readonly string[] {
  const own = historyOf(...given.map((one) => ({ kind: "open" as const, ...one })));
  return check.next(fresh, own).map(({ body }) => new TextDecoder().decode(body ?? undefined));
}

const refused: Given = { status: 400 };

describe("an escaped slash", () => {
  test("is sent once where it is accepted, and is the same JSON as a slash", () => {
    const [body = ""] = next();
    expect(body).toMatch(/ \\\/"/);
    expect((JSON.parse(body) as { name: string }).name).toMatch(/ \/$/);
    expect(next({ body: JSON.stringify({ name: (JSON.parse(body) as { name: string }).name }) })).toEqual([]);
  });

  test("stands behind a short name in small letters, whatever the seed", () => {
    for (let n = 7_000_000; n < 7_000_200; n += 1) {
      const [request] = check.next(() => n, []);
      expect(request?.plant?.name).toMatch(/^[a-z]{8} \/$/u);
    }
  });

  test("is followed by a slash where it is refused, and sent again where that is accepted", () => {
    expect(next(refused)).toEqual([expect.stringMatching(/ \/"/)]);
    const plain = next(refused).map((text) => ({
      body: JSON.stringify({ name: (JSON.parse(text) as { name: string }).name }),
    }));
    expect(next(refused, ...plain)).toEqual([expect.stringMatching(/ \\\/"/)]);
    expect(next(refused, refused)).toEqual([]);
    expect(next(refused, {}, refused)).toEqual([expect.stringMatching(/ \\\/"/)]);
    expect(next(refused, {}, refused, refused)).toEqual([]);
  });

  const plant = { name: "Fern /", tag: "moss" };
  const open = (more: Given = {}): Given => ({ kind: "open", plant, ...more });

  test("fails where it is refused each time and the slash is not", () => {
    const run = [{}, open(refused), open(), open(refused), open(refused), {}];
    expect(outcomeOf(ID, run, [1, 2, 3, 4])).toBe("status 400 with application/json");
  });

  test("shows nothing where the provider was busy and may have read it before it refused it", () => {
    const run = [{}, open(refused), open(), open(refused), open({ status: 409, mayBeRead: true }), {}];
    expect(outcomeOf(ID, run, [1, 2, 3, 4])).toBe("no-answer");
  });

  test("shows nothing where the document shows the refusal for a state", () => {
    const conflicts = checksFor({ ...operation, states: [409] });
    const run = (status: number): readonly Given[] => [
      {},
      open({ status }),
      open(),
      open({ status }),
      open({ status }),
      {},
    ];
    expect(conflicts.outcomeOf(ID, run(409), [1, 2, 3, 4])).toBe("no-occasion");
    expect(conflicts.outcomeOf(ID, run(400), [1, 2, 3, 4])).toBe("status 400 with application/json");
    expect(outcomeOf(ID, run(409), [1, 2, 3, 4])).toBe("status 409 with application/json");
  });

  test("fails where it comes back as something else", () => {
    const body = JSON.stringify({ name: "Fern \\/", tag: "moss" });
    expect(outcomeOf(ID, [{}, open(), {}], [1])).toBe("passed");
    expect(outcomeOf(ID, [{}, open({ body }), open(), open({ body }), open({ body }), {}], [1, 2, 3, 4])).toMatch(
      /^\/name /,
    );
    expect(outcomeOf(ID, [{}, open(refused), open(), open({ body }), open({ body }), {}], [1, 2, 3, 4])).toMatch(
      /^\/name /,
    );
    expect(outcomeOf(ID, [{}, open(refused), open(), open(), {}], [1, 2, 3])).toBe("passed");
  });

  test("is followed by nothing where nothing says that it comes back, whatever does", () => {
    const [check_] = escapedSignChecks(requestsTo({ ...operation, roles: { ...operation.roles, returned: [] } }));
    const [request] = check_?.next(fresh, []) ?? [];
    if (check_ === undefined || request === undefined) throw new Error("Nothing is asked");
    const [other, bare] = [{ body: '{"name":"Moss"}' }, {}].map((given, k) => answered(request, given, k));
    for (const sent of [other, bare]) {
      expect(sent === undefined ? null : check_.next(fresh, [sent])).toEqual([]);
      expect(sent === undefined ? null : check_.judge([sent], [sent]).outcome).toEqual({ status: "passed" });
    }
  });

  test("passes where one escape is taken, whose id may be in the store already", () => {
    const run = [{}, open(refused), open(), open(refused), open(), {}];
    expect(outcomeOf(ID, run, [1, 2, 3, 4])).toBe("passed");
    expect(outcomeOf(ID, run.slice(0, 4), [1, 2, 3])).toBe("run-ended");
  });

  test("is not judged where the slash itself comes back as something else", () => {
    const body = JSON.stringify({ name: "Fern _", tag: "moss" });
    expect(outcomeOf(ID, [{}, open({ body }), open({ body }), {}], [1, 2])).toBe("no-occasion");
  });

  test("passes where what came back is not a plant, or belongs to another request: other checks report that", () => {
    const others = { body: '{"name":"Iris"}' };
    const iris: Given = { plant: { name: "Iris" } };
    expect(outcomeOf(ID, [{}, open({ body: "null" }), {}], [1])).toBe("passed");
    expect(outcomeOf(ID, [iris, open(others), {}], [1])).toBe("passed");
    expect(outcomeOf(ID, [iris, open(refused), open(), open(others), {}], [1, 2, 3])).toBe("passed");
    expect(outcomeOf(ID, [iris, open(refused), open(), open(refused), open(others), {}], [1, 2, 3, 4])).toBe("passed");
    expect(outcomeOf(ID, [iris, open(refused), open(others), open(refused), open(refused), {}], [1, 2, 3, 4])).toBe(
      "status 400 with application/json",
    );
  });

  test("fails refused each time, whatever name the refusal shows", () => {
    const naming = open({ status: 400, body: '{"name":"Iris"}' });
    const run = [{ plant: { name: "Iris" } }, naming, open(), naming, naming, {}];
    expect(outcomeOf(ID, run, [1, 2, 3, 4])).toBe("status 400 with application/json");
  });

  test.each<readonly [number, string]>([
    // Three in a row would be refused one time in 512.
    [16, "no-accepted-parent"],
    // One time in 1953, which is less than one in 1000.
    [25, "status 400 with application/json"],
  ])("refused each time, where two of %i ordinary requests are refused as well: %s", (count, expected) => {
    const ordinary = Array.from({ length: count }, (_, place): Given => (place < 2 ? refused : {}));
    const run = [...ordinary, open(refused), open(), open(refused), open(refused)];
    expect(outcomeOf(ID, run, [count, count + 1, count + 2, count + 3])).toBe(expected);
  });

  test("is not judged where the slash is refused as well, or nothing was asked", () => {
    expect(outcomeOf(ID, [{}, open(refused), open(refused), {}], [1, 2])).toBe("no-occasion");
    expect(outcomeOf(ID, [{}, {}], [])).toBe("run-ended");
  });
});

test.each(["escaped-slash", "escaped-surrogates"])("no name of %s is longer than an ordinary one", (slug) => {
  const lengths = Array.from({ length: 200 }, (_, k) => {
    const [request] = checkNamed(`accepts-json-spellings/${slug}`).next(() => 7_000_000 + k, []);
    return request?.plant?.name?.length ?? Infinity;
  });
  expect(Math.max(...lengths)).toBeLessThanOrEqual(40);
});

test("a large id with a fraction is asked where large ids are accepted, and shows nothing otherwise", () => {
  const fraction = checkNamed("accepts-integer-spellings/large-fraction-zero");
  const asked = (...names: readonly string[]): number =>
    fraction.next(fresh, [], { variants: [names], refused: [] }).length;
  expect([asked("id-beyond-53-bits"), asked("id-beyond-32-bits"), asked("charset")]).toEqual([1, 1, 0]);
  expect(fraction.judge([], [])).toMatchObject({ outcome: { because: "no-occasion" } });
  const run = historyOf({}, { kind: "valid" }, {});
  expect(inShort(fraction.judge(run.slice(1, 2), run).outcome)).toBe("passed");
});

describe("every integer besides the identity", () => {
  const withMembers = (properties: object, overlay: object = {}): ReturnType<typeof checksFor> => {
    const json = (schema: object): object => ({ content: { "application/json": { schema } } });
    const post = {
      requestBody: { required: true, ...json({ type: "object", properties }) },
      responses: { 201: json({ type: "object", properties }) },
      "x-conformance": overlay,
    };
    return checksFor(
      readOperation(JSON.stringify({ openapi: "3.1.0", info: { version: "1" }, paths: { "/x": { post } } })),
    );
  };
  const requestOf = (checks: ReturnType<typeof checksFor>): PlannedRequest | undefined =>
    checks.named("accepts-integer-spellings/every-integer")?.next(fresh, [])[0];
  const sentBy = (checks: ReturnType<typeof checksFor>): string | undefined => {
    const request = requestOf(checks);
    return request === undefined ? undefined : new TextDecoder().decode(request.body ?? undefined);
  };
  const line = { type: "object", required: ["size"], properties: { size: { type: "integer" } } };

  test("is written with a fraction of zero in one body, at any depth, and texts are left as they are", () => {
    const body = sentBy(
      withMembers({
        count: { type: "integer" },
        price: { type: "number", enum: [-1.5] },
        lines: { type: "array", items: line },
        no: { type: "string", pattern: "^\\d{4}$" },
      }),
    );
    expect(body).toMatch(/"count":\d+\.0\b/);
    expect(body).toMatch(/"size":\d+\.0\b/);
    expect(body).toMatch(/"no":"\d{4}"/);
    expect(body).toMatch(/"price":-1\.5[,}]/);
  });

  test("is written so beside an identity as it is, and what a success returns is compared", () => {
    const of = (member: string): object => ({ member, source: "the test" });
    const properties = {
      id: { type: "integer", format: "int64" },
      count: { type: "integer" },
      label: { type: "string" },
    };
    const checks = withMembers(properties, { identity: of("id"), label: of("label") });
    expect(sentBy(checks)).toMatch(/"id":\d+,/);
    expect(requestOf(checks)?.plant).toMatchObject({ label: expect.any(String) });
  });

  test("is found in an item of an array, and in a member of a member", () => {
    expect(sentBy(withMembers({ lines: { type: "array", items: line } }))).toContain(".0");
    expect(sentBy(withMembers({ line: { type: "object", required: ["line"], properties: { line } } }))).toContain(".0");
  });

  test("is not asked where there is none", () => {
    const label = { type: "string" };
    const box = { type: "object", required: ["label"], properties: { label } };
    expect(sentBy(withMembers({ label, box, boxes: { type: "array", items: box } }))).toBeUndefined();
  });
});
