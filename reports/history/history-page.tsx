/** A history as a page: what is broken since when, what flaps, and verdict and latency over time. It has no script. */
import type { ComponentChildren, JSX } from "preact";
import { renderToString } from "preact-render-to-string";
import { count, number } from "../../result/counts.ts";
import type { ProviderHistory } from "../../result/history.ts";
import type { HistoryEntry } from "../../result/history-entry.ts";
import { excerpt } from "../../result/safe-text.ts";
import { htmlDocument } from "../html/html-document.ts";
import { Outcome, Section, runKinds, signs } from "../html/parts.tsx";
import { LatencyOverRuns } from "./history-plot.tsx";
import { MOST_LISTED, brokenIn, flapWords, latencyWords, runTime, runVerdict, verdictSince } from "./history-words.ts";

/** The page of one provider. */
export function renderHistoryHtml(history: ProviderHistory): string {
  const { provider, latest } = history;
  return htmlDocument({
    title: `History of ${excerpt(provider, 200)}`,
    sign: signs[runKinds[latest.exitCode]],
    body: renderToString(<One history={history} />),
    ownRules: "",
  });
}

/** The page of every provider. */
export function renderHistoriesHtml(histories: readonly ProviderHistory[]): string {
  const body = renderToString(
    <Frame kicker="Plant Store conformance" title={`History of ${count(histories.length, "provider")}`}>
      <Rows head={["Provider", "Verdict", "Since", "Runs", "Not met", "Flapping", "Last run, UTC"]}>
        {histories.map((history) => (
          <tr>
            <th scope="row" translate={false}>
              <bdi>{excerpt(history.provider, 200)}</bdi>
            </th>
            <VerdictCell run={history.latest} />
            <td>{runTime(verdictSince(history).since)}</td>
            <td class="figure">{number(history.runs.length)}</td>
            <td class="figure">{history.broken.length}</td>
            <td class="figure">{history.flapping.length}</td>
            <td>{runTime(history.latest)}</td>
          </tr>
        ))}
      </Rows>
    </Frame>,
  );
  return htmlDocument({ title: "History of providers", sign: "§", body, ownRules: "" });
}

/** What every page has. */
function Frame(props: { kicker: string; title: string; children: ComponentChildren }): JSX.Element {
  return (
    <>
      <header>
        <p class="kicker">{props.kicker}</p>
        <h1 translate={false}>{props.title}</h1>
      </header>
      <main class="narrow">{props.children}</main>
    </>
  );
}

function One({ history }: { history: ProviderHistory }): JSX.Element {
  const { provider, runs, latest } = history;
  const { since, runs: many } = verdictSince(history);
  return (
    <Frame kicker="Plant Store conformance, history" title={excerpt(provider, 200)}>
      <p>
        <Outcome kind={runKinds[latest.exitCode]}>{runVerdict(latest)}</Outcome> since {runTime(since)} UTC,{" "}
        {count(many, "run")} of {number(runs.length)}
      </p>
      <Broken history={history} />
      <Flaps history={history} />
      <LatencyOverRuns runs={runs} />
      <Runs runs={runs} />
    </Frame>
  );
}

function Broken({ history: { broken } }: { history: ProviderHistory }): JSX.Element {
  return (
    <Section id="_broken" title={`Not met (${broken.length})`}>
      {broken.length === 0 ? (
        <p>No requirement is known to be broken.</p>
      ) : (
        <Rows head={["Requirement", "Since", "Version", "Last met"]}>
          {broken.map(({ id, status, since, lastMet }) => (
            <tr>
              <th scope="row">
                <code>{excerpt(id, 80)}</code>
                {status === "waived" ? " (waived)" : ""}
              </th>
              <td>{runTime(since)}</td>
              <td translate={false}>{excerpt(since.version ?? "", 60)}</td>
              <td>{lastMet === null ? "never" : runTime(lastMet)}</td>
            </tr>
          ))}
        </Rows>
      )}
    </Section>
  );
}

function Flaps({ history: { flapping } }: { history: ProviderHistory }): JSX.Element {
  return (
    <Section
      id="_flaps"
      title={`Flapping (${flapping.length})`}
      remark="Changed more than once in ten runs of one version."
    >
      {flapping.length === 0 ? (
        <p>Nothing flaps.</p>
      ) : (
        <Rows head={["Requirement", "How often", "Last change"]}>
          {flapping.map((one) => (
            <tr>
              <th scope="row">
                <code>{excerpt(one.id, 80)}</code>
              </th>
              <td>{flapWords(one)}</td>
              <td>{runTime(one.last)}</td>
            </tr>
          ))}
        </Rows>
      )}
    </Section>
  );
}

function Runs({ runs }: { runs: readonly HistoryEntry[] }): JSX.Element {
  const listed = runs.toReversed().slice(0, MOST_LISTED);
  return (
    <Section id="_runs" title={`Runs (${number(runs.length)})`}>
      <Rows head={["Run", "Version", "Verdict", "Not met", "Median, ms", "95 %, ms"]}>
        {listed.map((run) => {
          const [median, high] = latencyWords(run);
          return (
            <tr>
              <th scope="row">{runTime(run)}</th>
              <td translate={false}>{excerpt(run.version ?? "", 60)}</td>
              <VerdictCell run={run} />
              <td class="figure">{brokenIn(run)}</td>
              <td class="figure">{median}</td>
              <td class="figure">{high}</td>
            </tr>
          );
        })}
      </Rows>
      {runs.length > listed.length ? <p class="note">The last {listed.length} are listed.</p> : null}
    </Section>
  );
}

function VerdictCell({ run }: { run: HistoryEntry }): JSX.Element {
  return (
    <td title={excerpt(run.reason, 300)}>
      <Outcome kind={runKinds[run.exitCode]}>{runVerdict(run)}</Outcome>
    </td>
  );
}

/** A table that scrolls by itself where the window is narrow. */
function Rows({ head, children }: { head: readonly string[]; children: ComponentChildren }): JSX.Element {
  return (
    <div class="scroll" role="region" aria-label={`Table: ${head.join(", ")}`} tabindex={0}>
      <table class="runs">
        <thead>
          <tr>
            {head.map((title) => (
              <th scope="col">{title}</th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}
