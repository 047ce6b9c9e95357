/** The titles and fixes of causes. Ids are permanent. Fixes say what to change, not what to read. */
import { type DocumentWords, quoted, typesInWords } from "../../spec/document-words.ts";
import type { CauseResult } from "../cause-result.ts";

/** The causes that explain more than one requirement, or a part of one. */
export const generalCauses = {
  "error-as-200": {
    title: "A refusal is sent as a 200, with an error in its body or with none",
    fix: "Send status 400 with the Error. Set the status in the one place where errors are answered, for every kind of refusal.",
  },
  "other-success-status": {
    title: "A valid plant is answered with another status than 200",
    fix: "Answer 200. 201, 202 and 204 are other status codes, and a redirect does not answer the request.",
  },
  "valid-plants-refused": {
    title: "Valid plants are refused",
    fix: "Accept every body that matches NewPlant. The document limits neither names nor tags, and ids only to int64.",
  },
  "no-authentication": {
    title: "Requests are accepted without a bearer token",
    fix: "Answer 401 unless Authorization is `Bearer` and a token. Check it before anything else, on every request.",
  },
  "no-type-checks": {
    title: "The JSON types of members are not checked",
    fix: "Validate the body against NewPlant, and answer 400 if it fails. Do not convert: `id` is an integer within int64, `name` a string, and `tag` a string or absent.",
  },
  "types-converted": {
    title: "Values of other JSON types are converted",
    fix: "Turn off type conversion in the validator or decoder. A string is not an integer, and a number is not a string: answer 400.",
  },
  "booleans-as-integers": {
    title: "true and false are accepted as an integer",
    fix: "Refuse a boolean for `id` with 400. In Python, `isinstance(True, int)` is true: ask for `type(id) is int`.",
  },
  "fractions-as-integers": {
    title: "Numbers with a fraction are accepted as an integer",
    fix: 'Refuse a number with a fraction for `id` with 400. In JavaScript, `typeof id === "number"` holds for 1.5: ask for `Number.isInteger(id)`.',
  },
  "null-accepted": {
    title: "null is accepted for a member",
    fix: "Refuse null with 400. It is neither an integer nor a string, and an optional member is absent or a string.",
  },
  "missing-members-accepted": {
    title: "A plant without its required members is accepted",
    fix: "Check that `id` and `name` are in the body; answer 400 if not. Check it before defaults such as 0 or an empty string take their place.",
  },
  "record-returned-whole": {
    title: "The 200 returns the stored record, not a Plant",
    fix: "Answer with an object of `name` and `tag` only. `id` and what else is stored do not belong in it.",
  },
  "null-for-no-tag": {
    title: "The 200 has `tag: null` where there is no tag",
    fix: "Leave `tag` out of the 200 if there is none. Set the serialiser to omit null.",
  },
  "plant-is-no-json": {
    title: "Some 200s are not JSON",
    fix: "Write every 200 as JSON, with `Content-Type: application/json`. What the request accepts makes no difference.",
  },
  "texts-trimmed": {
    title: "Spaces around names or tags are removed",
    fix: "Turn off trimming. Return texts as they were sent.",
  },
  "texts-changed": {
    title: "Names or tags come back changed",
    fix: "Return texts as they were sent. Do not escape, convert, normalise or cut them, and use UTF-8 from the parser to the store.",
  },
  "framework-error-page": {
    title: "Some 400s are an error page or empty, not JSON",
    fix: "Answer `{error, message}` as JSON in one global error handler. It has to cover what the JSON parser, the router and the authentication refuse.",
  },
  "error-as-text": {
    title: "Some 400s are text, not JSON",
    fix: "Send `{error, message}` as application/json in place of the text. If the text is the framework's, answer it in one global error handler.",
  },
  "other-error-format": {
    title: "The 400s have another error format than Error",
    fix: 'Answer `{"error": <integer>, "message": <string>}` as application/json. Do so for every 400.',
  },
  "ids-as-floats": {
    title: "Ids are read as floating-point numbers",
    fix: "Read `id` from its digits as a 64-bit integer (BigInt, int64, long). Refuse what is outside int64 with 400.",
  },
  "server-error": {
    title: "A request makes the provider fail with a 5xx",
    fix: "Find the exception in the provider's log, and handle it. A body that is not a NewPlant is answered 400.",
  },
  "server-error-unreadable": {
    title: "A body that is not JSON is answered with a 5xx",
    fix: "Catch what the decoder and the JSON parser throw, and answer 400. An absent body is not JSON either.",
  },
  "server-error-unchecked": {
    title: "JSON that is not a NewPlant is answered with a 5xx",
    fix: "Check that the body is an object with its members first, and answer 400 if not.",
  },
  "odd-chunks-refused": {
    title: "Chunks with extensions, a trailer or odd spellings are refused",
    fix: "The server below the application may be the cause: the development server of Flask (Werkzeug) is one. Judge the server that runs in production, such as gunicorn or waitress. A server of your own ignores letter case, leading zeros, what follows the size of a chunk, and trailers.",
  },
  "unchecked-in-capitals": {
    title: "A body is not checked if its media type has capitals",
    fix: "Ignore letter case when you compare the media type of Content-Type (RFC 9110 section 8.3.1), also where it decides whether the body is validated.",
  },
  "no-answer": {
    title: "Some requests get no answer",
    fix: "Answer every request. Find what ends the connection or waits; a body that is not a NewPlant is answered 400.",
  },
  "lenient-json": {
    title: "Bodies that are not JSON are accepted",
    fix: "Use a strict JSON parser (RFC 8259), and answer 400. Switch off extensions such as comments, NaN or single quotes.",
  },
  "answer-cut-off": {
    title: "Answers end before they are complete",
    fix: "Send the whole body: as many bytes as Content-Length says, or every chunk and the last one, `0` and an empty line. Close the connection only after that.",
  },
  "bytes-after-answer": {
    title: "Bytes follow an answer that belong to no answer",
    fix: "Let Content-Length count the bytes of the body, not its characters, and send nothing after the last chunk.",
  },
  "asks-for-time": {
    title: "Some requests get a 503 that does not say for how long",
    fix: "If it is a rate limit, answer 429, or send Retry-After with the 503. If not, find what is not available for a time.",
  },
  "text-after-json": {
    title: "What follows the JSON object is ignored",
    fix: "Refuse a body with anything after the object, with 400. After reading the object, check that the input has ended.",
  },
  "not-a-number-accepted": {
    title: "NaN and Infinity are accepted as JSON",
    fix: "Refuse NaN and Infinity in the JSON parser. In Python that is `parse_constant`; answer 400.",
  },
} as const;

