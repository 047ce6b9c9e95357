/** Providers that write what terminals, CI systems and readers of reports execute, wherever they can write. */
import { type Hostile, KEEPS_ALL, judged } from "./hostile.ts";
import { type ArrivedRequest, headOf, rightBut, whole } from "./raw-provider.ts";
import { hostileTexts } from "./hostile-texts.ts";

/** Another text for each request. */
function textFor({ at }: ArrivedRequest): string {
  return hostileTexts[at % hostileTexts.length]?.[1].slice(0, 4_000) ?? "";
}

/** The part of a text that fits in a field. */
function fieldOf(text: string): string {
  return (
    Buffer.from(text)
      .toString("latin1")
      .replaceAll(/[^\t\x20-\x7e\x80-\xff]/g, "?")
      .trim() || "-"
  );
}

/** Names and values of a Plant, or the message of an Error. Other answers have no body that is read. */
function bodyOf(status: number, text: string): string | null {
  if (status === 400) return JSON.stringify({ error: 1, message: text });
  return status === 200 ? JSON.stringify({ name: text, [`more ${text}`]: text }) : null;
}

export const said: readonly Hostile[] = [
  judged(
    "hostile texts in the status line, in header fields and in every body",
    0,
    KEEPS_ALL,
    rightBut(({ status, body }, request) => {
      const text = textFor(request);
      const fields = [
        ["X-Said", fieldOf(text)],
        ["Server", fieldOf(text)],
      ] as const;
      const answer = { status, body: Buffer.from(bodyOf(status, text) ?? body) };
      return whole(answer, fields)
        .toString("latin1")
        .replace(/ X\r\n/, () => ` ${fieldOf(text)}\r\n`);
    }),
  ),
  judged(
    "hostile texts as media types",
    1,
    /broken: .*plant-media-type/,
    rightBut((answer, request) => whole(answer, [["Content-Type", fieldOf(textFor(request))]])),
  ),
  judged(
    "hostile texts where a redirect leads",
    1,
    /not at http.*may be wrong/,
    rightBut((_answer, request) =>
      headOf(302, [
        ["Location", fieldOf(textFor({ ...request, at: 16 }))],
        ["Content-Length", 0],
      ]),
    ),
  ),
  judged(
    "hostile texts as whole answers",
    1,
    /broken: .*plant-(encoding|media-type)/,
    rightBut((answer, request) =>
      whole({ status: answer.status, body: Buffer.from(`\n${textFor(request)}\n`) }, [["Content-Type", "text/html"]]),
    ),
  ),
];
