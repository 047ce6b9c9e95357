/** What a terminal shows, as a picture (SVG) that scales and loads nothing. */

const CHARACTER = { width: 8.4, height: 18 } as const;
const MARGIN = 16;

/** The first words of a line, and the class that its text has. */
const classes: ReadonlyArray<readonly [start: RegExp, name: string]> = [
  [/^\$ /, "command"],
  [/^NOT CONFORMANT/, "red"],
  [/^CONFORMANT/, "green"],
  [/^\d+\) /, "cause"],
];

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

/** A picture of a command and its output. @param title a description for readers who cannot see the picture */
export function terminalPicture(title: string, command: string, output: string): string {
  const lines = [`$ ${command}`, "", ...output.trimEnd().split("\n")];
  const width = Math.ceil(Math.max(...lines.map((line) => line.length)) * CHARACTER.width) + 2 * MARGIN;
  const height = lines.length * CHARACTER.height + 2 * MARGIN;
  const texts = lines.flatMap((line, at) => {
    if (line === "") return [];
    const name = classes.find(([start]) => start.test(line))?.[1];
    const attributes = `x="${MARGIN}" y="${MARGIN + (at + 1) * CHARACTER.height - 5}"`;
    return [`<text ${attributes}${name === undefined ? "" : ` class="${name}"`}>${escaped(line)}</text>`];
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img">`,
    `<title>${escaped(title)}</title>`,
    "<style>",
    "text { font: 14px ui-monospace, Menlo, Consolas, monospace; fill: #e6edf3; white-space: pre; }",
    ".command { fill: #8b949e; } .red { fill: #ff7b72; font-weight: bold; } .green { fill: #7ee787; font-weight: bold; }",
    ".cause { fill: #ffffff; font-weight: bold; }",
    "</style>",
    `<rect width="100%" height="100%" rx="8" fill="#0d1117"/>`,
    ...texts,
    "</svg>",
    "",
  ].join("\n");
}
