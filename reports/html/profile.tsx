/** The behaviour profile: what was asked and what this provider does, for each point that the document leaves open. */
import type { JSX } from "preact";
import type { ProfileChange, RequirementResult, RunResult } from "../../result/result.ts";
import { excerpt } from "../../result/safe-text.ts";
import { number } from "../../result/counts.ts";
import { anchor, sections } from "./links.ts";
import { Prose, Section } from "./parts.tsx";

const longestValue = 300;

export function Profile({ result }: { result: RunResult }): JSX.Element {
  const points = Object.entries(result.profile);
  if (points.length === 0) return <></>;
  const requirements = new Map(result.requirements.map((requirement) => [requirement.id, requirement]));
  const { baseline } = result;
  const changes = new Map(baseline?.profile.map((change) => [change.id, change]));
  const since = new Map(Object.entries(baseline?.since ?? {}));
  return (
    <Section
      id={sections.profile}
      title={`Behaviour profile (${number(points.length)})`}
      remark="What the document leaves open. It is observed and never judged."
    >
      <table class="profile">
        <thead>
          <tr>
            <th scope="col">Question</th>
            <th scope="col">What this provider does</th>
            {baseline === undefined ? null : <th scope="col">Since</th>}
          </tr>
        </thead>
        <tbody>
          {points.map(([id, value]) => (
            <tr>
              <Point id={id} requirement={requirements.get(id)} />
              <Value
                value={value}
                expected={requirements.get(id)?.expected}
                marked={changes.has(id) || requirements.get(id)?.status === "failed"}
              />
              {baseline === undefined ? null : <Since date={since.get(id)} change={changes.get(id)} />}
            </tr>
          ))}
        </tbody>
      </table>
    </Section>
  );
}

function Point({ id, requirement }: { id: string; requirement: RequirementResult | undefined }): JSX.Element {
  if (requirement === undefined) return <th scope="row">{excerpt(id, 100)}</th>;
  return (
    <th scope="row">
      <a href={`#${anchor(id)}`}>
        <code>{id}</code>
      </a>{" "}
      <span>
        <Prose text={requirement.statement} />
      </span>
    </th>
  );
}

/** Since which run the answer has been this one, and what it was before. */
function Since({ date, change }: { date: string | undefined; change: ProfileChange | undefined }): JSX.Element {
  return (
    <td>
      {date === undefined ? null : <time dateTime={date}>{date.slice(0, 10)}</time>}
      {change === undefined ? null : (
        <p class="note" translate={false}>
          {change.before === null ? "not observed before" : <>before: {excerpt(change.before, longestValue)}</>}
        </p>
      )}
    </td>
  );
}

interface ValueProps {
  readonly value: string;
  readonly expected: string | undefined;
  /** It is another than before, or than expected. */
  readonly marked: boolean;
}

function Value({ value, expected, marked }: ValueProps): JSX.Element {
  const text = excerpt(value, longestValue);
  return (
    <td translate={false}>
      <b>{marked ? <mark>{text}</mark> : text}</b>
      {expected === undefined ? null : <p class="note">expected {excerpt(expected, longestValue)}</p>}
    </td>
  );
}
