/** Providers that say, wherever they can say anything, what terminals, CI systems and readers of reports obey. */
import { type Hostile, KEEPS_ALL, judged } from "./hostile.ts";
import { type Asked, headOf, rightBut, whole } from "./raw.ts";
import { hostileTexts } from "./texts.ts";

/** Another text for each request. */
function textFor({ at }: Asked): string {
  return hostileTexts[at % hostileTexts.length]?.[1].slice(0, 4_000) ?? "";
}

/** As much of a text as a field has room for. */
function fieldOf(text: string): string {
  return (
    Buffer.from(text)
      .toString("latin1")
      .replaceAll(/[^\t\x20-\x7e\x80-\xff]/g, "?")
      .trim() || "-"
  );
}

export const said: readonly Hostile[] = [
  judged(
    "hostile texts as messages",
    0,
    KEEPS_ALL,
    rightBut((answer, request) =>
      whole(
        answer.status === 400
          ? { status: 400, body: Buffer.from(JSON.stringify({ error: 1, message: textFor(request) })) }
          : answer,
      ),
    ),
  ),
  judged(
    "hostile texts as names and values of further members",
    0,
    KEEPS_ALL,
    rightBut((answer, request) => {
      const more = `,${JSON.stringify(`more ${textFor(request)}`)}:${JSON.stringify(textFor(request))}}`;
      return whole(
        answer.status === 200
          ? { status: 200, body: Buffer.from(answer.body.toString().replace(/\}$/, () => more)) }
          : answer,
      );
    }),
  ),
  judged(
    "hostile texts as names of plants",
    0,
    KEEPS_ALL,
    rightBut((answer, request) =>
      whole(
        answer.status === 200 ? { status: 200, body: Buffer.from(JSON.stringify({ name: textFor(request) })) } : answer,
      ),
    ),
  ),
  judged(
    "hostile texts in header fields",
    0,
    KEEPS_ALL,
    rightBut((answer, request) =>
      whole(answer, [
        ["X-Said", fieldOf(textFor(request))],
        ["Server", fieldOf(textFor(request))],
      ]),
    ),
  ),
  judged(
    "hostile texts in the status line",
    0,
    KEEPS_ALL,
    rightBut((answer, request) =>
      whole(answer)
        .toString("latin1")
        .replace(/ X\r\n/, () => ` ${fieldOf(textFor(request))}\r\n`),
    ),
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
