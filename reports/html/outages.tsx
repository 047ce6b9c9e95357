/** The part of the page about a provider that stopped answering. */
import type { JSX } from "preact";
import type { RunResult } from "../../result/result.ts";
import { excerpt } from "../../result/safe-text.ts";
import { outagesOf, outagesTitle } from "../words/outage-words.ts";
import { sections } from "./links.ts";
import { Command, Section } from "./parts.tsx";

/** Characters of a line of a provider's output that are shown. */
const longestLine = 500;

/** How the provider ended, what ended it, and what it wrote last. */
export function Outages({ result }: { result: RunResult }): JSX.Element | null {
  const found = outagesOf(result);
  if (found.length === 0) return null;
  return (
    <Section id={sections.outages} title={outagesTitle(result)}>
      {found.map(({ what, suspects, output }) => (
        <>
          <p>{excerpt(what, 1000)}</p>
          {suspects.map(({ words, command }) => (
            <>
              <p class="note">{excerpt(words, 300)}</p>
              <Command text={command} what="the curl command" />
            </>
          ))}
          {output.length === 0 ? null : <p class="note">The last lines of the provider's output:</p>}
          {output.length === 0 ? null : (
            <pre class="message" translate={false}>
              {output.map((line) => excerpt(line, longestLine)).join("\n")}
            </pre>
          )}
        </>
      ))}
    </Section>
  );
}
