/** The parts of the page between the failures and the list of everything. */
import { checkWord } from "../../result/status-words.ts";
import { createdWords } from "../../result/another-document.ts";
import { count, number } from "../../result/counts.ts";
import type { JSX } from "preact";
import type { Docs } from "../words/explained-at.ts";
import { groupBy } from "../../result/group.ts";
import type { ContractResult, InteractionResult, RunResult } from "../../result/result.ts";
import { reasonOf } from "../../result/outcomes.ts";
import { excerpt } from "../../result/safe-text.ts";
import {
  type NotJudgedOf,
  documentLines,
  interactionWords,
  isExpected,
  notJudgedChecks,
  reasonWords,
  selectionWords,
} from "../words/words.ts";
import { runAgain } from "../words/rerun-command.ts";
import { Failure } from "./failure.tsx";
import { anchor, sections } from "./links.ts";
import type { FailureGroup } from "./opening.tsx";
import { Command, Outcome, Row, Section } from "./parts.tsx";

interface FailureSectionProps {
  readonly result: RunResult;
  readonly docs: Docs;
  readonly group: FailureGroup;
  /** The first one is unfolded. */
  readonly unfold: boolean;
}

/** Requirements that are not met, each in full. */
export function FailureSection({
  group: { requirements, title, ...section },
  unfold,
  result,
  docs,
}: FailureSectionProps): JSX.Element {
  if (requirements.length === 0) return <></>;
  return (
    <Section {...section} title={`${title} (${number(requirements.length)})`}>
      {requirements.map((requirement, at) => (
        <Failure result={result} docs={docs} requirement={requirement} open={unfold && at === 0} />
      ))}
    </Section>
  );
}

/** Checks that were not judged, by reason; those that need no attention are only counted. */
export function NotJudged({ result }: { result: RunResult }): JSX.Element {
  const checks = notJudgedChecks(result);
  if (checks.length === 0) return <></>;
  const groups = [...groupBy(checks, ({ check }) => check.because)];
  const quiet = groups.filter(([because]) => isExpected(because, result));
  const shown = groups.filter((group) => !quiet.includes(group));
  return (
    <Section id={sections.notJudged} title={`Not judged (${number(checks.length)})`} remark="Neither met nor broken.">
      <dl class="not-judged">
        {[...shown, ...quiet].map(([because, group]) => (
          <div>
            <dt>
              {count(group.length, "check")}: {excerpt(reasonWords(because, group, result), 500)}
            </dt>
            {isExpected(because, result) ? null : (
              <dd>
                <CheckLinks checks={group} />
              </dd>
            )}
          </div>
        ))}
      </dl>
    </Section>
  );
}

/** A link to each check, or to the requirement where there are several. */
function CheckLinks({ checks }: { checks: readonly NotJudgedOf[] }): JSX.Element {
  const groups = [...groupBy(checks, (one) => one.requirement)];
  return (
    <>
      {groups.map(([requirement, own], at) => {
        const [only, ...others] = own;
        const id = only === undefined || others.length > 0 ? requirement : only.check.id;
        return (
          <>
            {at === 0 ? "" : ", "}
            <a href={`#${anchor(id)}`}>
              <code>{id}</code>
            </a>
            {others.length === 0 ? "" : ` (${count(own.length, "check")})`}
          </>
        );
      })}
    </>
  );
}

export function Contracts({ result: { contracts, requirements } }: { result: RunResult }): JSX.Element {
  if (contracts.length === 0) return <></>;
  const known = new Set(requirements.map(({ id }) => id));
  return (
    <Section id={sections.contracts} title={`Contracts (${number(contracts.length)})`}>
      {contracts.map((contract) => (
        <Contract contract={contract} known={known} />
      ))}
      <PactRemarks contracts={contracts} />
    </Section>
  );
}

