/** `--jobs` on the command line and in a file. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { command, folder } from "../testing/command.ts";
import { type JobsOptions, givenJobs } from "./jobs-option.ts";

const usual: JobsOptions = { jobs: 2, fuzz: 10, verbose: false, concurrency: 4, typed: [] };
const typed = [{ name: "--jobs", value: "2", group: "" }];

const without: ReadonlyArray<readonly [name: string, options: Partial<JobsOptions>]> = [
  ["--shard", { shard: "1/2" }],
  ["--start", { start: "node server.js" }],
  ["--verbose", { verbose: true }],
];

test.each(without)("jobs that are typed cannot be used with %s", (name, options) => {
  expect(() => givenJobs({ ...usual, ...options, typed })).toThrow(`--jobs cannot be used with ${name}`);
});

test.each(without)("jobs of a file are left out with %s", (_name, options) => {
  expect(givenJobs({ ...usual, ...options })).toEqual({});
});

test("jobs without cases have no effect, which is wrong usage where they are typed", () => {
  const { fuzz: _, ...unfuzzed } = usual;
  expect(() => givenJobs({ ...unfuzzed, typed })).toThrow("--jobs has no effect without --fuzz");
  expect(givenJobs(unfuzzed)).toEqual({});
  expect(givenJobs(usual)).toEqual({ jobs: 2 });
});

test("there are no more jobs than requests at the same time, or than requests a second", () => {
  expect(givenJobs({ ...usual, jobs: 4, rate: 4 })).toEqual({ jobs: 4 });
  expect(() => givenJobs({ ...usual, jobs: 5 })).toThrow("give --concurrency 5 or more");
  expect(() => givenJobs({ ...usual, rate: 1 })).toThrow("give --rate 2 or more");
});

test("one job is a run as it is without the option", () => {
  expect(givenJobs({ ...usual, jobs: 1, verbose: true, typed })).toEqual({});
});

test("a file can give the jobs, and nothing is sent where they cannot be had", async () => {
  const config = join(folder(), "jobs.yaml");
  writeFileSync(config, "base-url: http://127.0.0.1:9\ntoken: token-of-the-jobs\njobs: 8\nfuzz: 100\n");
  const { status, err } = await command(["check", "--config", config]);
  expect({ status, err }).toEqual({
    status: 2,
    err: expect.stringContaining("--jobs 8 shares --concurrency out; give --concurrency 8 or more, or fewer jobs"),
  });
});
