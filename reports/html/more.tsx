/** Why a requirement matters, what common stacks get wrong, and where all of it is explained. */
import type { JSX } from "preact";
import { type Cause, readExplanations } from "../../spec/explanations.ts";
import { type Docs, explainCommand, explainLink } from "../words/explained-at.ts";
import { isOfAnotherDocument } from "../../result/another-document.ts";
import type { RunResult } from "../../result/result.ts";
import { ownFirst, stackNamed } from "../../result/known-stacks.ts";
import { causesOfStack } from "../words/stack-words.ts";
import { count } from "../../result/counts.ts";
import { Command, Prose, Row } from "./parts.tsx";

/** Rows for the end of a failure. A requirement that this version does not know has nothing but the command. */
export function More({ result, id, docs }: { result: RunResult; id: string; docs: Docs }): JSX.Element {
  // What is known of providers of the document that ships is not said of another one.
  const explanation = isOfAnotherDocument(result) ? undefined : readExplanations().get(id);
  const link = explainLink(docs, id);
  const isKnown = causesOfStack(result, id).length > 0;
  return (
    <>
      {explanation === undefined ? null : (
        <Row label="Why it matters">
          <Prose text={explanation.why} />
          <Causes
            causes={ownFirst(explanation.causes, stackNamed(result.provider.stack?.id ?? ""))}
            isKnown={isKnown}
          />
        </Row>
      )}
      <Row label="More">
        {link === null ? null : (
          <p>
            <a href={link}>
              <code>{id}</code> explained
            </a>
          </p>
        )}
        <Command text={explainCommand(result, id)} what="the command that explains it" />
      </Row>
    </>
  );
}

/** What common stacks do that breaks a requirement; unfolded where the first of them is of the provider's own stack. */
export function Causes({
  causes,
  isKnown = false,
}: {
  causes: readonly Cause[];
  isKnown?: boolean;
}): JSX.Element | null {
  if (causes.length === 0) return null;
  return (
    <details class="more" open={isKnown}>
      <summary>Common causes, by stack: {count(causes.length, "entry", "entries")}</summary>
      <ul>
        {causes.map(({ stacks, cause, fix }) => (
          <li>
            <b>{stacks.join("; ")}</b>: <Prose text={cause} /> Fix: <Prose text={fix} />
          </li>
        ))}
      </ul>
    </details>
  );
}