export type GeneralCause = keyof typeof generalCauses;

/** Every id that a cause can have: that of a general cause, or that of a requirement without a general cause. */
export function causeIds(requirements: readonly string[]): readonly string[] {
  return [...Object.keys(generalCauses), ...requirements];
}

/** The behaviour of a provider that does not meet a requirement, if no general cause explains it. */
export const requirementTitles: Readonly<Record<string, string>> = {
  "operation-exists": "POST to /plants under the base URL is not there",
  "accepts-valid-plant": "A valid plant is not answered 200",
  "needs-no-other-headers": "Another header field than the document's is required",
  "plant-media-type": "A 200 is not application/json",
  "plant-encoding": "A 200 is not JSON in UTF-8",
  "plant-shape": "A 200 does not match Plant",
  "plant-has-no-id": "The 200 has a member id",
  "returns-name": "The name comes back changed",
  "returns-tag": "The tag comes back changed",
  "adds-no-tag": "A tag is added where none was sent",
  "plant-has-no-other-members": "The 200 has members other than name and tag",
  "keeps-answers-apart": "An answer holds what another request sent",
  "error-media-type": "A 400 is not application/json",
  "error-encoding": "A 400 is not JSON in UTF-8",
  "error-shape": "A 400 does not match Error",
  "refuses-no-body": "A request without a body is accepted",
  "refuses-non-object": "JSON that is not an object is accepted",
  "matches-member-names-exactly": "Member names in another spelling are accepted",
  "refuses-with-400": "Refusals have another status than 400",
  "refuses-non-utf8": "Bytes that are not UTF-8 are accepted",
  "accepts-integer-spellings": "Integers written as 7.0 or 70e-1 are refused",
  "accepts-json-spellings": "JSON in another spelling is not read by its value",
  "accepts-every-positive-id": "Some positive ids within int64 are refused",
  "refuses-id-beyond-int64": "Ids beyond int64 are accepted",
  "tells-large-ids-apart": "Large ids that differ are treated as the same",
  "accepts-media-type-spellings": "application/json in another spelling is refused",
  "accepts-header-names-in-any-case": "Header names are recognised in one letter case only",
  "refuses-other-media-types": "The Content-Type of requests is not checked",
  "requires-authorization": "Requests without a token are accepted",
  "requires-bearer-scheme": "Other schemes than Bearer are accepted",
  "refuses-empty-token": "Bearer without a token is accepted",
  "accepts-bearer-in-any-case": "`Bearer` is recognised in one letter case only",
  "challenges-with-401": "A 401 has no WWW-Authenticate that names Bearer",
  "keeps-token-secret": "Responses contain the token",
  "accepts-chunked-body": "A chunked body is not accepted",
  "survives-expect-continue": "Expect: 100-continue is not handled",
  "recovers-after-refusal": "A valid request fails right after another one",
  "accepts-every-ordinary-request": "Some valid requests fail now and then",
  "answers-without-server-error": "Some requests are answered with a 5xx",
  "answers-every-request": "Some requests get no answer",
};

