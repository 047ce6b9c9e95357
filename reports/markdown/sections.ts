/** The parts of the Markdown report below the failures. Each is a list of paragraphs, empty without content. */
import { count } from "../../result/counts.ts";
import type { Docs } from "../words/explained-at.ts";
import { groupBy } from "../../result/group.ts";
import { hadNothingToJudge, isNotJudged, reasonOf } from "../../result/outcomes.ts";
import type { ContractResult, RequirementResult, RunResult } from "../../result/result.ts";
import {
  type WaiverEntry,
  daysLeftWords,
  levelOf,
  namedBy,
  waiverStatusWords,
  waiversThatAre,
} from "../words/waiver-words.ts";
import { notJudgedWords } from "../words/words.ts";
import { type OutageWords, outagesOf, outagesTitle } from "../words/outage-words.ts";
import { code, prose } from "./encode.ts";
import { type Detail, findingLine, idList, linkedId } from "./failure.ts";

type SectionRenderer = (result: RunResult, detail: Detail) => readonly string[];

/** Open points with another value than the user expects. */
export const unexpected: SectionRenderer = (result, { items, docs }) => {
  const found = result.requirements.filter(({ level, status }) => level === "OPEN" && status === "failed");
  if (found.length === 0) return [];
  return [
    `### Not as expected (${found.length}): the document leaves these points open; this run expects a value`,
    list(found, items, brokenLine(docs)),
  ];
};

/** The times at which the provider stopped answering. */
export const outages: SectionRenderer = (result, { items }) => {
  const found = outagesOf(result);
  if (found.length === 0) return [];
  const line = ({ what, suspects, output }: OutageWords): string => {
    const sent = suspects.map(({ words }) => code(words, 200)).join(", ");
    const wrote = output.length === 0 ? "" : `; the last line of its output: ${code(output.at(-1) ?? "", 200)}`;
    return `${prose(what)}${sent === "" ? "" : ` ${sent}`}${wrote}`;
  };
  return [`### ${outagesTitle(result)}`, list(found, items, line)];
};

export const warnings: SectionRenderer = (result, { items, docs }) => {
  const broken = result.requirements.filter(({ level, status }) => level === "SHOULD" && status === "failed");
  if (broken.length === 0) return [];
  const weight = result.strict ? "they fail the run, because it is strict" : "they do not change the verdict";
  return [`### SHOULD, not met (${broken.length}): ${weight}`, list(broken, items, brokenLine(docs))];
};

function brokenLine(docs: Docs): (requirement: RequirementResult) => string {
  return ({ id, statement, checks }) => {
    const [finding] = checks.find(({ status }) => status === "failed")?.findings ?? [];
    const seen = finding === undefined ? "" : ` (${findingLine(finding)})`;
    return `${linkedId(id, { docs })}: ${prose(statement)}${seen}`;
  };
}

export const waived: SectionRenderer = (result, { items }) => {
  const known = waiversThatAre(result, "applied");
  if (known.length === 0) return [];
  const line = (entry: WaiverEntry): string => {
    const days = `until ${code(entry.expires)} (${daysLeftWords(entry, result)})`;
    const issue = entry.issue === undefined ? "" : `, ${code(entry.issue, 300)}`;
    return `${code(namedBy(entry))} (${levelOf(entry, result)}): ${code(entry.reason, 300)}, ${days}${issue}`;
  };
  return [`### Waived (${known.length}): not met, and covered by a waiver`, list(known, items, line)];
};

/** Waivers that waive nothing. */
export const otherWaivers: SectionRenderer = (result, { items }) => {
  const found = waiversThatAre(result, "stale", "expired", "not-judged");
  if (found.length === 0) return [];
  const line = (entry: WaiverEntry): string => `${code(namedBy(entry))}: ${waiverStatusWords(entry)}`;
  return [`### Other waivers (${found.length}): a stale or expired waiver fails the run`, list(found, items, line)];
};

export const notJudged: SectionRenderer = (result, { items }) => {
  const checks = result.requirements.flatMap((one) => one.checks.filter(isNotJudged));
  if (checks.length === 0) return [];
  const groups = [...groupBy(checks, ({ because }) => because)];
  const lines = groups.map(([because, own]) => {
    const reasons = [...new Set(own.map(({ reason }) => reason))];
    const [reason, ...others] = reasons;
    const why = reason === undefined || others.length > 0 ? notJudgedWords[because] : code(reason, 200);
    return `${count(own.length, "check")}: ${why}${hadNothingToJudge(because) ? "" : ` (${idList(own, Math.min(8, items))})`}`;
  });
  return [`### Not judged (${checks.length})`, list(lines, items, String)];
};

export const profile: SectionRenderer = (result, { items }) => {
  const points = Object.entries(result.profile);
  if (points.length === 0 || items === 0) return [];
  const rows = points.slice(0, items).map(([id, value]) => `| ${code(id)} | ${code(value, 200)} |`);
  return [
    `<details><summary>Behaviour profile: what the document leaves open, observed and never judged (${points.length})</summary>`,
    ["| open point | this provider |", "| --- | --- |", ...rows].join("\n"),
    "</details>",
  ];
};

export const contracts: SectionRenderer = ({ contracts: all }, detail) =>
  all.length === 0
    ? []
    : [
        "### Contracts",
        list(
          all.flatMap((contract) => contractItems(contract)),
          detail.items,
          String,
        ),
      ];

const statusNames = { passed: "passed", failed: "**failed**", waived: "waived", "not-judged": "not judged" } as const;

function contractItems({ consumer, interactions }: ContractResult): readonly string[] {
  const of = (wanted: string): number => interactions.filter(({ status }) => status === wanted).length;
  const waivedWords = of("waived") === 0 ? "" : `, ${of("waived")} waived`;
  const counts = `${of("passed")} passed, ${of("failed")} failed, ${of("not-judged")} not judged${waivedWords}`;
  const notPassed = interactions.filter(({ status }) => status !== "passed");
  return [
    `${code(consumer)}: ${counts}`,
    ...notPassed.map((interaction) => {
      const { status, description, findings } = interaction;
      const reason = reasonOf(interaction);
      const [finding] = findings;
      const why =
        finding === undefined
          ? reason === undefined
            ? ""
            : `: ${code(reason, 200)}`
          : `: ${findingLine(finding, "the pact expects", "the provider answered")}`;
      return `${statusNames[status]} ${code(description)}${why}`;
    }),
  ];
}

/** A list with at most `most` items. */
export function list<Item>(items: readonly Item[], most: number, line: (item: Item) => string): string {
  const shown = items.slice(0, most).map((item) => `- ${line(item)}`);
  const more = items.length - shown.length;
  return [...shown, ...(more > 0 ? [`- and ${more} more`] : [])].join("\n");
}
