/** What filters the list of everything: hidden until the page's script enables it. */
import type { JSX } from "preact";
import { count } from "../../result/counts.ts";

const levels = [
  ["", "all"],
  ["MUST", "MUST"],
  ["SHOULD", "SHOULD"],
  ["OPEN", "OPEN"],
] as const;

const outcomes = [
  ["", "all"],
  ["failed", "failed"],
  ["waived", "waived"],
  ["not-judged", "not judged"],
  ["passed", "passed"],
  ["observed", "observed"],
] as const;

/** `checks` is how many there are to filter. */
export function Filter({ checks }: { checks: number }): JSX.Element {
  return (
    <form class="filter" role="search" hidden>
      <label>
        <span>Search</span>
        <input type="search" name="words" autocomplete="off" spellcheck={false} aria-keyshortcuts="/" />
      </label>
      <Choice label="Level" name="level" options={levels} />
      <Choice label="Outcome" name="status" options={outcomes} />
      <p class="matches" role="status">
        {count(checks, "check")}
      </p>
      <details class="more">
        <summary>Keyboard</summary>
        <p>
          <kbd>/</kbd> goes to the search, <kbd>j</kbd> to the next failure, <kbd>k</kbd> to the one before.
        </p>
        <label>
          <input type="checkbox" name="keys" checked /> These keys are on
        </label>
      </details>
    </form>
  );
}

interface ChoiceProps {
  readonly label: string;
  readonly name: string;
  readonly options: ReadonlyArray<readonly [value: string, words: string]>;
}

function Choice({ label, name, options }: ChoiceProps): JSX.Element {
  return (
    <label>
      <span>{label}</span>
      <select name={name}>
        {options.map(([value, words]) => (
          <option value={value}>{words}</option>
        ))}
      </select>
    </label>
  );
}
