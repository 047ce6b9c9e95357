/** The page of sessions: how many runs and lines are between a first attempt and a provider that meets everything. */

/** A session from the first version to the last. */
export interface FixingSession {
  readonly name: string;
  /** The first run, counted from 1, in which every MUST was met. */
  readonly conformantAt: number;
  /** Lines of each run's report at 80 columns, by default and with `--details`. */
  readonly short: readonly number[];
  readonly details: readonly number[];
}

/** The page as Markdown. */
export function sessionsPage(sessions: readonly FixingSession[]): string {
  return `${INTRODUCTION}
| provider | runs until conformant | runs until the handler has no fault | lines read | lines read with \`--details\` |
| --- | --- | --- | --- | --- |
${sessions.map(rowOf).join("\n")}
`;
}

function rowOf({ name, conformantAt, short, details }: FixingSession): string {
  const lines = (each: readonly number[]): string => `${each.reduce((sum, one) => sum + one, 0)} (${each.join(", ")})`;
  return `| ${name} | ${conformantAt} | ${short.length} | ${lines(short)} | ${lines(details)} |`;
}

const INTRODUCTION = `# From a first attempt to a conformant provider

Each session begins with the provider that a newcomer writes after reading the document once. Each later version fixes entries
of the report before it, and nothing else; \`attempts.ts\` names them, and the test of this folder compares them with what
the reports show. The lines are those of all reports at 80 columns, in brackets those of each run. The report with \`--details\`
was the only one before there was a short one. What is left after Flask's last version is of Werkzeug's own server, which
fails where chunks have a trailer section.

\`npm run sessions\` runs all sessions and writes this page. The build runs that of Express to its end.
`;
