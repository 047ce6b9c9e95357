import { expect, test } from "vitest";
import { type Isolated, isolate } from "./feature-search.ts";

const rows = ["", "a", "b", "cd", "abc", "bde", "ace", "abcde"].map((features) => Array.from(features));

/** The result for a provider, and how many questions it took. */
function found(
  isRefused: (features: readonly string[], nth: number) => boolean,
  first = rows,
): { readonly isolated: Isolated<string>; readonly questions: number } {
  const tried = first.map((features) => ({ features, isRefused: isRefused(features, 0) }));
  const answers: boolean[] = [];
  for (;;) {
    const isolated = isolate(tried, answers, 20);
    if (!("ask" in isolated)) return { isolated, questions: answers.length };
    answers.push(isRefused(isolated.ask, answers.length + 1));
  }
}

test("nothing is asked where nothing was refused", () => {
  expect(found(() => false)).toEqual({ isolated: { causes: [], unexplained: [] }, questions: 0 });
});

test.each(["a", "b", "c", "d", "e"])("the feature %s alone is found", (feature) => {
  const { isolated } = found((features) => features.includes(feature));
  expect(isolated).toEqual({ causes: [[feature]], unexplained: [] });
});

test("one feature that no accepted request has takes two questions", () => {
  const { questions } = found((features) => features.includes("d"), [["a"], ["b"], ["c", "d"], ["a", "d", "b"]]);
  expect(questions).toBeLessThanOrEqual(4);
});

test("two features that are refused where they meet are one cause", () => {
  const { isolated } = found((features) => features.includes("a") && features.includes("e"));
  expect(isolated).toEqual({ causes: [["a", "e"]], unexplained: [] });
});

test("two features that are refused each by itself are two causes", () => {
  const { isolated } = found((features) => features.includes("b") || features.includes("d"));
  expect(isolated).toEqual({ causes: [["b"], ["d"]], unexplained: [] });
});

test("a request that is refused once, and accepted when it is asked again, has no cause", () => {
  const { isolated } = found((features, nth) => nth === 0 && features.join("") === "abc");
  expect(isolated).toEqual({ causes: [], unexplained: [{ features: ["a", "b", "c"], isRefused: true }] });
});

test("a request without any feature is not asked about", () => {
  const { isolated, questions } = found((features) => features.length === 0);
  expect(isolated).toEqual({ causes: [], unexplained: [{ features: [], isRefused: true }] });
  expect(questions).toBe(0);
});

test("no more is asked than is allowed", () => {
  const tried = rows.map((features) => ({ features, isRefused: true }));
  expect(isolate(tried, [true], 1)).toMatchObject({ causes: [] });
});
