/** A result with everything that a result can contain, written by hand. For tests. */
import {
  type ContractResult,
  RESULT_FORMAT,
  RESULT_FORMAT_VERSION,
  type RequirementResult,
  type RunResult,
  type WaiverResults,
} from "../result.ts";
import { sampleExchanges } from "./sample-exchanges.ts";
import { sampleComparison } from "./sample-comparison.ts";
import { sampleRequirements } from "./sample-requirements.ts";

const open: readonly RequirementResult[] = [
  {
    id: "duplicate-id",
    level: "OPEN",
    topic: "duplicates",
    statement: "The response to the same body, sent a second time.",
    sources: [{ document: "Endpoints / Create plant", entry: "Not shown: behaviour when the id already exists" }],
    fix: "The status code of the second response.",
    status: "observed",
    checks: [
      {
        id: "duplicate-id/value",
        title: "The same body again",
        status: "observed",
        findings: [],
        value: "409",
        exchanges: [0],
      },
    ],
  },
];

const contracts: readonly ContractResult[] = [
  {
    consumer: "plant-importer",
    provider: "plant-store",
    interactions: [
      {
        description: "a plant without a tag",
        states: [],
        requirement: "accepts-valid-plant",
        level: "MUST",
        status: "passed",
        findings: [],
      },
      {
        description: "a plant with an id beyond int64",
        states: [],
        requirement: "refuses-with-400",
        level: "SHOULD",
        status: "failed",
        findings: [{ where: "status", expected: "400", seen: "422" }],
      },
      {
        description: "a plant whose tag is left out",
        states: [],
        requirement: "adds-no-tag",
        level: "SHOULD",
        status: "waived",
        reason: "Older shops read `none`; until 2027-03-31; https://issues.example/plants/7",
        findings: [{ where: "/tag", expected: "no such member", seen: '"none"' }],
      },
    ],
  },
  {
    consumer: "greenhouse",
    provider: "plant-store",
    source: "pacts/greenhouse.json",
    interactions: [
      {
        description: "a plant that is there",
        states: [],
        status: "failed",
        findings: [{ where: "status", expected: "409", seen: "400" }],
        openPoints: [{ id: "other-statuses", where: "status" }],
      },
      {
        description: "a plant in a full store",
        states: ["a full store"],
        status: "not-judged",
        reason: 'It needs a provider state that the suite cannot bring about: "a full store".',
        findings: [],
        contradicts: [{ where: "/id", expected: "no such member", seen: "7" }],
      },
    ],
  },
];

const waivers: WaiverResults = {
  allowed: false,
  entries: [
    {
      id: "adds-no-tag",
      reason: "Older shops read `none`",
      issue: "https://issues.example/plants/7",
      expires: "2027-03-31",
      status: "applied",
    },
    { id: "refuses-non-utf8", reason: "The old importer sends Latin-1", expires: "2026-12-31", status: "stale" },
    {
      id: "refuses-missing-member/missing-id",
      reason: "Fixed in the next release",
      expires: "2026-11-20",
      status: "expired",
    },
    {
      id: "refuses-invalid-member/tag-is-integer",
      reason: "The form sends numbers",
      expires: "2026-11-21",
      status: "not-judged",
    },
  ],
};

export const sampleResult: RunResult = {
  format: RESULT_FORMAT,
  formatVersion: RESULT_FORMAT_VERSION,
  complete: true,
  tool: { name: "plant-store-conformance", version: "0.1.0" },
  specification: { version: "1.0.0", sha256: "0".repeat(64) },
  provider: { baseUrl: "http://127.0.0.1:8080/store/v1" },
  strict: false,
  seed: "sample",
  startedAt: "2026-11-21T00:00:00.000Z",
  durationMs: 1234,
  verdict: "non-conformant",
  exitCode: 1,
  reasons: ["Requirements are broken."],
  summary: {
    must: { passed: 1, failed: 4, waived: 0, notJudged: 1 },
    should: { passed: 1, failed: 1, waived: 1, notJudged: 1 },
    open: { observed: 1, failed: 0, notJudged: 0 },
    checks: 15,
    exchanges: sampleExchanges.length,
    plantsCreated: 4,
  },
  waivers,
  requirements: [...sampleRequirements, ...open],
  profile: { "duplicate-id": "409" },
  contracts,
  baseline: sampleComparison,
  exchanges: sampleExchanges,
};
