/** What explains the failures, in the order in which to fix it: an example, what it breaks, and the fix. */
import type { JSX } from "preact";
import { causesIn } from "../../result/causes/causes-of.ts";
import { count } from "../../result/counts.ts";
import type { CauseResult, RunResult } from "../../result/result.ts";
import { exampleLine } from "../words/cause-words.ts";
import { sections } from "./links.ts";
import { IdLink, LevelTag, Prose, Section } from "./parts.tsx";

/** Columns of an example; the whole exchange is with the requirement. */
const exampleColumns = 160;

/** The causes to show: of an inconclusive run its reason comes first, and not what to fix. */
export function causesToFix(result: RunResult): readonly CauseResult[] {
  return result.verdict === "inconclusive" ? [] : causesIn(result);
}

/** The section; nothing where nothing failed. */
export function FixFirst({ result }: { result: RunResult }): JSX.Element | null {
  const causes = causesToFix(result);
  if (causes.length === 0) return null;
  return (
    <Section id={sections.first} title="Fix first">
      <ol class="first">
        {causes.map((cause) => (
          <Cause result={result} cause={cause} />
        ))}
      </ol>
    </Section>
  );
}

function Cause({ result, cause }: { result: RunResult; cause: CauseResult }): JSX.Element {
  const { id: own, title, level, requirements, checks, fix } = cause;
  return (
    <li>
      <h3>
        <Prose text={title} /> <LevelTag level={level} />
      </h3>
      <p translate={false}>
        <code>{exampleLine(cause, result, exampleColumns)}</code>
      </p>
      <p>
        <Prose text={fix} />
      </p>
      <p class="note">
        {requirements.includes(own) ? null : (
          <>
            Cause <code>{own}</code>:{" "}
          </>
        )}
        {count(checks.length, "failed check")} of{" "}
        {requirements.map((id, at) => (
          <>
            {at === 0 ? "" : ", "}
            <IdLink id={id} />
          </>
        ))}
      </p>
    </li>
  );
}
