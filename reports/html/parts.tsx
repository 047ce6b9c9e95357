/** Small pieces of the page that every section uses. */
import type { ComponentChildren, JSX } from "preact";
import type { Level, Place } from "../../spec/requirements.ts";
import type { Status } from "../../result/result.ts";
import { placeWords } from "../words/words.ts";
import { anchor } from "./links.ts";

/** The outcome of a requirement, a check or a run. A warning is a SHOULD that is not met and not part of the verdict. */
export type OutcomeKind = Status | "warning";

/** The outcome of a run by its exit status. A run with a good verdict may fail because of the user's expectations. */
export const runKinds = { 0: "passed", 1: "failed", 3: "not-judged" } as const;

/** The sign of each outcome. */
export const signs: Readonly<Record<OutcomeKind, string>> = {
  passed: "✓",
  failed: "✗",
  warning: "!",
  waived: "~",
  "not-judged": "?",
  observed: "○",
};

/** A sign and a word in one colour: three ways to say the same, so that no reader needs all of them. */
export function Outcome({ kind, children }: { kind: OutcomeKind; children: ComponentChildren }): JSX.Element {
  return (
    <span class={`outcome ${kind}`}>
      <span class="sign" aria-hidden="true">
        {signs[kind]}
      </span>{" "}
      {children}
    </span>
  );
}

/** The kind of a failure: a SHOULD is a warning, but with `strict` it weighs as much as a MUST. */
export function kindOf(status: Status, level: Level, strict: boolean): OutcomeKind {
  return status === "failed" && level === "SHOULD" && !strict ? "warning" : status;
}

/** A topic as a title. */
export function topicTitle(topic: string): string {
  if (topic === "http") return "HTTP";
  return `${topic.charAt(0).toUpperCase()}${topic.slice(1).replaceAll("-", " ")}`;
}

export function LevelTag({ level }: { level: Level }): JSX.Element {
  return <span class="level">{level}</span>;
}

/** A link to a requirement or a check by its id. */
export function IdLink({ id }: { id: string }): JSX.Element {
  return (
    <a href={`#${anchor(id)}`}>
      <code>{id}</code>
    </a>
  );
}

/** A part of the page with its heading. */
export function Section(props: {
  id: string;
  title: string;
  remark?: string;
  children: ComponentChildren;
}): JSX.Element {
  const heading = `${props.id}-title`;
  return (
    <section id={props.id} aria-labelledby={heading}>
      <h2 id={heading}>{props.title}</h2>
      {props.remark === undefined ? null : <p class="remark">{props.remark}</p>}
      {props.children}
    </section>
  );
}

/** A label and what belongs to it, within a description list. */
export function Row({ label, children }: { label: ComponentChildren; children: ComponentChildren }): JSX.Element {
  return (
    <div class="row">
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** A command line, with a button that the page's script brings to life. `what` names it for those who do not see it. */
export function Command({ text, what }: { text: string; what: string }): JSX.Element {
  return (
    <div class="command">
      <pre translate={false}>
        <code>{text}</code>
      </pre>
      <button type="button" class="copy" aria-label={`Copy ${what}`} hidden>
        Copy
      </button>
    </div>
  );
}

/** A sentence of ours, in which what stands between backticks is code. */
export function Prose({ text }: { text: string }): JSX.Element {
  return <>{text.split("`").map((part, at) => (at % 2 === 0 ? part : <code>{part}</code>))}</>;
}

/** The sources of a requirement. */
export function Sources({ places }: { places: readonly Place[] }): JSX.Element {
  return (
    <ul class="plain">
      {places.map((place) => (
        <li>{placeWords(place)}</li>
      ))}
    </ul>
  );
}
