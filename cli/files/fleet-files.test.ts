/** The folder of each provider of a fleet. */
import { existsSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { folder as newFolder } from "../testing/command.ts";
import { fleetIn, memberFolders, removeMember, staleFolders } from "./fleet-files.ts";

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

test("of an earlier fleet, only the folders of its own providers are stale, and no link is followed", () => {
  const [out, elsewhere] = [newFolder(), newFolder()];
  const names = ["a", "b", "../c", "linked", "gone"];
  const fleet = { format: "plant-store-conformance/fleet", providers: [...names.map((name) => ({ name })), null] };
  writeFileSync(join(out, "fleet.json"), JSON.stringify(fleet));
  for (const name of ["a", "b", "c", "not-ours"]) mkdirSync(join(out, "providers", name), { recursive: true });
  symlinkSync(elsewhere, join(out, "providers/linked"));
  expect(staleFolders(out, ["providers/a"])).toEqual(["providers/b", "providers/c"]);

  writeFileSync(join(out, "fleet.json"), JSON.stringify({ ...fleet, format: "another" }));
  expect(staleFolders(out, [])).toEqual([]);
  writeFileSync(join(out, "fleet.json"), "{");
  expect(staleFolders(out, [])).toEqual([]);
  expect(staleFolders(elsewhere, [])).toEqual([]);
});

test("of a stale folder, what a fleet has not written stays", () => {
  const out = newFolder();
  const files = ["b/result.json", "b/report.html", "b/provider.log", "c/result.json", "c/notes.txt"];
  for (const name of files) {
    mkdirSync(dirname(join(out, name)), { recursive: true });
    writeFileSync(join(out, name), "");
  }
  removeMember(out, "b");
  removeMember(out, "c");
  expect(existsSync(join(out, "b"))).toBe(false);
  expect([existsSync(join(out, "c/result.json")), existsSync(join(out, "c/notes.txt"))]).toEqual([false, true]);
});

test("what has the format of a fleet and is none is refused with what it lacks", () => {
  const text = JSON.stringify({ format: "plant-store-conformance/fleet" });
  expect(() => fleetIn(text, "a.json")).toThrow(
    /^The file "a\.json" is not the result of a fleet: must have required property/,
  );
  expect([fleetIn("{}", "a.json"), fleetIn("{", "a.json")]).toEqual([null, null]);
});