type CauseWords = Pick<CauseResult, "title" | "fix">;

/** The words of the general causes for another document than the one that ships. Each sentence is true for every document whose words are given. */
export function generalCausesBy(words: DocumentWords): Readonly<Record<GeneralCause, CauseWords>> {
  return {
    ...ofStatuses(words),
    ...ofTypes(words),
    ...ofBodies(words),
    ...ofSuccesses(words),
    ...ofErrors(words),
    ...ofServer(words),
    "odd-chunks-refused": generalCauses["odd-chunks-refused"],
    "answer-cut-off": generalCauses["answer-cut-off"],
    "bytes-after-answer": generalCauses["bytes-after-answer"],
    "asks-for-time": generalCauses["asks-for-time"],
    "unchecked-in-capitals": generalCauses["unchecked-in-capitals"],
  };
}

type Some<Id extends GeneralCause> = Readonly<Record<Id, CauseWords>>;

function ofStatuses({
  success,
  refusal,
  request,
}: DocumentWords): Some<"error-as-200" | "other-success-status" | "valid-plants-refused" | "no-authentication"> {
  return {
    "error-as-200": {
      title: "A refusal is sent as a success with an error in its body",
      fix: `Send ${refusal} with the error. Set the status in the one place where errors are answered, for every kind of refusal.`,
    },
    "other-success-status": {
      title: `A valid body is answered with another status than ${success}`,
      fix: `Answer ${success}. Every other 2xx is another status code, and a redirect does not answer the request.`,
    },
    "valid-plants-refused": {
      title: "Valid bodies are refused",
      fix: `Accept every body that matches ${request}, and answer ${success}.`,
    },
    "no-authentication": {
      title: "Requests are accepted without a bearer token",
      fix: "Refuse a request unless Authorization is `Bearer` and a token. Check it before anything else, on every request.",
    },
  };
}

type OfTypes =
  | "no-type-checks"
  | "types-converted"
  | "booleans-as-integers"
  | "fractions-as-integers"
  | "null-accepted";

