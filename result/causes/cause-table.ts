/** The titles and fixes of causes. Ids are permanent. Fixes say what to change, not what to read. */
import { filler } from "../../spec/document-catalogue.ts";
import type { DocumentWords } from "../../spec/document-words.ts";
import { readRecords } from "../../spec/requirements.ts";
import type { CauseResult } from "../check-result.ts";

type CauseWords = Pick<CauseResult, "title" | "fix">;

/** The others are for another document than the one that ships, if its own words would not be true of each. */
interface GeneralWords extends CauseWords {
  readonly otherTitle?: string;
  readonly otherFix?: string;
}

/** The causes that explain more than one requirement, or a part of one. */
export const generalCauses = {
  "error-as-200": {
    title: "A refusal is sent as a 200, with an error in its body or with none",
    fix: "Send status 400 with the Error. Set the status in the one place where errors are answered, for every kind of refusal.",
    otherTitle: "A refusal is sent as a success with an error in its body",
    otherFix:
      "Send {refusal} with the error. Set the status in the one place where errors are answered, for every kind of refusal.",
  },
  "other-success-status": {
    title: "A valid plant is answered with another status than 200",
    fix: "Answer 200. 201, 202 and 204 are other status codes, and a redirect does not answer the request.",
    otherTitle: "A valid body is answered with another status than {success}",
    otherFix: "Answer {success}. Every other 2xx is another status code, and a redirect does not answer the request.",
  },
  "valid-plants-refused": {
    title: "Valid plants are refused",
    fix: "Accept every body that matches NewPlant. The document limits neither names nor tags, and ids only to int64.",
    otherTitle: "Valid bodies are refused",
    otherFix: "Accept every body that matches {request}, and answer {success}.",
  },
  "refused-at-times": {
    title: "Valid plants fail now and then, whatever is in them",
    fix: "Look for what the provider keeps between requests: a lock, a pool, a counter, a cache, a start that has not ended, what an earlier request left. Others like these are accepted.",
    otherTitle: "Valid bodies fail now and then, whatever is in them",
  },
  "refused-as-sent": {
    title: "Valid plants are refused if they are sent in another way",
    fix: "Read as many bytes as Content-Length says, in however many pieces they arrive, and ignore header fields that the document does not name. The evidence says what the requests have in common.",
    otherTitle: "Valid bodies are refused if they are sent in another way",
  },
  "no-authentication": {
    title: "Requests are accepted without a bearer token",
    fix: "Answer 401 unless Authorization is `Bearer` and a token. Check it before anything else, on every request.",
    otherFix:
      "Refuse a request unless Authorization is `Bearer` and a token. Check it before anything else, on every request.",
  },
  "invalid-token-accepted": {
    title: "A token that is not valid is accepted",
    fix: "Look the token up, or verify it, on every request, and answer 401 if it is not valid.",
    otherFix: "Look the token up, or verify it, on every request, and refuse the request if it is not valid.",
  },
  "authentication-bypassed": {
    title: "Some requests get past the check of the token",
    fix: "Look at what the accepted requests have: a header field, a query, their framing or size, what was accepted before them (a connection, a cache), or how many come at once. Others without a valid token are refused: check the token first, on every request.",
    otherTitle: "Some requests get past the check of the credentials",
    otherFix:
      "Look at what the accepted requests have: a header field, a query, their framing or size, what was accepted before them (a connection, a cache), or how many come at once. Others without valid ones are refused: check the credentials first, on every request.",
  },
  "no-type-checks": {
    title: "The JSON types of members are not checked",
    fix: "Check each type, and convert nothing: `id` is an integer within int64, `name` a string, and `tag` a string or absent. Answer 400 if not.",
    otherFix:
      "Validate the body against {request}, convert no values of other types, and answer {refusal} if it fails.",
  },
  "types-converted": {
    title: "Values of other JSON types are converted",
    fix: "Do not convert, and turn off conversion in the validator or decoder: a string is no integer, and a number no string. Answer 400.",
    otherFix:
      "Do not convert, and turn off conversion in the validator or decoder. A value of a type that the schema does not allow is refused: answer {refusal}.",
  },
  "booleans-as-integers": {
    title: "true and false are accepted as an integer",
    fix: "Refuse a boolean for `id` with 400. In Python, `isinstance(True, int)` is true: ask for `type(id) is int`.",
    otherFix:
      "Refuse a boolean for {integer}: answer {refusal}. In Python, `isinstance(True, int)` is true: ask for `type(value) is int`.",
  },
  "fractions-as-integers": {
    title: "Numbers with a fraction are accepted as an integer",
    fix: 'Refuse a number with a fraction for `id` with 400. In JavaScript, `typeof id === "number"` holds for 1.5: ask for `Number.isInteger(id)`.',
    otherFix:
      'Refuse a number with a fraction for {integer}: answer {refusal}. In JavaScript, `typeof value === "number"` holds for 1.5: ask for `Number.isInteger(value)`.',
  },
  "falsy-as-absent": {
    title: "Falsy values are accepted as an absent member",
    fix: "Ask whether the member is in the body, not whether its value is truthy (`if (body.tag)`, `if tag:`). A value of another type is refused with 400, also if it is falsy.",
    otherFix:
      "Ask whether the member is in the body, not whether its value is truthy (`if (value)`, `if value:`). A value of another type is refused, also if it is falsy: answer {refusal}.",
  },
  "null-accepted": {
    title: "null is accepted for a member",
    fix: "Refuse null with 400. It is neither an integer nor a string, and an optional member is absent or a string.",
    otherFix: "Refuse null where the schema of the member does not allow it: answer {refusal}.",
  },
  "missing-members-accepted": {
    title: "A plant without its required members is accepted",
    fix: "Check that `id` and `name` are in the body; answer 400 if not. Check it before defaults such as 0 or an empty string take their place.",
    otherTitle: "A body without its required members is accepted",
    otherFix:
      "Check that the required members ({required}) are in the body; answer {refusal} if not. Check it before defaults such as 0 or an empty string take their place.",
  },
  "record-returned-whole": {
    title: "The 200 returns the stored record, not a Plant",
    fix: "Answer with an object of `name` and `tag` only. `id` and what else is stored do not belong in it.",
    otherTitle: "The {success} has members that do not belong in it",
    otherFix: "Build the {success} from the members of {plant} only. Do not serialise the stored record.",
  },
  "null-for-no-tag": {
    title: "The 200 has `tag: null` where there is no tag",
    fix: "Leave `tag` out of the 200 if there is none. Set the serialiser to omit null.",
    otherTitle: "The {success} has null for {optionalLabel} where there is none",
    otherFix: "Leave {optionalLabel} out of the {success} if there is none. Set the serialiser to omit null.",
  },
  "plant-is-no-json": {
    title: "Some 200s are not JSON",
    fix: "Write every 200 as JSON, with `Content-Type: application/json`. What the request accepts makes no difference.",
    otherTitle: "Some responses with {success} are not JSON",
    otherFix: "Write every {success} as {successTypes}. What the request accepts makes no difference.",
  },
  "texts-trimmed": {
    title: "Spaces around names or tags are removed",
    fix: "Return texts as they were sent: turn off trimming.",
    otherTitle: "Spaces around texts are removed",
  },
  "texts-changed": {
    title: "Names or tags come back changed",
    fix: "Copy each text to the answer as it was sent: do not leave out, escape, convert, normalise or cut it. Use UTF-8 from the parser to the store.",
    otherTitle: "Texts come back changed",
  },
  "framework-error-page": {
    title: "Some 400s are an error page or empty, not JSON",
    fix: "Answer `{error, message}` as JSON in one global error handler, also what the JSON parser, the router and the authentication refuse; an empty 400 is none.",
    otherTitle: "Some refusals are an error page or empty, not JSON",
    otherFix:
      "Answer as {anErrorType} in one global error handler, with the body that the document shows. It has to cover what the JSON parser, the router and the authentication refuse.",
  },
  "error-as-text": {
    title: "Some 400s are text, not JSON",
    fix: "Send `{error, message}` as application/json in place of the text. If the text is the framework's, answer it in one global error handler.",
    otherTitle: "Some refusals are text, not JSON",
    otherFix:
      "Send the body that the document shows, as {anErrorType}, in place of the text. If the text is the framework's, answer it in one global error handler.",
  },
  "other-error-format": {
    title: "The 400s have another error format than Error",
    fix: 'Answer `{"error": <integer>, "message": <string>}` as application/json. Do so for every 400.',
    otherTitle: "Refusals have another error format than the document's",
    otherFix: "Answer as {anErrorType}, with the body that the document shows for the status. Do so for every refusal.",
  },
  "ids-as-floats": {
    title: "Ids are read as floating-point numbers",
    fix: "Read `id` from its digits as a 64-bit integer (BigInt, int64, long), and refuse what is outside int64 with 400.",
    otherTitle: "Large integers are read as floating-point numbers",
    otherFix: "Read {integers} from the digits as a 64-bit integer (BigInt, int64, long).",
  },
  "server-error": {
    title: "A request makes the provider fail with a 5xx",
    fix: "Find the exception in the provider's log, and handle it; a body that is not a NewPlant is answered 400.",
    otherFix:
      "Find the exception in the provider's log, and handle it; a body that does not match {request} is answered with {refusal}.",
  },
  "server-error-unreadable": {
    title: "A body that is not JSON is answered with a 5xx",
    fix: "Catch what the decoder and the JSON parser throw, and answer 400. An absent body is not JSON either.",
    otherFix:
      "Catch what the decoder and the JSON parser throw, and answer {refusal}. An absent body is not JSON either.",
  },
  "server-error-unchecked": {
    title: "JSON that is not a NewPlant is answered with a 5xx",
    fix: "Check that the body is an object with its members first, and answer 400 if not.",
    otherTitle: "JSON that is not allowed is answered with a 5xx",
    otherFix: "Check that the body is an object with its members first, and answer {refusal} if not.",
  },
  "odd-chunks-refused": {
    title: "Chunks with extensions, a trailer or odd spellings are refused",
    fix: "Ignore letter case, leading zeros, what follows the size of a chunk, and trailers. If the server below the application refuses them, judge the one that runs in production, such as gunicorn or waitress, not a development server.",
  },
  "unchecked-in-capitals": {
    title: "A body is not checked if its media type has capitals",
    fix: "Ignore letter case when you compare the media type of Content-Type (RFC 9110 section 8.3.1), also where it decides whether the body is validated.",
  },
  "no-answer": {
    title: "Some requests get no answer",
    fix: "Find what ends the connection or waits, such as an exception that nothing handles, and answer each request; a body that is not a NewPlant is answered 400.",
    otherFix:
      "Find what ends the connection or waits, such as an exception that nothing handles, and answer each request; a body that does not match {request} is answered with {refusal}.",
  },
  "lenient-json": {
    title: "Bodies that are not JSON are accepted",
    fix: "Use a strict JSON parser (RFC 8259), without extensions such as comments, NaN or single quotes, and answer 400.",
    otherFix:
      "Use a strict JSON parser (RFC 8259), without extensions such as comments, NaN or single quotes, and answer {refusal}.",
  },
  "answer-cut-off": {
    title: "Answers end before they are complete",
    fix: "Send the whole body: as many bytes as Content-Length says, or every chunk and the last one, `0` and an empty line. Close the connection only after that.",
  },
  "answer-not-http": {
    title: "Answers cannot be read as HTTP",
    fix: "Let the HTTP library write the status line, the header fields and the length of the body (RFC 9112). The evidence says what could not be read.",
  },
  "length-in-characters": {
    title: "Content-Length counts characters, not bytes",
    fix: "Set Content-Length to the number of bytes of the encoded body, or let the HTTP library set it. A character beyond ASCII has two to four bytes.",
  },
  "body-left-unread": {
    title: "A refused request is left unread on its connection",
    fix: "Read a request to its end before the next one on its connection is read, also if it is refused at once, or answer with `Connection: close` and close. The request after it is right.",
  },
  "bytes-after-answer": {
    title: "Bytes follow an answer that belong to no answer",
    fix: "Send as many bytes as Content-Length says, and nothing after the last chunk.",
  },
  "asks-for-time": {
    title: "Some requests get a 503 that does not say for how long",
    fix: "If it is a rate limit, answer 429, or send Retry-After with the 503. If not, find what is not available for a time.",
  },
  "text-after-json": {
    title: "What follows the JSON object is ignored",
    fix: "After reading the object, check that the input has ended, and answer 400 if not.",
    otherFix: "After reading the object, check that the input has ended, and answer {refusal} if not.",
  },
  "body-read-in-part": {
    title: "Only the beginning of a body is read",
    fix: "Read a body to its end: as many bytes as Content-Length says, or every chunk. A limit, a single read or a single line leaves the rest, and what is in it, unread.",
  },
  "not-a-number-accepted": {
    title: "NaN and Infinity are accepted as JSON",
    fix: "Refuse NaN and Infinity in the JSON parser. In Python that is `parse_constant`; answer 400.",
    otherFix: "Refuse NaN and Infinity in the JSON parser. In Python that is `parse_constant`; answer {refusal}.",
  },
} as const satisfies Readonly<Record<string, GeneralWords>>;

export type GeneralCause = keyof typeof generalCauses;

/** Every id that a cause can have: that of a general cause, or that of a requirement without a general cause. */
export function causeIds(requirements: readonly string[]): readonly string[] {
  return [...Object.keys(generalCauses), ...requirements];
}

/** The words of a general cause. @param words of another document than the one that ships */
export function generalWords(id: GeneralCause, words?: DocumentWords): CauseWords {
  const { title, fix, otherTitle, otherFix }: GeneralWords = generalCauses[id];
  if (words === undefined) return { title, fix };
  const fill = filler(words);
  return { title: fill(otherTitle) ?? title, fix: fill(otherFix) ?? fix };
}

/** What a provider does that does not meet a requirement, if no general cause explains it. */
export function unmetTitle(id: string, words?: DocumentWords): string | undefined {
  const record = readRecords().find((one) => one.id === id);
  return (words && filler(words)(record?.otherDocument?.unmet)) ?? record?.unmet;
}
