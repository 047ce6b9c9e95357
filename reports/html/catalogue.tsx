/** The page of all requirements in the style of the report: rule, source, reason, when it is met, and the fix. */
import type { JSX } from "preact";
import { readExplanations } from "../../spec/explanations.ts";
import { type Requirement, readRequirements } from "../../spec/requirements.ts";
import { groupBy } from "../../result/group.ts";
import { htmlDocument } from "./html-document.ts";
import { anchor } from "./links.ts";
import { Causes } from "./more.tsx";
import { LevelTag, Prose, Row, Section, Sources, topicTitle } from "./parts.tsx";
import { renderToString } from "preact-render-to-string";

/** The page: its anchors are the ids. */
export function renderCatalogue(): string {
  const topics = groupBy(readRequirements(), ({ topic }) => topic);
  const body = renderToString(
    <>
      <a class="skip" href="#_main">
        Skip to the requirements
      </a>
      <header>
        <p class="kicker">Plant Store conformance</p>
        <h1>Requirements</h1>
      </header>
      <nav aria-label="Topics">
        <ul class="plain">
          {[...topics].map(([topic, own]) => (
            <li>
              <a href={`#_${topic}`}>{topicTitle(topic)}</a> {own.length}
            </li>
          ))}
        </ul>
      </nav>
      <main id="_main" tabindex={-1}>
        {[...topics].map(([topic, own]) => (
          <Section id={`_${topic}`} title={topicTitle(topic)}>
            {own.map((requirement) => (
              <Entry requirement={requirement} />
            ))}
          </Section>
        ))}
      </main>
    </>,
  );
  return htmlDocument({ title: "Plant Store requirements", sign: "§", body });
}

function Entry({ requirement }: { requirement: Requirement }): JSX.Element {
  const { id, level, statement, sources, fix } = requirement;
  const explanation = readExplanations().get(id);
  return (
    <section class="requirement" id={anchor(id)} aria-labelledby={`${anchor(id)}-title`}>
      <h3 id={`${anchor(id)}-title`}>
        <code>{id}</code> <LevelTag level={level} />
      </h3>
      <dl>
        <Row label={level === "OPEN" ? "Question" : "Rule"}>
          <Prose text={statement} />
        </Row>
        <Row label="Source">
          <Sources places={sources} />
        </Row>
        {explanation === undefined ? null : (
          <Row label="Why it matters">
            <Prose text={explanation.why} />
          </Row>
        )}
        {explanation?.met === undefined ? null : (
          <Row label="Met">
            <Prose text={explanation.met} />
          </Row>
        )}
        <Row label={level === "OPEN" ? "What the value means" : "How to fix it"}>
          <Prose text={fix} />
          <Causes causes={explanation?.causes ?? []} />
        </Row>
      </dl>
    </section>
  );
}
