/**
 * A failure, in a fixed order: id and level, the rule and its source, what was sent, what was received, how to fix it,
 * the command that sends it again, and how to run it again.
 */
import { requirementWord } from "../../result/status-words.ts";
import { count } from "../../result/counts.ts";
import type { JSX } from "preact";
import { runAgain, withSender } from "../words/rerun-command.ts";
import { curlCommand } from "../words/curl.ts";
import type { Docs } from "../words/explained-at.ts";
import { reasonOf } from "../../result/outcomes.ts";
import type { CheckResult, Finding, RequirementResult, RunResult } from "../../result/result.ts";
import { excerpt } from "../../result/safe-text.ts";
import { findingWords, findingsAt, shownExchange, shownFinding, spelledOut, whereWords } from "../words/words.ts";
import { Received, Sent } from "./exchange.tsx";
import { anchor, sections } from "./links.ts";
import { Command, LevelTag, Outcome, Prose, Sources, Row, kindOf } from "./parts.tsx";
import { More } from "./more.tsx";

/** Failed checks of one requirement that are shown in full; the others take a line each. */
const mostInFull = 10;
const mostFindings = 10;
const longestValue = 400;

interface FailureProps {
  readonly result: RunResult;
  readonly requirement: RequirementResult;
  readonly open: boolean;
  readonly docs: Docs;
}

/** A requirement that is not met: its rule and its fix once, its first failed check in full, the others folded. */
export function Failure({ result, requirement, open, docs }: FailureProps): JSX.Element {
  const { id, level, status, checks } = requirement;
  const kind = kindOf(status, level, result.strict);
  const [first, ...others] = checks.filter((check) => check.status === status);
  const reasons = new Set(checks.flatMap((check) => (status === "waived" ? (reasonOf(check) ?? []) : [])));
  return (
    <details class={`failure ${kind}`} id={anchor(id)} open={open}>
      <summary>
        <h3>
          <code>{id}</code> <LevelTag level={level} /> <Outcome kind={kind}>{requirementWord(status, level)}</Outcome>
        </h3>
        {first === undefined ? <span class="gist" /> : <Gist result={result} check={first} />}
      </summary>
      <dl>
        <Row label={level === "OPEN" ? "Question" : "Rule"}>
          <Prose text={requirement.statement} />
        </Row>
        <Row label="Source">
          <Sources places={requirement.sources} />
        </Row>
        {[...reasons].map((reason) => (
          <Row label="Waived">{excerpt(reason, longestValue)}</Row>
        ))}
        {first === undefined ? <InContract /> : <FailedCheck result={result} check={first} fixOf={requirement} />}
        <More result={result} id={id} docs={docs} />
      </dl>
      <OtherChecks result={result} checks={others} />
    </details>
  );
}

function InContract(): JSX.Element {
  return (
    <Row label="Seen">
      in a contract, see <a href={`#${sections.contracts}`}>Contracts</a>
    </Row>
  );
}

interface FailedCheckProps {
  readonly result: RunResult;
  readonly check: CheckResult;
  /** The requirement whose fix is shown; only with its first check. */
  readonly fixOf?: RequirementResult;
}

/** One failed check. */
function FailedCheck({ result, check, fixOf }: FailedCheckProps): JSX.Element {
  const shown = shownExchange(check, result);
  const { own, others } = findingsAt(check, shown?.index);
  return (
    <>
      <CheckHeading check={check} />
      {shown === null ? null : (
        <>
          <Row label="Sent">
            <Sent exchange={shown.exchange} />
          </Row>
          <Row label="Received">
            <Received exchange={shown.exchange} findings={own} />
          </Row>
        </>
      )}
      <Row label="Difference">
        <Difference findings={own.slice(0, mostFindings)} />
        <OtherFindings check={check} findings={[...own.slice(mostFindings), ...others]} />
      </Row>
      {fixOf === undefined ? null : (
        <Row label={fixOf.level === "OPEN" ? "What the value means" : "How to fix it"}>
          <Prose text={fixOf.fix} />
        </Row>
      )}
      {shown === null ? null : (
        <Row label="Send it again">
          <Command text={curlCommand(shown.exchange.request, shown.index, result.command)} what="the curl command" />
        </Row>
      )}
      <Row label="Run it again">
        <Command text={runAgain(result, withSender(check, result))} what="the command that runs this check" />
      </Row>
    </>
  );
}

/** The check, its anchor, and why the request is a valid NewPlant or is not one. */
function CheckHeading({ check: { id, title, basis } }: { check: CheckResult }): JSX.Element {
  return (
    <div class="row" id={anchor(id)}>
      <dt>Check</dt>
      <dd>
        <a href={`#${anchor(id)}`}>
          <code>{id}</code>
        </a>
        <p>
          <Prose text={title} />
        </p>
        {basis === undefined ? null : (
          <p class="note">
            Why: <Prose text={basis} />
          </p>
        )}
      </dd>
    </div>
  );
}

function Difference({ findings }: { findings: readonly Finding[] }): JSX.Element {
  return (
    <table class="difference">
      <thead>
        <tr>
          <th scope="col">Where</th>
          <th scope="col">Expected</th>
          <th scope="col">Seen</th>
        </tr>
      </thead>
      <tbody>
        {findings.map((finding) => {
          const { expected, seen } = spelledOut(finding);
          return (
            <tr translate={false}>
              <th scope="row">{whereWords(finding)}</th>
              <td>{excerpt(expected, longestValue)}</td>
              <td>
                <mark>{excerpt(seen, longestValue)}</mark>
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

/** The findings that other exchanges show, on a line each. */
function OtherFindings({ check, findings }: { check: CheckResult; findings: readonly Finding[] }): JSX.Element | null {
  const more = findings.length - mostFindings;
  const all = check.exchanges.slice(0, 12).join(", ") + (check.exchanges.length > 12 ? ", ..." : "");
  if (findings.length === 0)
    return check.exchanges.length < 2 ? null : <p class="note">Evidence: exchanges {all} of result.json.</p>;
  return (
    <details class="more">
      <summary>{count(findings.length, "more finding")} in other exchanges</summary>
      <ul translate={false}>
        {findings.slice(0, mostFindings).map((finding) => (
          <li>
            {finding.exchange === undefined ? "" : `exchange ${finding.exchange}, `}
            {findingWords(finding)}
          </li>
        ))}
        {more > 0 ? <li>and {count(more, "more finding")} in result.json</li> : null}
      </ul>
    </details>
  );
}

function OtherChecks({ result, checks }: { result: RunResult; checks: readonly CheckResult[] }): JSX.Element | null {
  if (checks.length === 0) return null;
  const rest = checks.slice(mostInFull);
  return (
    <div class="others">
      <h4>{count(checks.length, "more failed check")}</h4>
      {checks.slice(0, mostInFull).map((check) => (
        <details class="more">
          <summary>
            <code>{check.id}</code> <Gist result={result} check={check} />
          </summary>
          <dl>
            <FailedCheck result={result} check={check} />
          </dl>
        </details>
      ))}
      {rest.length === 0 ? null : (
        <details class="more">
          <summary>and {count(rest.length, "more failed check")}, on a line each; details are in result.json</summary>
          <ul translate={false}>
            {rest.map((check) => (
              <li id={anchor(check.id)}>
                <code>{check.id}</code> <Gist result={result} check={check} />
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}

function Gist({ result, check }: { result: RunResult; check: CheckResult }): JSX.Element | null {
  const finding = shownFinding(check, result);
  return finding === undefined ? null : <span class="gist">{findingWords(finding)}</span>;
}
