/** The words of a result of traffic that its reports share. */
import { present } from "../../spec/defined.ts";
import { count, listed, number } from "../../result/counts.ts";
import type {
  CountedValue,
  SeenCounts,
  TrafficRule,
  TrafficResult,
  TrafficVerdict,
} from "../../traffic/traffic-result.ts";

/** The first words of the line that a reader looks for. */
const verdictWords: Readonly<Record<TrafficVerdict, string>> = {
  "traffic-clean": "TRAFFIC CLEAN",
  "traffic-broken": "TRAFFIC BROKEN",
  inconclusive: "INCONCLUSIVE",
};

/** The verdict and its figures on one line. */
export function trafficHeadline(result: TrafficResult): string {
  return trafficHeadlineParts(result).join("   ");
}

/** The verdict, and its figures or the reason why there are none. */
export function trafficHeadlineParts(result: TrafficResult): readonly [verdict: string, figures: string] {
  const { verdict, reasons, summary, side } = result;
  if (verdict === "inconclusive") return [verdictWords[verdict], reasons[0]];
  const { must, should, consumers } = summary;
  const ofProvider =
    verdict === "traffic-broken" ? `${must.failed} MUST broken by the provider` : "no MUST broken by the provider";
  const figures = present([
    side !== "consumer" && ofProvider,
    side !== "provider" && `${count(consumers.failed, "rule")} broken by clients`,
    should.failed > 0 && `${number(should.failed)} SHOULD not met`,
    `${number(summary.judged)} of ${count(summary.exchanges, "exchange")} judged`,
  ]);
  return [verdictWords[verdict], figures.join(", ")];
}

/** How much of the catalogue the traffic covers. */
export function coverageWords({ side, summary: { must, should, open, consumers } }: TrafficResult): readonly string[] {
  const seen = ({ passed, failed, notSeen, notJudged }: SeenCounts): string =>
    `${passed + failed} of ${passed + failed + notSeen + notJudged}`;
  const ofProvider = [
    `MUST: ${seen(must)} requirements seen`,
    `SHOULD: ${seen(should)} requirements seen`,
    `OPEN: ${open.observed} of ${open.observed + open.notSeen} points seen`,
  ];
  return present([
    ...(side === "consumer" ? [] : ofProvider),
    side !== "provider" && `Clients: ${seen(consumers)} rules seen`,
    "What was not seen is not judged: traffic without a fault is not proof of conformance. `check` asks for all of it.",
  ]);
}

/** A broken rule, and the number of exchanges that break it. */
export function brokenWords({ id, failed, asked }: TrafficRule): string {
  return `${id}: ${number(failed)} of ${count(asked, "exchange")}`;
}

/** Values with how often each was seen. */
export function countedWords(values: readonly CountedValue[]): string {
  return listed(values.map(({ value, count: times }) => `${value} (${number(times)})`));
}

/** The place of a sample in what was read. */
export function placeWords({ recordings, exchanges }: TrafficResult, index: number | undefined): string {
  const sample = index === undefined ? undefined : exchanges[index];
  const recording = sample === undefined ? undefined : recordings[sample.recording];
  if (sample === undefined || recording === undefined) return "";
  const what = recording.format === "har" ? "entry" : recording.format === "ndjson" ? "line" : "exchange";
  return `${recording.name}, ${what} ${number(sample.place)}`;
}
