/** Converts one line of newline-delimited JSON, as described by `exchange.schema.json`, to an exchange. */
import { header } from "../../http/headers.ts";
import type { HeaderFields } from "../../http/message.ts";
import { type Lost, type TrafficItem, type TrafficResponse, isLost } from "../recorded-traffic.ts";
import { type JsonObject, memberOf, objectOf } from "./json-members.ts";
import { bytesOfBase64, bytesOfText, contentLength, isFinalStatus, spanOf } from "./recorded-text.ts";

/** Reads one parsed line. An exchange of a `result.json` is also accepted. */
export function exchangeOfLine(line: unknown): TrafficItem {
  const request = memberOf(line, "request", objectOf);
  const [method, url] = [request?.["method"], request?.["url"]];
  if (request === undefined) return { lost: "the line has no request" };
  if (typeof method !== "string" || typeof url !== "string") return { lost: "its request has no method or no URL" };
  const headers = headersOf(request["headers"]);
  const body = bodyOf(request, headers);
  const answer = memberOf(line, "response", objectOf);
  const status = answer?.["status"];
  if (status !== undefined && typeof status !== "number") return { lost: "its answer's status is not a number" };
  const isCut = memberOf(line, "truncated", Boolean) === true;
  const { startedDateTime, time } = objectOf(line) ?? {};
  return {
    request: { method, url, headers, body: body.bytes, isText: body.isText },
    response: responseOf(answer, isCut),
    span: spanOf(startedDateTime, time),
  };
}

/**
 * Header fields as pairs in the order on the wire, or as an object by name, in which a list contains several fields of
 * one name. Other forms are not guessed, and an empty list means that the fields were not recorded.
 */
function headersOf(given: unknown): HeaderFields | Lost {
  const pairs: readonly unknown[] = Array.isArray(given)
    ? given
    : Object.entries(objectOf(given) ?? {}).flatMap(([name, value]) => [value].flat().map((one) => [name, one]));
  if (pairs.length === 0) return { lost: "the header fields are missing" };
  return pairs.every(isPair) ? pairs : { lost: "the header fields are not pairs of a name and a value" };
}

function isPair(pair: unknown): pair is readonly [string, string] {
  return Array.isArray(pair) && pair.length === 2 && pair.every((part) => typeof part === "string");
}

function responseOf(answer: JsonObject | undefined, isCut: boolean): TrafficResponse | null {
  const status = answer?.["status"];
  if (answer === undefined || !isFinalStatus(status)) return null;
  const headers = headersOf(answer["headers"]);
  const { bytes, isText } = bodyOf(answer, headers);
  const body = isCut ? { lost: "only the first part of the body was recorded" } : (bytes ?? new Uint8Array());
  return { status, headers, body, isDecoded: isText };
}

interface LineBody {
  readonly bytes: Uint8Array | null | Lost;
  /** The body is text, so Content-Encoding was already decoded. */
  readonly isText: boolean;
}

/** The body of a message. If the member is missing, the body is unknown; null means that there is none. */
function bodyOf(message: JsonObject, headers: HeaderFields | Lost): LineBody {
  const lost = (why: string): LineBody => ({ bytes: { lost: why }, isText: false });
  const given = message["body"];
  if (given === undefined) return lost("the body is missing");
  if (given === null) return { bytes: null, isText: false };
  const fields = isLost(headers) ? [] : headers;
  if (typeof given === "string") return { bytes: bytesOfText(given, fields, sizesOf(given, {}, fields)), isText: true };
  const body = objectOf(given);
  const [encoding, content] = [body?.["encoding"], body?.["content"]];
  if (typeof content !== "string") return lost("the recorder parsed the body and wrote it anew");
  if (body?.["sha256"] !== undefined) return lost("only the first part of the body was recorded");
  if (encoding === "utf-8")
    return { bytes: bytesOfText(content, fields, sizesOf(content, body, fields)), isText: true };
  const bytes = encoding === "base64" ? bytesOfBase64(content) : null;
  return bytes === null ? lost("the body has an encoding that is neither utf-8 nor base64") : { bytes, isText: false };
}

/**
 * The expected sizes of a body. The program that writes a log has the bytes, so its text counts unless the message
 * states another length.
 */
function sizesOf(text: string, body: JsonObject | undefined, headers: HeaderFields): readonly number[] {
  const size = body?.["size"];
  if (typeof size === "number") return [size];
  const isCoded = header(headers, "content-encoding") !== null;
  const length = isCoded ? null : contentLength(headers);
  return [length ?? Buffer.byteLength(text)];
}
