/** Header fields that the user adds to every request, for a gateway, a tenant or a preview. Their values are secret. */
import { type CheckValues, VARIABLES } from "./rows.ts";
import { type SuiteField, extraHeaderFault, suiteField } from "../../http/extra-headers.ts";
import type { HeaderFields } from "../../http/message.ts";
import { givenText } from "../../result/given-text.ts";
import { readNamed } from "../files/read-file.ts";
import { type Io, UsageError } from "../io.ts";

export type ExtraHeaderOptions = Pick<CheckValues, "header" | "headerFile" | "trace" | "auth">;

const VARIED = "the suite varies it, so leave it out";
const FRAMING = "the suite frames each request itself, so leave it out";

/** The option to use instead of a field that the suite sets. */
const insteadOf: Readonly<Record<SuiteField, string>> = {
  authorization: "give the token with --token-file, or use --no-auth",
  "proxy-authorization": "give the credentials in the URL of --proxy",
  host: "it is that of the base URL; use --unix-socket or --proxy to go another way",
  "content-type": VARIED,
  accept: VARIED,
  "user-agent": VARIED,
  traceparent: "use --trace",
  "content-length": FRAMING,
  "transfer-encoding": FRAMING,
  "content-encoding": FRAMING,
  connection: FRAMING,
  "keep-alive": FRAMING,
  expect: FRAMING,
  te: FRAMING,
  trailer: FRAMING,
  upgrade: FRAMING,
  "http2-settings": FRAMING,
};

/** The most bytes of a file or variable. Common servers refuse requests with a longer header. */
const MOST_BYTES = 64 * 1024;
const MOST_FIELDS = 50;

/**
 * The header fields of `--header`, `--header-file` and the environment, in this order.
 * @throws {UsageError} when one is not a header field, or the suite sets it; the message does not contain the value
 */
export function givenHeaders(
  { header, headerFile, auth }: Omit<ExtraHeaderOptions, "trace">,
  { env }: Pick<Io, "env">,
): HeaderFields {
  const fields = [
    ...header.map((text) => fieldOf(text, "--header", auth)),
    ...(headerFile === undefined
      ? []
      : linesOf(readNamed(headerFile, "The header file", MOST_BYTES), `the file ${JSON.stringify(headerFile)}`, auth)),
    ...linesOf(env[VARIABLES.headers] ?? "", VARIABLES.headers, auth),
  ];
  if (fields.length > MOST_FIELDS) throw new UsageError(`There are more than ${MOST_FIELDS} header fields to add`);
  const names = fields.map(([name]) => name.toLowerCase());
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice !== undefined) throw new UsageError(`The header field ${twice} is given twice; give it once`);
  return fields;
}

function linesOf(text: string, source: string, auth: boolean): HeaderFields {
  return givenText(text)
    .split("\n")
    .flatMap((line, at) => (line.trim() === "" ? [] : [fieldOf(line, `Line ${at + 1} of ${source}`, auth)]));
}

/** A field of the user. Without authentication, the suite sends no `Authorization` of its own, so it may be one. */
function fieldOf(text: string, source: string, auth: boolean): HeaderFields[number] {
  const [, name = "", value = ""] = /^([!#$%&'*+.^_`|~\w-]{1,100}):[ \t]*(.*?)[ \t]*$/s.exec(text) ?? [];
  if (name === "") throw new UsageError(`${source} is not a header field; give one like 'X-Tenant: blue'`);
  const isOwn = !auth && name.toLowerCase() === "authorization";
  const fault = extraHeaderFault(isOwn ? "x-authorization" : name, value);
  const field = suiteField(name);
  if (fault !== null) throw new UsageError(`${source} gives ${fault}${field === null ? "" : `: ${insteadOf[field]}`}`);
  return [name, value];
}
