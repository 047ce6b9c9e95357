/** The rows of features that valid requests have. */
import { describe, expect, test } from "vitest";
import { readRequirements } from "../spec/requirements.ts";
import { ROWS } from "./checks/covering-array.ts";
import { areAlike, connectionAxis, narrowAxes, singleFeatures, wideAxes } from "./checks/request-variants.ts";
import { rowsOf } from "./ordinary-rows.ts";

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