function ofTypes({ refusal, request, identity }: DocumentWords): Some<OfTypes> {
  const answer = `answer ${refusal}`;
  const integer = identity === null ? "an integer" : quoted(identity);
  return {
    "no-type-checks": {
      title: "The JSON types of members are not checked",
      fix: `Validate the body against ${request}, and ${answer} if it fails. Do not convert values of other types.`,
    },
    "types-converted": {
      title: "Values of other JSON types are converted",
      fix: `Turn off type conversion in the validator or decoder. A value of a type that the schema does not allow is refused: ${answer}.`,
    },
    "booleans-as-integers": {
      title: "true and false are accepted as an integer",
      fix: `Refuse a boolean for ${integer}: ${answer}. In Python, \`isinstance(True, int)\` is true: ask for \`type(value) is int\`.`,
    },
    "fractions-as-integers": {
      title: "Numbers with a fraction are accepted as an integer",
      fix: `Refuse a number with a fraction for ${integer}: ${answer}. In JavaScript, \`typeof value === "number"\` holds for 1.5: ask for \`Number.isInteger(value)\`.`,
    },
    "null-accepted": {
      title: "null is accepted for a member",
      fix: `Refuse null where the schema of the member does not allow it: ${answer}.`,
    },
  };
}

type OfBodies =
  | "missing-members-accepted"
  | "ids-as-floats"
  | "lenient-json"
  | "text-after-json"
  | "not-a-number-accepted";

function ofBodies({ refusal, required, identity }: DocumentWords): Some<OfBodies> {
  const answer = `answer ${refusal}`;
  return {
    "missing-members-accepted": {
      title: "A body without its required members is accepted",
      fix: `Check that the required members (${required.map(quoted).join(", ")}) are in the body; ${answer} if not. Check it before defaults such as 0 or an empty string take their place.`,
    },
    "ids-as-floats": {
      title: "Large integers are read as floating-point numbers",
      fix: `Read ${identity === null ? "integers" : quoted(identity)} from the digits as a 64-bit integer (BigInt, int64, long).`,
    },
    "lenient-json": {
      title: "Bodies that are not JSON are accepted",
      fix: `Use a strict JSON parser (RFC 8259), and ${answer}. Switch off extensions such as comments, NaN or single quotes.`,
    },
    "text-after-json": {
      title: "What follows the JSON object is ignored",
      fix: `Refuse a body with anything after the object: ${answer}. After reading the object, check that the input has ended.`,
    },
    "not-a-number-accepted": {
      title: "NaN and Infinity are accepted as JSON",
      fix: `Refuse NaN and Infinity in the JSON parser. In Python that is \`parse_constant\`; ${answer}.`,
    },
  };
}

type OfSuccesses = "record-returned-whole" | "null-for-no-tag" | "plant-is-no-json" | "texts-trimmed" | "texts-changed";

function ofSuccesses({ success, plant, optionalLabel, successTypes }: DocumentWords): Some<OfSuccesses> {
  const tag = optionalLabel === null ? "the optional text" : quoted(optionalLabel);
  return {
    "record-returned-whole": {
      title: `The ${success} has members that do not belong in it`,
      fix: `Build the ${success} from the members of ${plant} only. Do not serialise the stored record.`,
    },
    "null-for-no-tag": {
      title: `The ${success} has null for ${tag} where there is none`,
      fix: `Leave ${tag} out of the ${success} if there is none. Set the serialiser to omit null.`,
    },
    "plant-is-no-json": {
      title: `Some responses with ${success} are not JSON`,
      fix: `Write every ${success} as ${typesInWords(successTypes)}. What the request accepts makes no difference.`,
    },
    "texts-trimmed": {
      title: "Spaces around texts are removed",
      fix: "Turn off trimming. Return texts as they were sent.",
    },
    "texts-changed": {
      title: "Texts come back changed",
      fix: "Return texts as they were sent. Do not escape, convert, normalise or cut them, and use UTF-8 from the parser to the store.",
    },
  };
}

