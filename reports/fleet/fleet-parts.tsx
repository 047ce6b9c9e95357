/** Small parts of a fleet's page. Each element about a provider has the classes of its labels, which the filter uses. */
import type { JSX } from "preact";
import type { FleetMember, FleetResult } from "../../result/fleet-result.ts";
import { count } from "../../result/counts.ts";
import { excerpt } from "../../result/safe-text.ts";
import { anchor } from "../html/links.ts";

/** Labels that the filter has: more would be no help. */
const MOST_LABELS = 100;

/** Names that are shown before the rest is folded. */
const SHOWN_NAMES = 12;

/** The labels of a fleet, in the order in which they appear; a label is called by its place. */
export type LabelPlaces = ReadonlyMap<string, number>;

/** The places of the labels. */
export function labelPlaces({ providers }: Pick<FleetResult, "providers">): LabelPlaces {
  const labels = [...new Set(providers.flatMap((member) => member.labels))].slice(0, MOST_LABELS);
  return new Map(labels.map((label, at) => [label, at]));
}

/** The classes of an element about a provider. */
export function memberClass({ labels }: FleetMember, places: LabelPlaces): string {
  const own = labels.flatMap((label) => places.get(label) ?? []);
  return ["m", ...own.map((at) => `l${at}`)].join(" ");
}

/** The style that hides providers without the chosen label, and groups without visible providers. It needs no script. */
export function filterStyle(places: LabelPlaces): string {
  return [...places.values()]
    .map((at) => {
      const chosen = `body:has(#_l${at}:checked)`;
      return `${chosen} .m:not(.l${at}),${chosen} .g:not(:has(.l${at})){display:none}`;
    })
    .join("\n");
}

/** The choice of a label; nothing where there is none. */
export function LabelFilter({ places }: { places: LabelPlaces }): JSX.Element | null {
  if (places.size === 0) return null;
  return (
    <fieldset class="labels">
      <legend>Show the providers with the label</legend>
      <label>
        <input type="radio" name="label" id="_l" checked /> all
      </label>
      {[...places].map(([label, at]) => (
        <label translate={false}>
          <input type="radio" name="label" id={`_l${at}`} /> <bdi>{excerpt(label, 60)}</bdi>
        </label>
      ))}
    </fieldset>
  );
}

/** The place of a requirement in a provider's report; undefined where there is no report that can be linked to. */
export function reportLink({ files }: FleetMember, id?: string): string | undefined {
  const path = files?.report;
  // A path of ours has nothing else: what has a colon may be a script, what begins with a slash another place.
  if (path === undefined || !/^[A-Za-z0-9._-][A-Za-z0-9._/-]*$/.test(path)) return undefined;
  return id === undefined ? path : `${path}#${anchor(id)}`;
}

/** The name of a provider, as a link to its report where there is one. */
export function MemberName({ member }: { member: FleetMember }): JSX.Element {
  const name = <bdi>{excerpt(member.name, 100)}</bdi>;
  const link = reportLink(member);
  return link === undefined ? (
    <span translate={false}>{name}</span>
  ) : (
    <a href={link} translate={false}>
      {name}
    </a>
  );
}

/** The names of some providers; many of them are folded. */
export function MemberNames({
  members,
  places,
}: {
  members: readonly FleetMember[];
  places: LabelPlaces;
}): JSX.Element {
  const list = (
    <ul class="names">
      {members.map((member) => (
        <li class={memberClass(member, places)}>
          <MemberName member={member} />
        </li>
      ))}
    </ul>
  );
  if (members.length <= SHOWN_NAMES) return list;
  return (
    <details class="more">
      <summary>{count(members.length, "provider")} in all</summary>
      {list}
    </details>
  );
}

/** Requirements by their ids; nothing where there is none. */
export function Ids({ before, ids }: { before: string; ids: readonly string[] }): JSX.Element | null {
  if (ids.length === 0) return null;
  return (
    <p class="note">
      {before}
      {ids.map((id, at) => (
        <>
          {at === 0 ? "" : ", "}
          <code>{id}</code>
        </>
      ))}
    </p>
  );
}
