/**
 * The command that sends an exchange's request again, for a POSIX shell: method, URL, headers and body as recorded, and
 * nothing that curl adds by itself. It reads the token from the same place as the run, or else from the environment
 * variable PLANT_STORE_TOKEN.
 */
import type { HeaderFields, RecordedBody, RecordedRequest, RunCommand } from "../../result/result.ts";
import { isSafeText } from "../../result/safe-text.ts";

/** The placeholders for tokens in a recorded header. */
const placeholders = /(\$PLANT_STORE_(?:INVALID_)?TOKEN)/;
const token = "$PLANT_STORE_TOKEN";

/** The names that curl has for the suite's options with a value. */
const optionsOfCurl: ReadonlyMap<string, string> = new Map([
  ["--ca", "--cacert"],
  ["--cert", "--cert"],
  ["--key", "--key"],
  ["--proxy", "--proxy"],
  ["--unix-socket", "--unix-socket"],
]);

/** The most bytes of a body that is written out. A longer one is only named. */
const longestBody = 4096;

/** Headers that curl adds to a request without them, so the command removes them. */
const addedByCurl = ["Accept", "User-Agent"];

/** Methods whose request says `Content-Length: 0` when there is no body (RFC 9110 section 8.6). */
const expectsBody: ReadonlySet<string> = new Set(["POST", "PUT", "PATCH"]);

/**
 * The curl command for the request of exchange `index` of the result. One line without anything that a terminal or a CI
 * log obeys, with a comment line before it if the body is too long to be written out.
 */
export function curlCommand(request: RecordedRequest, index: number, run?: RunCommand): string {
  const asRun = run?.request ?? [];
  const command = [...bodySource(request.body), ["curl", ...options(request, index, asRun)].join(" ")].join(" | ");
  if (!isSafeText(command))
    return `# the request cannot be written as a command: result.json, exchanges[${index}].request`;
  if (!isLong(request.body)) return command;
  return `# save the body, ${request.body?.size} bytes in result.json, exchanges[${index}].request.body, as ${bodyFile(index)}\n${command}`;
}

function options(request: RecordedRequest, index: number, asRun: readonly string[]): readonly string[] {
  return [
    "-sS",
    ...methodOptions(request),
    ...urlOptions(request.url, asRun),
    ...transportOptions(asRun),
    shellWord(request.url),
    ...headerOptions(request, tokenSource(asRun)),
    ...bodyOptions(request, index),
  ];
}

/** `-X HEAD` would wait for a body that never comes. */
function methodOptions({ method, body }: RecordedRequest): readonly string[] {
  return method === "HEAD" && body === null ? ["--head"] : ["-i", "-X", shellWord(method)];
}

/** Switches off HTTP/2, globbing, and the removal of dot segments from the URL. */
function urlOptions(url: string, asRun: readonly string[]): readonly string[] {
  const version = asRun.includes("--http2") ? "--http2" : "--http1.1";
  return [
    ...(url.startsWith("https:") ? [version] : []),
    ...(/[[\]{}]/.test(url) ? ["--globoff"] : []),
    ...(url.includes("/.") ? ["--path-as-is"] : []),
  ];
}

function transportOptions(asRun: readonly string[]): readonly string[] {
  const valued = asRun.flatMap((word, at) => {
    const name = optionsOfCurl.get(word);
    const value = asRun[at + 1];
    return name === undefined || value === undefined ? [] : [name, commandWord(value)];
  });
  return [...valued, ...(asRun.includes("--insecure") ? ["--insecure"] : [])];
}

/** The expression that the shell replaces by the token: the file from which the run read it, or the variable. */
function tokenSource(asRun: readonly string[]): string {
  const file = asRun.includes("--token-file") ? asRun[asRun.indexOf("--token-file") + 1] : undefined;
  return file === undefined ? token : `$(cat ${shellWord(file)})`;
}

function headerOptions({ headers, framing, body }: RecordedRequest, source: string): readonly string[] {
  const sent = new Set(headers.map(([name]) => name.toLowerCase()));
  const chunked = framing === "chunked" && !sent.has("transfer-encoding");
  // curl declares a body as a form, and holds a long or chunked one back until it receives 100 Continue.
  const added = [...addedByCurl, "Content-Type", ...(framing === "chunked" || isLong(body) ? ["Expect"] : [])];
  return [
    ...headers.map((field) => headerArgument(field, source)),
    ...(chunked ? [`'Transfer-Encoding: chunked'`] : []),
    ...added.filter((name) => !sent.has(name.toLowerCase())).map((name) => quoted(`${name}:`)),
  ].flatMap((argument) => ["-H", argument]);
}

