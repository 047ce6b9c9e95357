import { expect, test } from "vitest";
import { givenSubjects } from "./judging-options.ts";

const subjectsOf = (subject: readonly string[]): unknown => givenSubjects({ subject }).subjects;

const sha256 = "1a".repeat(32);

test("a subject is a name and a digest, in any letter case", () => {
  const name = "registry.example/store:1.2";
  expect(subjectsOf([`${name}=sha256:${sha256.toUpperCase()}`])).toEqual([{ name, sha256 }]);
});

test.each(["image", "image=sha256:123", `=sha256:${sha256}`, `image=sha512:${sha256}`, `result.json=sha256:${sha256}`])(
  "%j is no subject",
  (given) => {
    expect(() => subjectsOf([given])).toThrow("is not NAME=sha256:DIGEST");
  },
);

test.each(["a\nb", "a\tb", " a", "a ", "\u001b[31ma", "a".repeat(301)])("%j is no name of a subject", (name) => {
  expect(() => subjectsOf([`${name}=sha256:${sha256}`])).toThrow("is not NAME=sha256:DIGEST");
});

test("two subjects of one name are refused", () => {
  expect(() => subjectsOf([`a=sha256:${sha256}`, `a=sha256:${"0".repeat(64)}`])).toThrow('names "a" twice');
});
