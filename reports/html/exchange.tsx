/** One request and its response, as they were on the wire, with the differences marked. */
import { count } from "../../result/counts.ts";
import type { HeaderFields } from "../../result/result.ts";
import type { JSX } from "preact";
import type { Exchange, Finding, RecordedBody } from "../../result/result.ts";
import { excerpt } from "../../result/safe-text.ts";
import { answerWords, bodyText, missingHeaders, remarks, statusWords } from "../words/words.ts";
import { type Piece, bodyPieces, markedHeaders } from "./marks.ts";

/** Code units of a body that are shown; the whole is in result.json. */
const longestBody = 4096;
const longestHeader = 1000;

/** The request. A note lists the usual header fields that it lacks, because an absence is easily overlooked. */
export function Sent({ exchange: { request } }: { exchange: Exchange }): JSX.Element {
  const missing = missingHeaders(request);
  const chunked: HeaderFields = request.framing === "chunked" ? [["Transfer-Encoding", "chunked"]] : [];
  return (
    <>
      <Message
        opening={<b>{`${request.method} ${excerpt(request.url, longestHeader)}`}</b>}
        headers={[...request.headers, ...chunked]}
        body={request.body}
        findings={[]}
      />
      {missing.length === 0 ? null : <p class="note">Without {missing.join(", ")}.</p>}
      {request.body === null ? <p class="note">No body.</p> : <BodyNote body={request.body} />}
    </>
  );
}

/** The response, with the status, the header fields and the values of the findings marked. */
export function Received({ exchange, findings }: { exchange: Exchange; findings: readonly Finding[] }): JSX.Element {
  const { response } = exchange;
  const notes = remarks(exchange).map((remark) => <p class="note">Note: {remark}.</p>);
  const facts = answerWords(exchange);
  if (response === null) return <>{[<p>{facts.join(", ")}</p>, ...notes]}</>;
  const status = <b>{statusWords(response.status)}</b>;
  const isMarked = findings.some(({ where }) => where === "status");
  return (
    <>
      <Message
        opening={isMarked ? <mark>{status}</mark> : status}
        headers={response.headers}
        body={response.body}
        findings={findings}
      />
      <p class="note">{facts.slice(2).join(", ")}</p>
      <BodyNote body={response.body} />
      {notes}
    </>
  );
}

interface MessageProps {
  readonly opening: JSX.Element;
  readonly headers: HeaderFields;
  readonly body: RecordedBody | null;
  readonly findings: readonly Finding[];
}

function Message({ opening, headers, body, findings }: MessageProps): JSX.Element {
  const pieces = body === null ? [] : bodyPieces(bodyText(body), findings, longestBody);
  const marked = markedHeaders(findings);
  const names = new Set(headers.map(([name]) => name.toLowerCase()));
  const absent = [...marked].filter((name) => !names.has(name));
  return (
    <pre class="message" translate={false}>
      {opening}
      {headers.map(([name, value]) => headerLine(`${name}: ${value}`, marked.has(name.toLowerCase())))}
      {absent.map((name) => ["\n", <mark class="absent">{`no ${excerpt(name, 100)}`}</mark>])}
      {pieces.length === 0 ? null : "\n\n"}
      {pieces.map(piece)}
    </pre>
  );
}

function headerLine(line: string, isMarked: boolean): (string | JSX.Element)[] {
  const text = excerpt(line, longestHeader);
  return ["\n", isMarked ? <mark>{text}</mark> : text];
}

function piece({ text, marked }: Piece): string | JSX.Element {
  return marked ? <mark>{text}</mark> : text;
}

/** Says what cannot be seen of a body: that it is empty, cut, or not UTF-8. */
function BodyNote({ body }: { body: RecordedBody }): JSX.Element | null {
  const isCut = body.sha256 !== undefined || bodyText(body).length > longestBody;
  const notes = [
    ...(body.size === 0 ? ["The body is empty."] : []),
    ...(body.encoding === "base64" ? [`Bytes that are not ASCII are written as \\xff: the body is not UTF-8.`] : []),
    ...(isCut ? [`Only the beginning is shown of ${count(body.size, "byte")}${digest(body)}.`] : []),
  ];
  return notes.length === 0 ? null : <p class="note">{notes.join(" ")}</p>;
}

function digest({ sha256 }: RecordedBody): string {
  return sha256 === undefined ? "" : ` with the SHA-256 ${sha256}`;
}
