/** The sample compared with its baseline, worked out by hand: every kind of change. For tests. */
import type { Comparison, StatusChange } from "../result.ts";

const broken = (id: string, level: StatusChange["level"] = "MUST"): StatusChange => ({
  id,
  level,
  before: "passed",
  now: "failed",
  change: "broken",
});

const specification = { version: "1.0.0", sha256: "0".repeat(64) };

export const sampleComparison: Comparison = {
  before: {
    startedAt: "2026-11-20T09:30:00.000Z",
    provider: { baseUrl: "http://127.0.0.1:8080/store/v0" },
    tool: { name: "plant-store-conformance", version: "0.0.9" },
    specification,
    strict: false,
    seed: "earlier",
    verdict: "conformant",
  },
  now: {
    startedAt: "2026-11-21T00:00:00.000Z",
    provider: { baseUrl: "http://127.0.0.1:8080/store/v1" },
    tool: { name: "plant-store-conformance", version: "0.1.0" },
    specification,
    strict: false,
    seed: "sample",
    verdict: "non-conformant",
  },
  remarks: ["The baseline was judged by version 0.0.9, this run by 0.1.0."],
  compared: { requirements: 9, checks: 13, openPoints: 1, interactions: 4 },
  regression: true,
  requirements: [
    broken("plant-media-type"),
    broken("plant-encoding"),
    { id: "adds-no-tag", level: "SHOULD", before: "passed", now: "waived", change: "broken" },
    broken("error-shape"),
    broken("refuses-missing-member"),
    { id: "refuses-invalid-member", level: "MUST", before: "passed", now: "not-judged", change: "changed" },
    { id: "refuses-non-utf8", level: "SHOULD", before: "failed", now: "passed", change: "mended" },
    { id: "tells-large-ids-apart", level: "SHOULD", before: null, now: "not-judged", change: "appeared" },
    { id: "keeps-to-itself", level: "SHOULD", before: "passed", now: null, change: "gone" },
  ],
  checks: [
    broken("plant-media-type/every-200"),
    broken("plant-encoding/every-200"),
    { id: "returns-name/ordinary", level: "SHOULD", before: "failed", now: "passed", change: "mended" },
    { id: "adds-no-tag/ordinary", level: "SHOULD", before: "passed", now: "waived", change: "broken" },
    broken("error-shape/every-400"),
    broken("refuses-missing-member/missing-id"),
    broken("refuses-missing-member/missing-name"),
    {
      id: "refuses-invalid-member/tag-is-integer",
      level: "MUST",
      before: "passed",
      now: "not-judged",
      change: "changed",
    },
    { id: "refuses-non-utf8/latin-1", level: "SHOULD", before: "failed", now: "passed", change: "mended" },
    { id: "tells-large-ids-apart/neighbours", level: "SHOULD", before: null, now: "not-judged", change: "appeared" },
    { id: "keeps-to-itself/ordinary", level: "SHOULD", before: "passed", now: null, change: "gone" },
  ],
  interactions: [
    {
      consumer: "plant-importer",
      description: "a plant with an id beyond int64",
      states: [],
      before: "passed",
      now: "failed",
      change: "broken",
    },
    {
      consumer: "plant-importer",
      description: "a plant whose tag is left out",
      states: [],
      before: "passed",
      now: "waived",
      change: "broken",
    },
    {
      consumer: "greenhouse",
      brought: true,
      description: "a plant in a full store",
      states: ["a full store"],
      before: null,
      now: "not-judged",
      change: "appeared",
    },
    {
      consumer: "greenhouse",
      brought: true,
      description: "a plant with a long name",
      states: [],
      before: "passed",
      now: null,
      change: "gone",
    },
  ],
  profile: [{ id: "duplicate-id", before: "200", now: "409" }],
  since: { "duplicate-id": "2026-11-21T00:00:00.000Z" },
  latency: {
    before: { exchanges: 4, medianMs: 3.75, highMs: 8.25, slowestMs: 8.25 },
    now: { exchanges: 12, medianMs: 2.75, highMs: 210, slowestMs: 210 },
  },
};