/** curl reads `Name:` as "remove this header" and `Name;` as an empty value. */
function headerArgument([name, value]: HeaderFields[number], source: string): string {
  return value.trim() === "" ? quoted(`${name};`) : withToken(`${name}: ${value}`, source);
}

/** Writes other than printable ASCII in octal, one byte for a code point below U+0100, as HTTP clients send it. */
function withToken(header: string, source: string): string {
  if (!/^[\x20-\x7e]*$/.test(header) || !isSafeText(header)) return `"$(printf ${printfFormat(header, source)})"`;
  const parts = header.split(placeholders);
  if (parts.length === 1) return quoted(header);
  const shown = (part: string): string => (part === token ? source : part);
  // Double quotes only if the shell leaves the rest unchanged, and if the name of the variable ends at the token.
  const texts = parts.filter((_, at) => at % 2 === 0);
  if (/^[\w :/.,;=-]*$/.test(texts.join("")) && texts.slice(1).every((part) => !/^\w/.test(part))) {
    return `"${parts.map(shown).join("")}"`;
  }
  return parts.map((part, at) => (at % 2 === 1 ? `"${shown(part)}"` : part === "" ? "" : quoted(part))).join("");
}

function printfFormat(header: string, source: string): string {
  const parts = header.split(placeholders);
  const texts = parts.filter((_, at) => at % 2 === 0).map((part) => quoted(Array.from(part, octal).join("")));
  const tokens = parts.filter((_, at) => at % 2 === 1).map((part) => (part === token ? source : part));
  // The token is an argument of printf, so printf does not read it as a format.
  return tokens.length === 0 ? (texts[0] ?? "") : `${texts.join("%s")}${tokens.map((one) => ` "${one}"`).join("")}`;
}

function octal(character: string): string {
  if (/^[\w :/.,;=-]$/.test(character)) return character;
  const code = character.codePointAt(0) ?? 0;
  const bytes = code < 0x100 ? [code] : Array.from(new TextEncoder().encode(character));
  return bytes.map((byte) => `\\${byte.toString(8).padStart(3, "0")}`).join("");
}

/**
 * The command that feeds curl's standard input with a body that a shell or a terminal would change: as text with such
 * bytes in octal, or in base64 if that is shorter.
 */
function bodySource(body: RecordedBody | null): readonly string[] {
  if (body === null || isLong(body) || isPrintable(body)) return [];
  const base64 = body.encoding === "base64" ? body.content : Buffer.from(body.content, "utf-8").toString("base64");
  const text = `printf ${quoted(printfBytes(Buffer.from(base64, "base64")))}`;
  const coded = [`printf '%s' ${quoted(base64)}`, "base64 -d"];
  return text.length <= coded.join(" | ").length && isSafeText(text) ? [text] : coded;
}

/** A format of printf that writes these bytes. It does not begin like an option. */
function printfBytes(bytes: Uint8Array): string {
  return Array.from(bytes, (byte, at) => {
    const character = String.fromCharCode(byte);
    if (character === "%") return "%%";
    if (character === "\\") return "\\\\";
    const isPlain = byte >= 0x20 && byte < 0x7f && !(at === 0 && character === "-");
    return isPlain ? character : `\\${byte.toString(8).padStart(3, "0")}`;
  }).join("");
}

function bodyOptions({ method, body }: RecordedRequest, index: number): readonly string[] {
  if (body === null) return expectsBody.has(method) ? ["--data-raw", "''"] : [];
  if (isLong(body)) return ["--data-binary", `@${bodyFile(index)}`];
  return isPrintable(body) ? ["--data-raw", quoted(body.content)] : ["--data-binary", "@-"];
}

function bodyFile(index: number): string {
  return `body-${index}`;
}

function isLong(body: RecordedBody | null): boolean {
  return body !== null && (body.size > longestBody || body.sha256 !== undefined);
}

/** Whether a body can be pasted: line feeds and tabs would end the line or start a completion. */
function isPrintable({ encoding, content }: RecordedBody): boolean {
  return encoding === "utf-8" && isSafeText(content) && !/[\n\t]/.test(content);
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** A word of the shell, without quotes if it clearly needs none. */
export function shellWord(text: string): string {
  return /^[\w:/.-]+$/.test(text) ? text : quoted(text);
}

/** A word of a command of the suite. The shell expands the suite's variables in it, and nothing else. */
export function commandWord(text: string): string {
  return /^\$PLANT_STORE_[A-Z_]+$/.test(text) ? `"${text}"` : shellWord(text);
}
