/** Providers that disclose the token, in every form and in every place. No MUST forbids it. */
import { type Hostile, KEEPS_ALL, PATIENT, judged } from "./hostile.ts";
import { type RightAnswer, TOKEN, asked, headOf, rightBut, whole } from "./raw-provider.ts";

const escaped = Array.from(TOKEN, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`).join("");
const percent = Array.from(Buffer.from(TOKEN), (byte) => `%${byte.toString(16)}`).join("");

/** The forms of the token that no report may contain. The last one is what remains of a form that is cut. */
export const forms: ReadonlyArray<readonly [form: string, text: string]> = [
  ["plain", TOKEN],
  ["in base64", Buffer.from(TOKEN).toString("base64")],
  ["in base64url", Buffer.from(TOKEN).toString("base64url")],
  ["in the base64 of more", Buffer.from(`user:${TOKEN}`).toString("base64")],
  ["in hexadecimal", Buffer.from(TOKEN).toString("hex")],
  ["percent-encoded", encodeURIComponent(TOKEN)],
  ["percent-encoded throughout", percent],
  ["JSON-escaped throughout", escaped],
  ["with slashes JSON-escaped", TOKEN.replaceAll("/", "\\/")],
  ["in capitals", TOKEN.toUpperCase()],
];

/** A correct answer with a text inserted unescaped into its JSON. */
function withLeak({ status, body }: RightAnswer, text: string): RightAnswer {
  return { status, body: Buffer.from(body.toString().replace(/\}$/, () => `,"leak":"${text}"}`)) };
}

/** The body in chunks, with the token spread over several of them. */
function inPieces({ status, body }: RightAnswer): string {
  const pieces = body.toString("latin1").match(/[^]{1,9}/g) ?? [];
  const chunks = pieces.map((piece) => `${piece.length.toString(16)}\r\n${piece}\r\n`).join("");
  const fields = [
    ["Content-Type", "application/json"],
    ["Transfer-Encoding", "chunked"],
  ] as const;
  return `${headOf(status, fields)}${chunks}0\r\nX-Trailer: ${TOKEN}\r\n\r\n`;
}

/**
 * Answers with a form of the token: in the body, the trailer, header fields and their names, the status line, member
 * names.
 */
const leaks: ReadonlyArray<(answer: RightAnswer) => string | Buffer> = [
  ...forms.map(
    ([, text]) =>
      (answer: RightAnswer) =>
        whole(withLeak(answer, text)),
  ),
  (answer) => inPieces(withLeak(answer, TOKEN)),
  (answer) =>
    whole(answer, [
      ["X-Token", TOKEN],
      ["Set-Cookie", `t=${percent}`],
      [`x-${Buffer.from(TOKEN).toString("hex")}`, "1"],
    ]),
  (answer) => whole(answer).toString("latin1").replace(" X\r\n", ` ${TOKEN}\r\n`),
  (answer) =>
    answer.status === 200 ? whole({ status: 200, body: Buffer.from(JSON.stringify({ name: TOKEN })) }) : whole(answer),
  ({ status, body }) => whole({ status, body: Buffer.from(body.toString().replace(/\}$/, () => `,"${TOKEN}":1}`)) }),
];

export const echoes: readonly Hostile[] = [
  judged(
    "the token in each form and in each place, in turn",
    0,
    KEEPS_ALL,
    rightBut((answer, { at }) => leaks[at % leaks.length]?.(answer) ?? whole(answer)),
  ),
  judged(
    "the token in pieces that arrive one after the other",
    0,
    KEEPS_ALL,
    asked(async (socket, request) => {
      const bytes = whole(withLeak(await request.right(), TOKEN));
      const at = bytes.indexOf(TOKEN) + 5;
      socket.write(bytes.subarray(0, at));
      setImmediate(() => socket.write(bytes.subarray(at)));
    }),
  ),
  judged(
    "the token as the media type",
    1,
    /broken: .*plant-media-type/,
    rightBut((answer) => whole(answer, [["Content-Type", TOKEN]])),
  ),
  judged(
    "the token where a redirect leads",
    1,
    /not at http.*a redirect to .*may be wrong/,
    rightBut(() =>
      headOf(307, [
        ["Location", `http://127.0.0.1/${percent}?t=${encodeURIComponent(TOKEN)}`],
        ["Content-Length", 0],
      ]),
    ),
  ),
  judged(
    "the token in bytes that are not text",
    1,
    /broken: .*plant-encoding/,
    rightBut((answer) =>
      whole({ status: answer.status, body: Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(TOKEN)]) }),
    ),
  ),
  judged(
    "the token as a content coding",
    3,
    /could not be judged: .*plant-encoding/,
    rightBut((answer) => whole(answer, [["Content-Encoding", encodeURIComponent(TOKEN)]])),
  ),
  {
    // The part that is read ends within the token, so the token is not found; its first half is not kept either.
    ...judged(
      "the token where what is read ends",
      3,
      /could not be judged: .*plant-encoding/,
      rightBut(({ status }) => whole({ status, body: Buffer.from(`{"name":"${"x".repeat(1_982)}${TOKEN}"}`) })),
    ),
    limits: { ...PATIENT, bodyBytes: 2_000 },
  },
];
