/** The behaviour profiles side by side: each open point, its answers and their providers. Differences come first. */
import type { JSX } from "preact";
import type { FleetResult } from "../../result/fleet-result.ts";
import { number } from "../../result/counts.ts";
import { excerpt } from "../../result/safe-text.ts";
import { Prose, Section } from "../html/parts.tsx";
import { type LabelPlaces, MemberNames } from "./fleet-parts.tsx";
import { type FleetOpenPoint, openPoints } from "./fleet-words.ts";

const LONGEST_VALUE = 300;

export function FleetProfiles({ fleet, places }: { fleet: FleetResult; places: LabelPlaces }): JSX.Element {
  const points = openPoints(fleet);
  const differing = points.filter(({ answers }) => answers.length > 1);
  const alike = points.filter(({ answers }) => answers.length === 1);
  return (
    <Section
      id="_profiles"
      title="Behaviour profiles"
      remark="What the document leaves open. It is observed and never judged. What differs comes first."
    >
      {differing.map((point) => (
        <Differing point={point} places={places} />
      ))}
      {alike.length === 0 ? null : <Alike points={alike} />}
    </Section>
  );
}

function Differing({ point, places }: { point: FleetOpenPoint; places: LabelPlaces }): JSX.Element {
  const { id, statement, answers } = point;
  return (
    <>
      <h3>
        <code>{id}</code>
      </h3>
      <p class="statement">
        <Prose text={statement} />
      </p>
      <table class="answers">
        <thead>
          <tr>
            <th scope="col">Answer</th>
            <th scope="col">Providers</th>
          </tr>
        </thead>
        <tbody>
          {answers.map(({ value, members }) => (
            <tr class="g">
              <td translate={false}>
                <b>{excerpt(value, LONGEST_VALUE)}</b>
              </td>
              <td>
                <MemberNames members={members} places={places} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

function Alike({ points }: { points: readonly FleetOpenPoint[] }): JSX.Element {
  return (
    <>
      <h3>The same wherever they were observed ({number(points.length)})</h3>
      <table class="answers">
        <thead>
          <tr>
            <th scope="col">Open point</th>
            <th scope="col">Answer</th>
          </tr>
        </thead>
        <tbody>
          {points.map(({ id, answers }) => (
            <tr>
              <td>
                <code>{id}</code>
              </td>
              <td translate={false}>
                <b>{excerpt(answers[0]?.value ?? "", LONGEST_VALUE)}</b>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
