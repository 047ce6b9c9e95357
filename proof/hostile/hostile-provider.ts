/**
 * A provider that handles plants correctly and is hostile in everything else: it discloses the token in every form, and
 * its headers and members contain what terminals, CI systems and report readers execute.
 */
import { type ServerResponse, createServer } from "node:http";
import { buffer } from "node:stream/consumers";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { listen } from "../test-provider.ts";
import { hostileTexts } from "./hostile-texts.ts";

/** The forms in which it discloses the token. */
export function formsOf(token: string): readonly string[] {
  const json = Array.from(token, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`).join("");
  const percent = Array.from(Buffer.from(token), (byte) => `%${byte.toString(16)}`).join("");
  return [
    token,
    Buffer.from(token).toString("base64"),
    Buffer.from(token).toString("base64url"),
    Buffer.from(`user:${token}`).toString("base64"),
    Buffer.from(token).toString("hex"),
    encodeURIComponent(token),
    percent,
    json,
    token.toUpperCase(),
  ];
}

export interface HostileProvider {
  readonly url: string;
  readonly stop: () => Promise<void>;
}

/** Starts it. Each answer contains another hostile text. Some are compressed, and some are not text. */
export async function startHostileProvider(token: string): Promise<HostileProvider> {
  const leaks = formsOf(token);
  let asked = 0;
  const server = createServer((request, response) => {
    buffer(request).then(
      (body) => {
        asked += 1;
        answer(response, {
          body: body.toString(),
          leaks,
          at: asked,
          isKnown: request.headers.authorization !== undefined,
        });
      },
      () => undefined,
    );
  });
  const { port, stop } = await listen(server);
  return { url: `http://127.0.0.1:${port}`, stop };
}

interface Asked {
  readonly body: string;
  readonly leaks: readonly string[];
  readonly at: number;
  readonly isKnown: boolean;
}

function answer(response: ServerResponse, { body, leaks, at, isKnown }: Asked): void {
  const [, text = ""] = hostileTexts[at % hostileTexts.length] ?? [];
  const leak = leaks[at % leaks.length] ?? "";
  const name = /"name":("(?:[^"\\]|\\.)*")/.exec(body)?.[1];
  const isPlant = isKnown && name !== undefined && /"id":\d/.test(body);
  const said = JSON.stringify(text);
  // The leak is inserted into the JSON text unescaped.
  const json = isPlant
    ? `{"name":${name},"more":${said},"leak":"${leak}"}`
    : `{"error":${said},"message":"${leak}","${leak}":${said}}`;
  const header = Buffer.from(text)
    .toString("latin1")
    .replaceAll(/[^\t\x20-\x7e\x80-\xff]/g, "?");
  response.statusCode = isPlant ? 200 : 400;
  response.setHeader("Content-Type", at % 7 === 0 ? header.slice(0, 200) : "application/json");
  response.setHeader("X-Said", header.slice(0, 2000));
  response.setHeader("X-Leak", leak);
  send(response, Buffer.from(json), at);
}

function send(response: ServerResponse, json: Buffer, at: number): void {
  if (at % 5 === 0) response.setHeader("Content-Encoding", "gzip").end(gzipSync(json));
  else if (at % 5 === 1) response.setHeader("Content-Encoding", "br").end(brotliCompressSync(json));
  else if (at % 11 === 2) response.end(Buffer.concat([json, Buffer.from([0xff, 0xfe])]));
  else response.end(json);
}
