/** The text report of traffic. */
import { type Page, type TextOptions, difference, paint, row, sentence, textPage } from "../text/page.ts";
import type { ConsumerResult, CountedReason, TrafficRequirement, TrafficResult } from "../../traffic/traffic-result.ts";
import { brokenWords, countedWords, coverageWords, placeWords, trafficHeadline } from "./traffic-words.ts";

/** The whole report as plain text. */
export function renderTrafficText(result: TrafficResult, options: TextOptions = {}): string {
  const page = textPage(options);
  const failed = (level: string): readonly TrafficRequirement[] =>
    result.requirements.filter((one) => one.status === "failed" && one.level === level);
  const style = result.verdict === "traffic-clean" ? "good" : result.verdict === "traffic-broken" ? "bad" : "doubtful";
  const [first = "", ...rest] = sentence(page, trafficHeadline(result), 3);
  const parts = [
    [paint(page, style, first), ...rest],
    broken(page, "BROKEN BY THE PROVIDER", failed("MUST"), result),
    broken(
      page,
      "BROKEN BY CLIENTS",
      result.consumers.filter(({ status }) => status === "failed"),
      result,
    ),
    broken(page, "WARNINGS", failed("SHOULD"), result),
    section(page, "OPEN POINTS, with how often each value was seen", profileLines(page, result)),
    section(page, "COVERAGE", row(page, "", coverageWords(result))),
    section(page, "NOT JUDGED", row(page, "", notJudged(result))),
  ];
  return `${parts
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join("\n"))
    .join("\n\n")}\n`;
}

function section(page: Page, title: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : [paint(page, "heading", title), ...lines];
}

function broken(
  page: Page,
  title: string,
  list: ReadonlyArray<TrafficRequirement | ConsumerResult>,
  result: TrafficResult,
): readonly string[] {
  return section(
    page,
    title,
    list.flatMap((one) => ["", ...failure(page, one, result)]),
  );
}

/** The most findings to show for one requirement. The others are in the result. */
const MOST_SHOWN = 3;

function failure(page: Page, one: TrafficRequirement | ConsumerResult, result: TrafficResult): readonly string[] {
  return [
    ...sentence(page, `${one.level}  ${brokenWords(one)}`, 3),
    ...row(page, "", [one.statement]),
    ...one.findings
      .slice(0, MOST_SHOWN)
      .flatMap((finding) => [
        ...row(page, "where", [
          `${finding.where === "" ? "the body" : finding.where}, ${placeWords(result, finding.exchange)}`,
        ]),
        ...difference(page, finding),
      ]),
    ...("senders" in one ? row(page, "sent by", [countedWords(one.senders)]) : []),
    ...row(page, "fix", [one.fix]),
  ];
}

function profileLines(page: Page, { profile }: TrafficResult): readonly string[] {
  return Object.entries(profile).flatMap(([point, values]) => row(page, "", [`${point}: ${countedWords(values)}`]));
}

function notJudged({ recordings, notJudged: reasons, remarks }: TrafficResult): readonly string[] {
  const words = ({ why, count }: CountedReason): string =>
    `not readable because ${countedWords([{ value: why, count }])}`;
  return [
    ...recordings.flatMap(({ name, notReadable }) => notReadable.map((reason) => `${name}: ${words(reason)}`)),
    ...reasons.map(words),
    ...remarks,
  ];
}
