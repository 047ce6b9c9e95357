import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { command, folder } from "../testing/command.ts";

const check = ["check", "http://127.0.0.1:9", "--token", "abc-def-ghi", "--no-contracts"];

test.each([
  [[...check, "--out", ""], "--out is empty; give a folder"],
  [[...check, "--out", " "], "--out is empty; give a folder"],
  [[...check, "--seed", ""], "--seed is empty; give a text"],
  [[...check, "--seed="], "--seed is empty; give a text"],
  [[...check, "--baseline", ""], "--baseline is empty; give a file"],
  [[...check, "--token-file", ""], "--token-file is empty; give a file"],
  [[...check, "--config", ""], "--config is empty; give a file"],
  [[...check, "--unix-socket", ""], "--unix-socket is empty; give a path"],
  [[...check, "--start", ""], "--start is empty; give a command"],
  [[...check, "--only", ""], "--only is empty; give a name"],
  [[...check, "--only", " , "], "--only is empty; give a name"],
  [[...check, "--skip", ""], "--skip is empty; give a name"],
  [["list", "--only", ""], "--only is empty; give a name"],
  [["init", "--base-url", "http://127.0.0.1:9", "--start", ""], "--start is empty; give a command"],
  [["contracts", "http://127.0.0.1:9", "--seed", ""], "--seed is empty"],
  [["fleet", "fleet.yaml", "-o", ""], "--out is empty"],
  [["render", "result.json", "--out", ""], "--out is empty"],
  [["history", "add", "result.json", "--history", ""], "--history is empty; give a folder"],
  [["judge-traffic", "a.har", "--pact-drafts", ""], "--pact-drafts is empty"],
  [["waivers", "--init", "result.json", "--out", ""], "--out is empty"],
])("%j is wrong usage", async (argv, sentence) => {
  const { status, out, err } = await command(argv);
  expect([status, out]).toEqual([2, ""]);
  expect(err).toContain(sentence);
  expect(err).toContain("Is the variable set that it is read from?");
});

test("an option without its value is named", async () => {
  expect(await command(["waivers", "result.json", "--init"])).toMatchObject({
    status: 2,
    err: "Nothing follows --init <result>; write its value right after it. See --help.\n",
  });
});

test("also in a file of options and in the file of a fleet, with its place", async () => {
  const into = folder();
  const [config, fleet] = [join(into, "config.yaml"), join(into, "fleet.yaml")];
  writeFileSync(config, 'seed: ""\n');
  writeFileSync(fleet, JSON.stringify({ providers: [{ name: "a", "base-url": "http://127.0.0.1:9", seed: "" }] }));
  expect(await command([...check, "--config", config])).toMatchObject({
    status: 2,
    err: expect.stringContaining("--seed is empty"),
  });
  const ran = await command(["fleet", fleet, "--out", join(into, "out")]);
  expect(ran).toMatchObject({ status: 2, err: expect.stringMatching(/fleet\.yaml.*--seed is empty/) });
});
