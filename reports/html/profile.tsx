/** The behaviour profile: what was asked and what this provider does, for each point that the document leaves open. */
import type { JSX } from "preact";
import type { RequirementResult, RunResult } from "../result.ts";
import { excerpt } from "../safe-text.ts";
import { number } from "../words.ts";
import { anchor, sections } from "./links.ts";
import type { BaselineChanges } from "./options.ts";
import { Prose, Section } from "./parts.tsx";

const longestValue = 300;

interface ProfileProps {
  readonly result: RunResult;
  readonly changes: BaselineChanges | undefined;
}

export function Profile({ result, changes }: ProfileProps): JSX.Element {
  const points = Object.entries(result.profile);
  if (points.length === 0) return <></>;
  const requirements = new Map(result.requirements.map((requirement) => [requirement.id, requirement]));
  const before = new Map(changes?.profile.map((change) => [change.id, change.before ?? "no answer"]));
  return (
    <Section
      id={sections.profile}
      title={`Behaviour profile (${number(points.length)})`}
      remark="What the document leaves open: observed, never judged."
    >
      <table class="profile">
        <thead>
          <tr>
            <th scope="col">What was asked</th>
            <th scope="col">What this provider does</th>
            {changes === undefined ? null : <th scope="col">Before</th>}
          </tr>
        </thead>
        <tbody>
          {points.map(([id, value]) => (
            <tr>
              <Point id={id} requirement={requirements.get(id)} />
              <Value
                value={value}
                expected={requirements.get(id)?.expected}
                marked={before.has(id) || requirements.get(id)?.status === "failed"}
              />
              {changes === undefined ? null : <td>{excerpt(before.get(id) ?? "the same", longestValue)}</td>}
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

interface ValueProps {
  readonly value: string;
  readonly expected: string | undefined;
  /** It is another than before, or than expected. */
  readonly marked: boolean;
}

function Value({ value, expected, marked }: ValueProps): JSX.Element {
  const told = excerpt(value, longestValue);
  return (
    <td translate={false}>
      <b>{marked ? <mark>{told}</mark> : told}</b>
      {expected === undefined ? null : <p class="note">expected {excerpt(expected, longestValue)}</p>}
    </td>
  );
}
