/** What changed against the baseline: a part of the first screen. */
import { type ReportedChange, baselineName, changesOf } from "../../result/changes.ts";
import type { JSX } from "preact";
import { latencyWords, sameWords, reportedProfile, valueWords, verdictChange } from "../words/compare-words.ts";
import { groupBy } from "../../result/group.ts";
import type { ChangeKind, Comparison, ProfileChange } from "../../result/result.ts";
import { excerpt } from "../../result/safe-text.ts";
import { number } from "../../result/counts.ts";
import { IdLink, LevelTag, Outcome, type OutcomeKind, Row } from "./parts.tsx";

/** Changes shown of each kind; the rest is in the result. */
const mostChanges = 10;

const longestValue = 300;

const kinds: Readonly<Record<ChangeKind, { readonly title: string; readonly kind: OutcomeKind }>> = {
  broken: { title: "Broken", kind: "failed" },
  fixed: { title: "Fixed", kind: "passed" },
  changed: { title: "Changed", kind: "not-judged" },
  appeared: { title: "Appeared", kind: "observed" },
  gone: { title: "Gone", kind: "observed" },
};

export function Changes({ comparison }: { comparison: Comparison }): JSX.Element {
  const { remarks, profile } = comparison;
  const verdict = verdictChange(comparison);
  const reported = groupBy(changesOf(comparison), ({ change }) => change);
  const isSame = reported.size === 0 && profile.length === 0 && verdict === null;
  return (
    <section aria-labelledby="_changes">
      <h2 id="_changes">
        Compared with the baseline of <span class="date">{baselineName(comparison)}</span>
      </h2>
      {isSame ? <p>{sentenceOf(sameWords(comparison))}</p> : null}
      {remarks.map((remark) => (
        <p class="note">{excerpt(remark, 500)}</p>
      ))}
      <dl>
        {verdict === null ? null : <Row label="Verdict">{withArrow(verdict)}</Row>}
        {[...reported].map(([change, all]) => (
          <Row label={<Outcome kind={kinds[change].kind}>{`${kinds[change].title} (${number(all.length)})`}</Outcome>}>
            <ChangeList all={all} />
          </Row>
        ))}
        <ProfileChanges profile={profile} />
        <Row label="Latency">{withArrow(latencyWords(comparison))}</Row>
      </dl>
    </section>
  );
}

function ProfileChanges({ profile }: Pick<Comparison, "profile">): JSX.Element {
  const { points, folded } = reportedProfile(profile);
  if (profile.length === 0) return <></>;
  return (
    <Row label={`Profile (${number(profile.length)})`}>
      <ul class="plain">
        {points.map((change) => (
          <Behaviour change={change} />
        ))}
        {folded.map(([kind, all]) => (
          <li>
            {number(all.length)} {kind}
          </li>
        ))}
      </ul>
    </Row>
  );
}

function sentenceOf(words: string): string {
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;
}

function ChangeList({ all }: { all: readonly ReportedChange[] }): JSX.Element {
  const more = all.length - mostChanges;
  return (
    <ul class="plain">
      {all.slice(0, mostChanges).map((one) => (
        <li>
          <Named change={one} /> {withArrow(one.words)}
        </li>
      ))}
      {more > 0 ? <li>and {number(more)} more</li> : null}
    </ul>
  );
}

/** A link, where the run has what it leads to. */
function Named({ change: { change, name, level } }: { change: ReportedChange }): JSX.Element {
  if (level === "CONTRACT") {
    return (
      <>
        <span translate={false}>{excerpt(name, longestValue)}</span> <span class="level">{level}</span>
      </>
    );
  }
  return (
    <>
      {change === "gone" ? <code>{name}</code> : <IdLink id={name} />} <LevelTag level={level} />
    </>
  );
}

/** An open point, with the answer then and the answer now. */
function Behaviour({ change }: { change: ProfileChange }): JSX.Element {
  const [before, now] = valueWords(change, (value) => excerpt(value, longestValue));
  return (
    <li translate={false}>
      {change.now === null ? <code>{change.id}</code> : <IdLink id={change.id} />}: {before} → <b>{now}</b>
    </li>
  );
}

function withArrow(words: string): string {
  return words.replaceAll("->", "→");
}
