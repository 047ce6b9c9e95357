/** Every requirement and every check of the run, by topic, to search and to link to. */
import { count, number } from "../../result/counts.ts";
import type { JSX } from "preact";
import { groupBy } from "../../result/group.ts";
import { valueOf } from "../../result/outcomes.ts";
import type { CheckResult, RequirementResult, RunResult } from "../../result/result.ts";
import { excerpt } from "../../result/safe-text.ts";
import { checkWord, requirementWord } from "../../result/status-words.ts";
import { Filter } from "./filter.tsx";
import { anchor, sections } from "./links.ts";
import { LevelTag, Outcome, Prose, Sources, Section, kindOf, topicTitle } from "./parts.tsx";

export function Coverage({ result }: { result: RunResult }): JSX.Element {
  const { requirements, summary, strict } = result;
  const topics = [...groupBy(requirements, ({ topic }) => topic)];
  return (
    <Section
      id={sections.requirements}
      title={`All requirements (${number(requirements.length)})`}
      remark={`${count(summary.checks, "check")} in ${count(topics.length, "topic")}, in the order of the catalogue.`}
    >
      <Filter checks={summary.checks} />
      {topics.map(([topic, own]) => (
        <div class="topic">
          <h3>{topicTitle(topic)}</h3>
          <ul class="plain requirements">
            {own.map((requirement) => (
              <Requirement requirement={requirement} strict={strict} />
            ))}
          </ul>
        </div>
      ))}
    </Section>
  );
}

/** Its details, with the anchor, are further up the page; the list links to them. */
export function isDetailedAbove({ status }: RequirementResult): boolean {
  return status === "failed" || status === "waived";
}

function Requirement({ requirement, strict }: { requirement: RequirementResult; strict: boolean }): JSX.Element {
  const { id, level, status, checks, statement } = requirement;
  const above = isDetailedAbove(requirement);
  return (
    <li data-level={level}>
      <details {...(above ? {} : { id: anchor(id) })}>
        <summary>
          <Outcome kind={kindOf(status, level, strict)}>{requirementWord(status, level)}</Outcome>{" "}
          <LevelTag level={level} /> <code>{id}</code>{" "}
          <span class="statement">
            <Prose text={statement} />
          </span>
        </summary>
        {above ? (
          <p class="above">
            <a href={`#${anchor(id)}`}>Details above</a>
          </p>
        ) : null}
        <p class="note">Source</p>
        <Sources places={requirement.sources} />
        <ul class="plain checks">
          {checks.map((check) => (
            <Check check={check} anchored={!above || check.status !== status} />
          ))}
        </ul>
      </details>
    </li>
  );
}

function Check({ check, anchored }: { check: CheckResult; anchored: boolean }): JSX.Element {
  const { id, status, title } = check;
  const value = valueOf(check);
  const own = anchored ? { id: anchor(id) } : {};
  return (
    <li {...own} data-status={status}>
      <Outcome kind={status}>{checkWord(status)}</Outcome>{" "}
      <a href={`#${anchor(id)}`}>
        <code>{id}</code>
      </a>{" "}
      <span class="title">
        <Prose text={title} />
        {value === undefined ? "" : `: ${excerpt(value, 200)}`}
        {check.status === "not-judged"
          ? ` (${check.because === "not-applicable" ? "not applicable: " : ""}${excerpt(check.reason, 300)})`
          : ""}
      </span>
    </li>
  );
}
