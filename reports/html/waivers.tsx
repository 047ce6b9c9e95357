/** The waivers of the run: what each names and why, until when, and what became of it. */
import type { JSX } from "preact";
import type { RunResult, WaiverStatus } from "../../result/result.ts";
import { excerpt } from "../../result/safe-text.ts";
import { type WaiverEntry, daysLeftWords, levelOf, namedBy, waiverStatusWords } from "../words/waiver-words.ts";
import { number } from "../../result/counts.ts";
import { anchor, sections } from "./links.ts";
import { type OutcomeKind, LevelTag, Outcome, Section } from "./parts.tsx";

const kinds: Readonly<Record<WaiverStatus, OutcomeKind>> = {
  applied: "waived",
  stale: "failed",
  expired: "failed",
  "not-judged": "not-judged",
};

export function Waivers({ result }: { result: RunResult }): JSX.Element {
  const { waivers, requirements } = result;
  if (waivers === undefined || waivers.entries.length === 0) return <></>;
  const known = new Set(requirements.flatMap(({ id, checks }) => [id, ...checks.map((check) => check.id)]));
  return (
    <Section
      id={sections.waivers}
      title={`Waivers (${number(waivers.entries.length)})`}
      remark={
        waivers.allowed
          ? "What is waived does not change the exit status, because the run allows waivers."
          : "What is waived still counts as not met, because the run does not allow waivers."
      }
    >
      <ul class="plain interactions">
        {waivers.entries.map((entry) => (
          <Entry entry={entry} result={result} isKnown={entry.cause !== true && known.has(entry.id)} />
        ))}
      </ul>
    </Section>
  );
}

interface EntryProps {
  readonly entry: WaiverEntry;
  readonly result: RunResult;
  /** Whether the page has an anchor for what it names. */
  readonly isKnown: boolean;
}

function Entry({ entry, result, isKnown }: EntryProps): JSX.Element {
  const { id, status, reason, issue, expires } = entry;
  const level = levelOf(entry, result);
  return (
    <li>
      <Outcome kind={kinds[status]}>{status === "not-judged" ? "not judged" : status}</Outcome>{" "}
      {isKnown ? (
        <a href={`#${anchor(id)}`}>
          <code>{id}</code>
        </a>
      ) : (
        <code>{namedBy(entry)}</code>
      )}{" "}
      {level === "" ? null : <LevelTag level={level} />}
      <p class="note">{excerpt(reason, 1000)}</p>
      <p class="note">
        Until {expires} ({daysLeftWords(entry, result)})
        {issue === undefined ? null : (
          <>
            , <Issue url={issue} />
          </>
        )}
      </p>
      {status === "applied" ? null : <p class="note">{waiverStatusWords(entry)}</p>}
    </li>
  );
}

/** The URL comes from the user, not from the provider. It is checked again, because a result may be from someone else. */
function Issue({ url }: { url: string }): JSX.Element {
  const parsed = URL.canParse(url) ? new URL(url) : null;
  const text = excerpt(url, 300);
  if (parsed === null || !/^https?:$/.test(parsed.protocol)) return <>{text}</>;
  return (
    <a href={parsed.href} rel="noreferrer">
      {text}
    </a>
  );
}
