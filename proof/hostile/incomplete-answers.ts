/** Providers that are correct but for some answers, which cannot be read in full. What arrived of them is judged. */
import { type Hostile, KEEPS_ALL, WAITING, judged } from "./hostile.ts";
import { type Handler, type RightAnswer, asked, headOf, whole } from "./raw-provider.ts";

const JSON_TYPE = ["Content-Type", "application/json"] as const;

/** Bytes in place of an answer, and whether the connection ends after them. */
interface Broken {
  readonly bytes: string;
  readonly end: "closes" | "waits";
}

const closes = (bytes: string): Broken => ({ bytes, end: "closes" });
const waits = (bytes: string): Broken => ({ bytes, end: "waits" });

/** Answers correctly, except for answers with these statuses. */
function inPlaceOf(statuses: readonly number[], broken: (right: RightAnswer) => Broken): Handler {
  return async (socket, request) => {
    const right = await request.right();
    if (!statuses.includes(right.status)) {
      socket.write(whole(right));
      return;
    }
    const { bytes, end } = broken(right);
    const data = Buffer.from(bytes, "latin1");
    if (end === "waits") socket.write(data);
    else socket.removeAllListeners("data").resume().end(data);
  };
}

/** Ways to break a success. curl shows 200 for each of them. */
const brokenSuccesses: ReadonlyArray<readonly [how: string, broken: Broken]> = [
  ["is cut off", closes(`${headOf(200, [JSON_TYPE, ["Content-Length", 500]])}{"name":"Fern`)],
  ["is cut off in its header", closes("HTTP/1.1 200 OK\r\nContent-Type: app")],
  ["is cut off in a chunk", closes(`${headOf(200, [JSON_TYPE, ["Transfer-Encoding", "chunked"]])}f\r\n{"name":`)],
  ["has two lengths", closes(`${headOf(200, [JSON_TYPE, ["Content-Length", 2], ["Content-Length", 3]])}{}`)],
  ["has a header name with 0x01", closes(`${headOf(200, [JSON_TYPE, ["X\u0001Y", "z"], ["Content-Length", 2]])}{}`)],
  [
    "has a header of 80 KiB",
    closes(`${headOf(200, [JSON_TYPE, ["X", "y".repeat(80 * 1024)], ["Content-Length", 2]])}{}`),
  ],
];

const LIMIT_MS = 3_000;

/** Answers requests without a token with a whole 200, after the time limit of the run. */
const lateSuccess = asked(async (socket, request) => {
  const right = await request.right();
  if (right.status !== 401) socket.write(whole(right));
  else setTimeout(() => socket.write(whole({ status: 200, body: Buffer.from('{"name":"Fern"}') })), 1.5 * LIMIT_MS);
});

const page = (bytes: string): string =>
  `${headOf(400, [
    ["Content-Type", "text/html"],
    ["Content-Length", 500],
  ])}${bytes}`;

export const incomplete: readonly Hostile[] = [
  ...brokenSuccesses.flatMap(([how, broken]) => [
    judged(
      `a 200 without a token that ${how}`,
      1,
      /broken: .*requires-authorization/,
      asked(inPlaceOf([401], () => broken)),
    ),
    judged(
      `a 200 to every wrong body that ${how}`,
      1,
      /broken: .*refuses-non-object/,
      asked(inPlaceOf([400], () => broken)),
    ),
  ]),
  {
    ...judged(
      "a 200 without a token that never ends",
      1,
      /broken: .*requires-authorization/,
      asked(inPlaceOf([401], () => waits(`${headOf(200, [JSON_TYPE, ["Content-Length", 500]])}{"name":"Fern`))),
    ),
    limits: { ...WAITING, requestMs: 5_000 },
  },
  {
    ...judged(
      "a 200 without a token that comes late",
      1,
      /broken: .*requires-(authorization|bearer-scheme)/,
      lateSuccess,
    ),
    limits: { ...WAITING, requestMs: LIMIT_MS },
  },
  judged(
    "a 400 in HTML that is cut off",
    1,
    /broken: error-media-type/,
    asked(inPlaceOf([400], () => closes(page("<p>")))),
  ),
  judged(
    "a 400 that is cut off",
    3,
    /could not be judged: .*error-encoding/,
    asked(inPlaceOf([400], () => closes(`${headOf(400, [JSON_TYPE, ["Content-Length", 500]])}{"error":`))),
  ),
  judged(
    "a 401 that is cut off",
    0,
    KEEPS_ALL,
    asked(
      inPlaceOf([401], () =>
        closes(
          `${headOf(401, [
            ["WWW-Authenticate", "Bearer"],
            ["Content-Length", 500],
          ])}<p>`,
        ),
      ),
    ),
  ),
  judged(
    "a 201 to every valid plant that is cut off",
    1,
    /answered 201/,
    asked(inPlaceOf([200], () => closes(`${headOf(201, [JSON_TYPE, ["Content-Length", 500]])}{"name":`))),
  ),
  judged(
    "a 500 to every valid plant that is cut off",
    1,
    /refused with 500/,
    asked(inPlaceOf([200], () => closes(`${headOf(500, [JSON_TYPE, ["Content-Length", 500]])}{"name":`))),
  ),
];