/** How user-supplied pacts relate to the document: no outcome of this run. */
function PactRemarks({ contracts }: Pick<RunResult, "contracts">): JSX.Element | null {
  const remarks = contracts.flatMap(({ consumer, interactions }) =>
    interactions.flatMap((interaction) =>
      documentLines(interaction).map((line) => `${consumer}, ${interaction.description}: ${line}`),
    ),
  );
  if (remarks.length === 0) return null;
  return (
    <>
      <h3>Pacts and the document</h3>
      <ul class="plain">
        {remarks.map((remark) => (
          <li>{excerpt(remark, 600)}</li>
        ))}
      </ul>
    </>
  );
}

interface ContractProps {
  readonly contract: ContractResult;
  /** The requirements that the page has an anchor for. */
  readonly known: ReadonlySet<string>;
}

function Contract({ contract: { consumer, provider, interactions }, known }: ContractProps): JSX.Element {
  const of = (status: InteractionResult["status"]): number =>
    interactions.filter((interaction) => interaction.status === status).length;
  return (
    <>
      <h3>
        {excerpt(consumer, 100)} and {excerpt(provider, 100)}
      </h3>
      <p class="remark">
        {of("passed")} passed, {of("failed")} failed, {of("not-judged")} not judged
        {of("waived") === 0 ? "" : `, ${of("waived")} waived`}
      </p>
      <ul class="plain interactions">
        {interactions.map((interaction) => (
          <Interaction interaction={interaction} known={known} />
        ))}
      </ul>
    </>
  );
}

function Interaction({
  interaction,
  known,
}: {
  interaction: InteractionResult;
  known: ReadonlySet<string>;
}): JSX.Element {
  const { status, description, states, requirement, findings } = interaction;
  const reason = reasonOf(interaction);
  const given = states.length === 0 ? "" : `, given ${states.join(", ")}`;
  return (
    <li>
      <Outcome kind={status}>{checkWord(status)}</Outcome> {excerpt(`${description}${given}`, 400)}
      {requirement === undefined ? null : (
        <>
          {status === "failed" || status === "waived" ? " (breaks " : " (for "}
          {known.has(requirement) ? (
            <a href={`#${anchor(requirement)}`}>
              <code>{requirement}</code>
            </a>
          ) : (
            <code>{requirement}</code>
          )}
          {")"}
        </>
      )}
      {reason === undefined ? null : <p class="note">{excerpt(reason, 1000)}</p>}
      {findings.slice(0, 20).map((finding) => (
        <p class="note">{interactionWords(finding)}</p>
      ))}
    </li>
  );
}

/** Everything else that is known about the run. */
export function Run({ result }: { result: RunResult }): JSX.Element {
  const { tool, specification, provider, seed, summary, selection } = result;
  return (
    <Section id={sections.run} title="The run">
      <dl>
        <Row label="Provider">{provider.baseUrl}</Row>
        <Row label="Verdict">
          {result.verdict}, exit status {result.exitCode}
        </Row>
        <Row label="Started">{result.startedAt}</Row>
        <Row label="Took">{number(Math.round(result.durationMs))} ms</Row>
        <Row label="Sent">
          {count(summary.exchanges, "exchange")}; {createdWords(result, summary.plantsCreated)}
        </Row>
        <Row label="Strict">
          {result.strict ? "yes: an unmet SHOULD fails the run" : "no: an unmet SHOULD is a warning"}
        </Row>
        {selection === undefined ? null : <Row label="Selection">{selectionWords(selection)}</Row>}
        <Row label="Complete">{result.complete ? "yes" : "no: some checks were not run"}</Row>
        <Row label="Seed">{excerpt(seed, 200)}</Row>
        <Row label="Suite">
          {tool.name} {tool.version}
        </Row>
        <Row label="Specification">
          {specification.version}, SHA-256 <span class="digest">{specification.sha256}</span>
        </Row>
        <Row label="Run it again">
          <Command text={runAgain(result)} what="the command that repeats the run" />
        </Row>
      </dl>
    </Section>
  );
}
