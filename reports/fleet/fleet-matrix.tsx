/** A table of providers by requirements. Providers with the same first cause, and requirements of a cause, are adjacent. */
import type { JSX } from "preact";
import type { FleetMember, FleetRequirement, FleetResult } from "../../result/fleet-result.ts";
import { groupBy } from "../../result/group.ts";
import { excerpt } from "../../result/safe-text.ts";
import { requirementWord } from "../../result/status-words.ts";
import { Outcome, Prose, Section, kindOf, runKinds, signs } from "../html/parts.tsx";
import { fleetCauses, memberVerdict } from "./fleet-words.ts";
import { Ids, type LabelPlaces, MemberName, memberClass, reportLink } from "./fleet-parts.tsx";

/** Providers that stand together, and why. */
interface RowGroup {
  readonly title: string;
  readonly members: readonly FleetMember[];
}

export function Matrix({ fleet, places }: { fleet: FleetResult; places: LabelPlaces }): JSX.Element {
  const columns = columnsOf(fleet);
  const others = fleet.requirements.filter((one) => one.level !== "OPEN" && !columns.includes(one));
  const isMet = ({ id }: FleetRequirement): boolean =>
    fleet.providers.some(({ statuses }) => statuses[id] === "passed");
  return (
    <Section id="_matrix" title="Providers by requirements">
      <Legend />
      <div class="scroll" role="region" aria-label="The table, which scrolls" tabindex={0}>
        <table class="matrix">
          <thead>
            <tr>
              <th scope="col">Provider</th>
              {columns.map(({ id }) => (
                <th scope="col">
                  <code>{id}</code>
                </th>
              ))}
            </tr>
          </thead>
          {rowGroups(fleet).map((group) => (
            <Rows group={group} columns={columns} places={places} />
          ))}
        </table>
      </div>
      <Ids before="Met wherever they were judged: " ids={others.filter(isMet).map(({ id }) => id)} />
      <Ids before="Judged in no provider: " ids={others.filter((one) => !isMet(one)).map(({ id }) => id)} />
    </Section>
  );
}

/** The requirements that a provider does not meet, those of one cause side by side. */
function columnsOf(fleet: FleetResult): readonly FleetRequirement[] {
  const order = fleetCauses(fleet).flatMap(({ requirements }) => requirements);
  const place = ({ id }: FleetRequirement): number => (order.includes(id) ? order.indexOf(id) : order.length);
  const isShown = ({ id }: FleetRequirement): boolean =>
    fleet.providers.some(({ statuses }) => statuses[id] === "failed" || statuses[id] === "waived");
  return fleet.requirements.filter(isShown).toSorted((one, other) => place(one) - place(other));
}

/** By the first cause of each, in the order of the causes; then those without a cause. */
function rowGroups(fleet: FleetResult): readonly RowGroup[] {
  const byCause = groupBy(fleet.providers, ({ causes }) => causes[0]?.id ?? "");
  const failing = fleetCauses(fleet).flatMap(({ cause }) => {
    const members = byCause.get(cause.id) ?? [];
    return members.length === 0 ? [] : [{ title: cause.title, members }];
  });
  const others = byCause.get("") ?? [];
  const of = (title: string, members: readonly FleetMember[]): readonly RowGroup[] =>
    members.length === 0 ? [] : [{ title, members }];
  return [
    ...failing,
    ...of(
      "Could not be judged",
      others.filter(({ exitCode }) => exitCode === 3),
    ),
    ...of(
      "Nothing of the document is broken",
      others.filter(({ exitCode }) => exitCode !== 3),
    ),
  ];
}

interface RowsProps {
  readonly group: RowGroup;
  readonly columns: readonly FleetRequirement[];
  readonly places: LabelPlaces;
}

function Rows({ group: { title, members }, columns, places }: RowsProps): JSX.Element {
  return (
    <tbody class="g">
      <tr class="group">
        <th scope="rowgroup" colSpan={columns.length + 1}>
          <span>
            <Prose text={title} />
          </span>
        </th>
      </tr>
      {members.map((member) => (
        <tr class={memberClass(member, places)}>
          <RowHead member={member} />
          {columns.map((column) => (
            <Cell member={member} column={column} />
          ))}
        </tr>
      ))}
    </tbody>
  );
}

function RowHead({ member }: { member: FleetMember }): JSX.Element {
  const { exitCode, mayFail, version, labels } = member;
  return (
    <th scope="row">
      <MemberName member={member} /> {version === undefined ? null : <span class="note">{excerpt(version, 60)} </span>}
      {labels.map((label) => (
        <>
          <span class="label" translate={false}>
            <bdi>{excerpt(label, 60)}</bdi>
          </span>{" "}
        </>
      ))}
      <span class="verdict-word">
        <Outcome kind={runKinds[exitCode]}>{memberVerdict(member).toLowerCase()}</Outcome>
        {mayFail === true ? " (may fail)" : ""}
      </span>
    </th>
  );
}

/** Each cell leads to the requirement in that provider's own report; what a selection left out is not in it. */
function Cell({ member, column: { id, level } }: { member: FleetMember; column: FleetRequirement }): JSX.Element {
  const status = member.statuses[id] ?? "not-judged";
  const kind = kindOf(status, level, member.strict);
  const link = Object.hasOwn(member.statuses, id) ? reportLink(member, id) : undefined;
  return (
    <td class={kind}>
      {link === undefined ? (
        <span>{signs[kind]}</span>
      ) : (
        <a href={link} aria-label={requirementWord(status, level)}>
          {signs[kind]}
        </a>
      )}
    </td>
  );
}

/** What the signs mean. */
function Legend(): JSX.Element {
  const words = ["broken", "a SHOULD that is not met", "waived", "not judged", "met"] as const;
  const all = ["failed", "warning", "waived", "not-judged", "passed"] as const;
  return (
    <p class="note legend">
      {all.map((kind, at) => (
        <Outcome kind={kind}>{words[at]}</Outcome>
      ))}
      <span>Each cell leads to the requirement in that provider's own report, where it was asked.</span>
    </p>
  );
}
