/** The metrics of a run, read by the rules of Prometheus' text format. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { RunResult } from "../result/result.ts";
import { sampleResult } from "../result/testing/sample-result.ts";
import { renderMetrics } from "./metrics.ts";
import { readMetrics } from "./testing/metrics-reader.ts";

const { baseUrl: provider } = sampleResult.provider;

test("each sample is of one metric with a type, names the provider, and is there once", () => {
  const { samples, types } = readMetrics(renderMetrics(sampleResult));
  expect(types.size).toBeGreaterThan(10);
  expect(samples.map(({ labels }) => labels["provider"])).toEqual(samples.map(() => provider));
  const keys = samples.map(({ name, labels }) => JSON.stringify([name, labels]));
  expect(new Set(keys).size).toBe(keys.length);
});

test("two providers at one URL have no sample in common if each has a subject", () => {
  const keysOf = (...subjects: NonNullable<RunResult["subjects"]>): readonly string[] =>
    readMetrics(renderMetrics({ ...sampleResult, subjects })).samples.map(({ name, labels }) =>
      JSON.stringify([name, labels]),
    );
  const sha256 = "0".repeat(64);
  const [blue, green] = [keysOf({ name: "blue", sha256 }), keysOf({ name: "green", sha256 }, { name: "b", sha256 })];
  expect(blue.filter((key) => green.includes(key))).toEqual([]);
  expect(blue[0]).toContain('"subject":"blue"');
  expect(green[0]).toContain('"subject":"green b"');
});

test("the verdict is one of five, and requirements are counted by level and status", () => {
  const { samples } = readMetrics(renderMetrics(sampleResult));
  const verdicts = samples.filter(({ name }) => name === "verdict");
  expect(Object.fromEntries(verdicts.map(({ labels, value }) => [labels["verdict"], value]))).toEqual({
    conformant: 0,
    "conformant-with-waivers": 0,
    "non-conformant": 1,
    "selection-met": 0,
    inconclusive: 0,
  });
  const count = (level: string, status: string): number | undefined =>
    samples.find(
      ({ name, labels }) => name === "requirements" && labels["level"] === level && labels["status"] === status,
    )?.value;
  const { must, open } = sampleResult.summary;
  expect([count("MUST", "failed"), count("MUST", "passed")]).toEqual([must.failed, must.passed]);
  expect([count("OPEN", "observed"), count("OPEN", "not-judged")]).toEqual([open.observed, open.notJudged]);
  const broken = samples.filter(({ name }) => name === "requirement_broken").map(({ labels }) => labels["requirement"]);
  const wanted = sampleResult.requirements.filter(({ status }) => status === "failed" || status === "waived");
  expect(broken).toEqual(wanted.map(({ id }) => id));
});

test("a provider that is conformant because of waivers has a value of its own", () => {
  const { must } = sampleResult.summary;
  const summary = { ...sampleResult.summary, must: { ...must, failed: 0, waived: 2 } };
  const { samples } = readMetrics(renderMetrics({ ...sampleResult, verdict: "conformant", exitCode: 0, summary }));
  const known = samples.filter(({ name, value }) => name === "verdict" && value === 1);
  expect(known.map(({ labels }) => labels["verdict"])).toEqual(["conformant-with-waivers"]);
});

test("the alerts of the page fire for a run that fails though its verdict is conformant, and not for a green one", () => {
  const page = readFileSync(new URL("../docs/reports.md", import.meta.url), "utf8");
  const [, name, value] = /expr: plant_store_conformance_(\w+) != (\d+)/.exec(page) ?? [];
  const fires = (exitCode: RunResult["exitCode"]): boolean =>
    readMetrics(renderMetrics({ ...sampleResult, verdict: "conformant", exitCode })).samples.some(
      (sample) => sample.name === name && sample.value !== Number(value),
    );
  expect([fires(0), fires(1), fires(3)]).toEqual([false, true, true]);
});

test("the histogram counts each answered exchange in every bucket that holds it", () => {
  const [exchange] = sampleResult.exchanges.filter(({ response }) => response !== null);
  if (exchange === undefined) throw new Error("The sample has no answer");
  const took = (totalMs: number): typeof exchange => ({ ...exchange, timing: { ...exchange.timing, totalMs } });
  const unanswered = { ...took(1), response: null };
  const result: RunResult = { ...sampleResult, exchanges: [took(5), took(30), took(60_000), unanswered] };
  const { samples } = readMetrics(renderMetrics(result));
  const buckets = samples.filter(({ name }) => name === "request_duration_seconds_bucket");
  expect(Object.fromEntries(buckets.map(({ labels, value }) => [labels["le"], value]))).toEqual({
    "0.005": 1,
    "0.01": 1,
    "0.025": 1,
    "0.05": 2,
    "0.1": 2,
    "0.25": 2,
    "0.5": 2,
    "1": 2,
    "2.5": 2,
    "5": 2,
    "10": 2,
    "+Inf": 3,
  });
  const of = (name: string): number | undefined => samples.find((one) => one.name === name)?.value;
  expect([of("request_duration_seconds_sum"), of("request_duration_seconds_count")]).toEqual([60.035, 3]);
});

test("that TLS was not verified is a metric of its own", () => {
  const { samples } = readMetrics(
    renderMetrics({ ...sampleResult, provider: { ...sampleResult.provider, insecure: true } }),
  );
  expect(samples.find(({ name }) => name === "tls_verified")?.value).toBe(0);
  expect(renderMetrics(sampleResult)).not.toContain("tls_verified");
});

test("the times are those of the run, in Unix time", () => {
  const result = { ...sampleResult, startedAt: "2026-11-22T00:00:01.500Z", durationMs: 2_500 };
  const { samples } = readMetrics(renderMetrics(result));
  const of = (name: string): number | undefined => samples.find((one) => one.name === name)?.value;
  expect(of("run_start_timestamp_seconds")).toBe(1_795_305_601.5);
  expect(of("run_end_timestamp_seconds")).toBe(1_795_305_604);
  expect(of("run_duration_seconds")).toBe(2.5);
});

test("the words of a result that others wrote end no label and no line", () => {
  const baseUrl = 'http://a.example/"} 1\n# TYPE x gauge\\';
  const text = renderMetrics({ ...sampleResult, provider: { baseUrl } });
  const { samples, types } = readMetrics(text);
  expect(types.has("x")).toBe(false);
  expect(samples[0]?.labels["provider"]).toMatch(/^http:\/\/a\.example\/"\} 1.*# TYPE x gauge\\$/su);
});