function ofErrors({
  errorTypes,
}: DocumentWords): Some<"framework-error-page" | "error-as-text" | "other-error-format"> {
  const types = errorTypes.length === 0 ? "the media type that the document shows" : typesInWords(errorTypes);
  return {
    "framework-error-page": {
      title: "Some refusals are an error page or empty, not JSON",
      fix: `Answer as ${types} in one global error handler, with the body that the document shows. It has to cover what the JSON parser, the router and the authentication refuse.`,
    },
    "error-as-text": {
      title: "Some refusals are text, not JSON",
      fix: `Send the body that the document shows, as ${types}, in place of the text. If the text is the framework's, answer it in one global error handler.`,
    },
    "other-error-format": {
      title: "Refusals have another error format than the document's",
      fix: `Answer as ${types}, with the body that the document shows for the status. Do so for every refusal.`,
    },
  };
}

type OfServer = "server-error" | "server-error-unreadable" | "server-error-unchecked" | "no-answer";

function ofServer({ refusal, request }: DocumentWords): Some<OfServer> {
  const refused = `a body that does not match ${request} is answered with ${refusal}`;
  return {
    "server-error": {
      title: "A request makes the provider fail with a 5xx",
      fix: `Find the exception in the provider's log, and handle it; ${refused}.`,
    },
    "server-error-unreadable": {
      title: "A body that is not JSON is answered with a 5xx",
      fix: `Catch what the decoder and the JSON parser throw, and answer ${refusal}. An absent body is not JSON either.`,
    },
    "server-error-unchecked": {
      title: "JSON that is not allowed is answered with a 5xx",
      fix: `Check that the body is an object with its members first, and answer ${refusal} if not.`,
    },
    "no-answer": {
      title: "Some requests get no answer",
      fix: `Answer every request. Find what ends the connection or waits; ${refused}.`,
    },
  };
}

/**
 * The behaviour of a provider that does not meet a requirement, if the shipped title is specific to the document that
 * ships.
 */
export function requirementTitlesBy(words: DocumentWords): Readonly<Record<string, string>> {
  const { method, path, success, refusal, plant, requestType, leftOut, label, optionalLabel, identity } = words;
  const [name, tag, id] = [label, optionalLabel, identity].map((member) => (member === null ? null : quoted(member)));
  return {
    "operation-exists": `${method} to ${path} under the base URL is not there`,
    "accepts-valid-plant": `A valid body is not answered ${success}`,
    "plant-media-type": `A ${success} has another media type than the document's`,
    "plant-encoding": `A ${success} is not JSON in UTF-8`,
    "plant-shape": `A ${success} does not match ${plant}`,
    "plant-has-no-id": `A ${success} has a member that is left out${leftOut.length === 1 ? `: ${leftOut.map(quoted).join("")}` : ""}`,
    "returns-name": `${name ?? "A text"} comes back changed`,
    "returns-tag": "A text comes back changed",
    "adds-no-tag": `${tag ?? "A text"} is added where none was sent`,
    "plant-has-no-other-members": `A ${success} has members that the document does not name`,
    "error-media-type": "A refusal has another media type than the document's",
    "error-encoding": "A refusal is not JSON in UTF-8",
    "error-shape": "A refusal does not match its schema",
    "refuses-with-400": `Refusals have another status than ${refusal}`,
    "refuses-invalid-member": "A value that its schema does not allow is accepted",
    "refuses-missing-member": "A body without a required member is accepted",
    "accepts-every-positive-id": `Some positive values of ${id ?? "the identity"} within int64 are refused`,
    "refuses-id-beyond-int64": `Values of ${id ?? "the identity"} beyond int64 are accepted`,
    "tells-large-ids-apart": `Large values of ${id ?? "the identity"} that differ are treated as the same`,
    "accepts-media-type-spellings": `${requestType} in another spelling is refused`,
    "requires-authorization": "Requests without credentials are accepted",
  };
}
