/** Fleets for tests of their reports: as many providers as wanted, with failures that follow from their number. */
import { worstExitCode } from "../../../result/over/fleet.ts";
import type { FleetCause, FleetMember, FleetResult } from "../../../result/over/fleet-result.ts";
import type { Status } from "../../../result/result.ts";
import { readRequirements } from "../../../spec/requirements.ts";

const catalogue = readRequirements();
const LABELS = ["java", "node", "go"];

/** Each breaks two requirements that follow each other in the catalogue. */
const causes: readonly FleetCause[] = catalogue.flatMap(({ id, level }, at) => {
  const next = catalogue[at + 1];
  if (level === "OPEN" || next === undefined || next.level === "OPEN" || at % 3 !== 0) return [];
  return [
    {
      id: `cause-${at}`,
      title: `Does what \`${id}\` forbids`,
      level,
      requirements: [id, next.id],
      fix: `Keep \`${id}\`.`,
    },
  ];
});

/** A provider by its number: every fifth is conformant, every seventh could not be judged. */
export function sampleMember(at: number, more: Partial<FleetMember> = {}): FleetMember {
  const isJudged = at % 7 !== 6;
  const cause = at % 5 === 0 || !isJudged ? undefined : causes[at % causes.length];
  const broken: readonly string[] = cause?.requirements ?? [];
  const statusOf = (id: string, level: string): Status => {
    if (!isJudged) return "not-judged";
    if (broken.includes(id)) return "failed";
    return level === "OPEN" ? "observed" : "passed";
  };
  const isBroken = cause?.level === "MUST";
  return {
    name: `provider ${at}`,
    labels: [LABELS[at % 3] ?? "", ...(at % 2 === 0 ? ["internal"] : [])],
    baseUrl: `https://p${at}.example/v1`,
    verdict: !isJudged ? "inconclusive" : isBroken ? "non-conformant" : "conformant",
    exitCode: !isJudged ? 3 : isBroken ? 1 : 0,
    reasons: [
      !isJudged ? "The provider could not be reached." : isBroken ? `Broken: ${broken[0]}.` : "Every MUST is met.",
    ],
    strict: false,
    startedAt: "2026-11-22T10:00:00.000Z",
    durationMs: 400 + at,
    causes: cause === undefined ? [] : [cause],
    statuses: Object.fromEntries(catalogue.map(({ id, level }) => [id, statusOf(id, level)])),
    profile: isJudged
      ? Object.fromEntries(
          catalogue
            .filter(({ level }) => level === "OPEN")
            .map(({ id }, point) => [id, point % 2 === 0 ? "400" : `answer ${at % 4}`]),
        )
      : {},
    ...(isJudged ? { files: { result: `providers/p${at}/result.json`, report: `providers/p${at}/report.html` } } : {}),
    ...more,
  };
}

/** A fleet of so many, or of these. */
export function sampleFleet(given: number | readonly [FleetMember, ...FleetMember[]]): FleetResult {
  const [first = sampleMember(0), ...others] =
    typeof given === "number" ? Array.from({ length: given }, (_, at) => sampleMember(at)) : given;
  return {
    format: "plant-store-conformance/fleet",
    formatVersion: 1,
    tool: { name: "plant-store-conformance", version: "0.1.0" },
    specification: { version: "1.0.0", sha256: "0".repeat(64) },
    startedAt: "2026-11-22T10:00:00.000Z",
    durationMs: 12_300,
    exitCode: worstExitCode([first, ...others]),
    requirements: catalogue.map(({ id, level, topic, statement }) => ({ id, level, topic, statement })),
    providers: [first, ...others],
  };
}
