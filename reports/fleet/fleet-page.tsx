/** The page of a fleet: the causes, the providers by requirements, and the behaviour profiles side by side. */
import type { JSX } from "preact";
import { renderToString } from "preact-render-to-string";
import type { FleetMember, FleetResult } from "../../result/fleet-result.ts";
import { count } from "../../result/counts.ts";
import { excerpt } from "../../result/safe-text.ts";
import { htmlDocument } from "../html/html-document.ts";
import { LevelTag, Outcome, Prose, Section, runKinds, signs } from "../html/parts.tsx";
import { Matrix } from "./fleet-matrix.tsx";
import {
  Ids,
  LabelFilter,
  type LabelPlaces,
  MemberName,
  MemberNames,
  filterStyle,
  labelPlaces,
  memberClass,
} from "./fleet-parts.tsx";
import { FleetProfiles } from "./fleet-profiles.tsx";
import { fleetCauses, fleetFigures, fleetVerdict } from "./fleet-words.ts";

/** The page. Its text is escaped by preact; it has no script. */
export function renderFleetHtml(fleet: FleetResult): string {
  const places = labelPlaces(fleet);
  return htmlDocument({
    title: `${fleetVerdict(fleet)}: ${count(fleet.providers.length, "provider")}`,
    sign: signs[runKinds[fleet.exitCode]],
    body: renderToString(<FleetPage fleet={fleet} places={places} />),
    ownRules: filterStyle(places),
  });
}

interface FleetProps {
  readonly fleet: FleetResult;
  readonly places: LabelPlaces;
}

function FleetPage({ fleet, places }: FleetProps): JSX.Element {
  const unjudged = fleet.providers.filter(({ verdict }) => verdict === "inconclusive");
  return (
    <>
      <a class="skip" href="#_main">
        Skip to the causes
      </a>
      <FleetHeader fleet={fleet} />
      <Contents hasUnjudged={unjudged.length > 0} />
      <main id="_main" tabindex={-1}>
        <LabelFilter places={places} />
        <div class="narrow">
          <Causes fleet={fleet} places={places} />
          <Unjudged members={unjudged} places={places} />
        </div>
        <Matrix fleet={fleet} places={places} />
        <div class="narrow">
          <FleetProfiles fleet={fleet} places={places} />
        </div>
      </main>
      <footer>
        {fleet.tool.name} {fleet.tool.version}
      </footer>
    </>
  );
}

/** Links to the sections. */
function Contents({ hasUnjudged }: { hasUnjudged: boolean }): JSX.Element {
  const links = [
    ["_causes", "Causes"],
    ...(hasUnjudged ? [["_unjudged", "Inconclusive"]] : []),
    ["_matrix", "Providers by requirements"],
    ["_profiles", "Behaviour profiles"],
  ];
  return (
    <nav aria-label="Sections">
      <ul class="plain">
        {links.map(([id, title]) => (
          <li>
            <a href={`#${id}`}>{title}</a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function FleetHeader({ fleet }: { fleet: FleetResult }): JSX.Element {
  const { exitCode, specification, startedAt, durationMs } = fleet;
  return (
    <header class={`verdict ${runKinds[exitCode]}`}>
      <p class="kicker">Plant Store conformance, specification {specification.version}</p>
      <h1>
        <Outcome kind={runKinds[exitCode]}>{fleetVerdict(fleet)}</Outcome>
      </h1>
      <p class="figures">{fleetFigures(fleet)}</p>
      <ul class="plain facts">
        <li>{startedAt.slice(0, 16).replace("T", " ")} UTC</li>
        <li>{(durationMs / 1000).toFixed(1)} s</li>
      </ul>
    </header>
  );
}

function Causes({ fleet, places }: FleetProps): JSX.Element {
  const causes = fleetCauses(fleet);
  return (
    <Section id="_causes" title={`Causes (${causes.length})`}>
      {causes.length === 0 ? <p>No provider is known to have a failure.</p> : null}
      <ol class="first">
        {causes.map(({ cause, requirements, members }) => (
          <li class="g">
            <h3>
              <Prose text={cause.title} /> <LevelTag level={cause.level} />
            </h3>
            <p>
              <Prose text={cause.fix} />
            </p>
            <Ids before="Breaks " ids={requirements} />
            <MemberNames members={members} places={places} />
          </li>
        ))}
      </ol>
    </Section>
  );
}

function Unjudged({ members, places }: { members: readonly FleetMember[]; places: LabelPlaces }): JSX.Element | null {
  if (members.length === 0) return null;
  return (
    <Section id="_unjudged" title={`Inconclusive (${members.length})`}>
      <ul class="plain">
        {members.map((member) => (
          <li class={memberClass(member, places)}>
            <MemberName member={member} />: {excerpt(member.reasons[0], 500)}
          </li>
        ))}
      </ul>
    </Section>
  );
}
