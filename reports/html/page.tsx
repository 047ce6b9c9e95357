/** The page in its order: the verdict, what to fix first, every failure, and then everything else. */
import type { JSX } from "preact";
import type { Level } from "../../spec/requirements.ts";
import type { Docs } from "../words/explained-at.ts";
import type { RequirementResult, RunResult } from "../../result/result.ts";
import { number } from "../../result/counts.ts";
import { Coverage } from "./coverage.tsx";
import { sections } from "./links.ts";
import { Changes } from "./changes.tsx";
import { FixFirst, causesToFix } from "./fix-first.tsx";
import { Counts, type FailureGroup, Verdict } from "./opening.tsx";
import { Outages } from "./outages.tsx";
import { Latency } from "./plots.tsx";
import { Profile } from "./profile.tsx";
import { Contracts, NotJudged, Run, FailureSection } from "./sections.tsx";
import { Waivers } from "./waivers.tsx";

export function Page({ result, docs }: { result: RunResult; docs: Docs | undefined }): JSX.Element {
  const groups = groupsOf(result);
  return (
    <>
      <a class="skip" href="#_main">
        Skip to the findings
      </a>
      <Verdict result={result} />
      <Contents result={result} groups={groups} />
      <main id="_main" tabindex={-1}>
        <Counts result={result} />
        {result.baseline === undefined ? null : <Changes comparison={result.baseline} />}
        <FixFirst result={result} />
        <Outages result={result} />
        {groups.map((group, at) => (
          <FailureSection
            result={result}
            docs={docs}
            group={group}
            unfold={groups.slice(0, at).every(({ requirements }) => requirements.length === 0)}
          />
        ))}
        <Waivers result={result} />
        <NotJudged result={result} />
        <Profile result={result} />
        <Contracts result={result} />
        <Coverage result={result} />
        <Latency result={result} />
        <Run result={result} />
      </main>
      <footer>
        {result.tool.name} {result.tool.version}
      </footer>
    </>
  );
}

/** What is not met, the worst first. */
function groupsOf({ requirements, strict }: RunResult): readonly FailureGroup[] {
  const of = (level: Level): readonly RequirementResult[] =>
    requirements.filter((requirement) => requirement.status === "failed" && requirement.level === level);
  return [
    { id: sections.broken, title: "Broken", requirements: of("MUST") },
    {
      id: sections.unexpected,
      title: "Not as expected",
      remark: "The document leaves these points open; this run expects a value.",
      requirements: of("OPEN"),
    },
    {
      id: sections.warnings,
      title: strict ? "SHOULD not met" : "Warnings",
      remark: strict ? "They fail the run, because it is strict." : "They do not change the verdict.",
      requirements: of("SHOULD"),
    },
    {
      id: sections.waived,
      title: "Waived",
      remark: "Not met, and covered by a waiver.",
      requirements: requirements.filter(({ status }) => status === "waived"),
    },
  ];
}

/** Links to the sections that there are. */
function Contents({ result, groups }: { result: RunResult; groups: readonly FailureGroup[] }): JSX.Element {
  const notJudged = result.requirements.flatMap(({ checks }) => checks.filter(({ status }) => status === "not-judged"));
  const links = [
    [sections.first, "Causes", causesToFix(result).length],
    [sections.outages, "Stopped answering", result.outages?.length ?? 0],
    ...groups.map(({ id, title, requirements }) => [id, title, requirements.length] as const),
    [sections.waivers, "Waivers", result.waivers?.entries.length ?? 0],
    [sections.notJudged, "Not judged", notJudged.length],
    [sections.profile, "Behaviour profile", Object.keys(result.profile).length],
    [sections.contracts, "Contracts", result.contracts.length],
    [sections.requirements, "All requirements", result.requirements.length],
  ] as const;
  return (
    <nav aria-label="Sections">
      <ul class="plain">
        {links
          .filter(([, , many]) => many > 0)
          .map(([id, name, many]) => (
            <li>
              <a href={`#${id}`}>{name}</a> {number(many)}
            </li>
          ))}
        {result.exchanges.length === 0 ? null : (
          <li>
            <a href={`#${sections.latency}`}>Latency</a>
          </li>
        )}
        <li>
          <a href={`#${sections.run}`}>The run</a>
        </li>
      </ul>
    </nav>
  );
}
