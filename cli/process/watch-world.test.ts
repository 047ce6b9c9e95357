/** How `--watch` uses the machine: real files, and how a page is opened. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { openCommand, type WatchedChange, watchFiles } from "../commands/watch.ts";
import { folder } from "../testing/command.ts";

test("a changed file is reported, and what a provider or a run writes is not", async () => {
  const place = folder();
  for (const name of ["src", "node_modules", "reports"]) mkdirSync(join(place, name));
  const reported: WatchedChange[] = [];
  let tell: (change: WatchedChange) => void = () => undefined;
  const change = new Promise<WatchedChange>((resolve) => (tell = resolve));
  let stop = (): void => undefined;
  await new Promise<void>((ready) => {
    stop = watchFiles(place, ["reports"], (one) => (reported.push(one), tell(one)), ready);
  });
  try {
    const begun = Date.now();
    writeFileSync(join(place, "src", "app.js"), "1");
    // Of several changes only the last is reported. None of these counts as a change.
    for (const name of ["server.log", "node_modules/app.js", "reports/result.json"])
      writeFileSync(join(place, name), "1");
    const { name, at } = await change;
    expect(name).toBe(`${join("src", "app.js")} changed`);
    // File systems round times.
    expect(Math.abs(at - begun)).toBeLessThan(60_000);
    expect(reported).toHaveLength(1);
  } finally {
    stop();
  }
});

test("what is ended before it begins watches nothing", async () => {
  const reported: string[] = [];
  watchFiles(folder(), [], vi.fn(), () => reported.push("the one that ended"))();
  let stop = (): void => undefined;
  await new Promise<void>((ready) => (stop = watchFiles(folder(), [], vi.fn(), ready)));
  stop();
  expect(reported).toEqual([]);
});

test.each([
  ["linux", ["xdg-open", "/a b/report.html"]],
  ["freebsd", ["xdg-open", "/a b/report.html"]],
  ["darwin", ["open", "/a b/report.html"]],
  ["win32", ["rundll32", "url.dll,FileProtocolHandler", "/a b/report.html"]],
] as const)("the page is opened on %s by one program, which gets the path as one argument", (platform, command) => {
  expect(openCommand(platform, "/a b/report.html")).toEqual(command);
});
