/** The folder of each provider of a fleet. */
import { expect, test } from "vitest";
import { memberFolders } from "./fleet-files.ts";

test("a folder is made of the letters and digits of the name", () => {
  expect(memberFolders(["Staging (EU) 2"])).toEqual(["providers/staging-eu-2"]);
});

test("names with the same letters, without any, or that a system reserves have a digest", () => {
  const names = [
    "a b",
    "a-B",
    "日本",
    "植物",
    "con",
    "../../etc/passwd",
    "...",
    `${"x".repeat(99)}1`,
    `${"x".repeat(99)}2`,
  ];
  const folders = memberFolders(names);
  expect(new Set(folders).size).toBe(names.length);
  for (const folder of folders) expect(folder).toMatch(/^providers\/[a-z0-9][a-z0-9-]*$/);
  expect(folders).not.toContain("providers/con");
  expect(folders[5]).toBe("providers/etc-passwd");
});

test("the folder of a name is the same whatever other names there are, unless they share it", () => {
  expect(memberFolders(["one", "two"])[1]).toBe(memberFolders(["two", "three"])[0]);
});
