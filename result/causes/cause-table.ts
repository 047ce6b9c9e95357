/** What causes are called and how they are fixed. An id is permanent. Fixes name what to change, not what to read. */

/** The causes that explain more than one requirement, or a part of one. */
export const generalCauses = {
  "error-as-200": {
    title: "A refusal is sent with status 200 and an Error body",
    fix: "Send the status 400 with the Error. Set the status where the error is answered, for every kind of refusal.",
  },
  "other-success-status": {
    title: "A valid plant is answered with another status than 200",
    fix: "Answer 200. 201, 202 and 204 are other status codes, and a redirect is no answer to the request.",
  },
  "valid-plants-refused": {
    title: "Valid plants are refused",
    fix: "Accept every body that matches NewPlant: the document limits neither names nor tags, and ids only to int64.",
  },
  "no-authentication": {
    title: "Requests are accepted without a bearer token",
    fix: "Before anything else, refuse a request whose Authorization header is not `Bearer` and a token, with 401.",
  },
  "no-type-checks": {
    title: "Members are accepted without a check of their JSON types",
    fix: "Validate the body against NewPlant before you use it, without conversion: `id` an integer within int64, `name` a string, `tag` a string or absent. Answer 400 if it does not match.",
  },
  "types-converted": {
    title: "Values of other JSON types are converted to the type of the member",
    fix: "Turn off conversion in the validator or the decoder: a string is no integer, a number is no string. Answer 400.",
  },
  "null-accepted": {
    title: "null is accepted for a member",
    fix: "Refuse null with 400: it is neither an integer nor a string, and an optional member is absent or a string.",
  },
  "missing-members-accepted": {
    title: "A plant without its required members is accepted",
    fix: "Check that the members `id` and `name` are in the body, before defaults such as 0 or an empty string take their place. Answer 400 if not.",
  },
  "record-returned-whole": {
    title: "The 200 returns the stored record and not a Plant",
    fix: "Answer with a separate object of `name` and `tag` alone. `id` and what else is stored does not belong in it.",
  },
  "null-for-no-tag": {
    title: "A plant without a tag is answered with a tag that is null",
    fix: "Leave `tag` out of the 200 if the plant has none: set the serialiser to omit null.",
  },
  "plant-is-no-json": {
    title: "Some 200s are not JSON",
    fix: "Write every 200 with a JSON serialiser, with `Content-Type: application/json`, whatever the request accepts.",
  },
  "texts-trimmed": {
    title: "Blanks around names or tags are removed",
    fix: "Return and store texts as they were sent: turn off trimming.",
  },
  "texts-changed": {
    title: "Names or tags come back changed",
    fix: "Return texts as they were sent: do not escape, convert, normalise or cut them. Use UTF-8 from the parser to the store.",
  },
  "framework-error-page": {
    title: "Some 400s are not JSON: an error page or a text, as a framework sends it",
    fix: "Register one error handler for the whole application, the JSON parser and the router included, that answers `{error, message}` as application/json.",
  },
  "other-error-format": {
    title: "The 400s have another format than Error, with a media type of its own",
    fix: 'Answer every 400 with `Content-Type: application/json` and `{"error": <integer>, "message": <string>}`.',
  },
  "ids-as-floats": {
    title: "Ids are read as floating-point numbers",
    fix: "Read `id` as a 64-bit integer: parse the number from its digits (BigInt, int64, long), and refuse what is outside int64 with 400.",
  },
  "server-error": {
    title: "A request makes the provider fail with a 5xx",
    fix: "Catch the exception where it is thrown, and answer 400 to a body that is not a NewPlant. The provider's log has the stack trace.",
  },
  "server-error-unreadable": {
    title: "A body that cannot be read as JSON makes the provider fail with a 5xx",
    fix: "Catch the error of the decoder and of the JSON parser, and answer 400 with an Error.",
  },
  "server-error-unchecked": {
    title: "A JSON body that is not a NewPlant makes the provider fail with a 5xx",
    fix: "Check that the body is an object with the members of NewPlant before you use it, and answer 400 with an Error if not.",
  },
  "no-answer": {
    title: "Some requests get no answer",
    fix: "Answer every request: find what ends the connection or waits, and answer 400 to a body that is not a NewPlant.",
  },
  "lenient-json": {
    title: "Bodies that are not JSON are read as if they were",
    fix: "Use a strict JSON parser (RFC 8259): switch off extensions such as comments, NaN or single quotes, and answer 400.",
  },
  "text-after-json": {
    title: "What follows the JSON object in the body is ignored",
    fix: "After the object, check that the body has ended: a second token is an error. Answer 400.",
  },
  "not-a-number-accepted": {
    title: "NaN and Infinity are accepted as JSON",
    fix: "Tell the JSON parser to refuse NaN and Infinity (for Python, `parse_constant`), and answer 400.",
  },
} as const;

export type GeneralCause = keyof typeof generalCauses;

/** What a provider does that does not meet a requirement, where no general cause explains it. */
export const requirementTitles: Readonly<Record<string, string>> = {
  "operation-exists": "POST to /plants under the base URL is not there",
  "accepts-valid-plant": "A valid plant is not answered 200",
  "needs-no-other-headers": "A header field is required that the document does not mention",
  "plant-media-type": "The media type of a 200 is not application/json",
  "plant-encoding": "The body of a 200 is not JSON text in UTF-8",
  "plant-shape": "The body of a 200 does not match Plant",
  "plant-has-no-id": "The 200 has a member id",
  "returns-name": "The name comes back changed",
  "returns-tag": "The tag comes back changed",
  "adds-no-tag": "A tag is added where none was sent",
  "plant-has-no-other-members": "The 200 has members that Plant does not have",
  "keeps-answers-apart": "An answer holds what another request sent",
  "error-media-type": "The media type of a 400 is not application/json",
  "error-encoding": "The body of a 400 is not JSON text in UTF-8",
  "error-shape": "The body of a 400 does not match Error",
  "refuses-no-body": "A request without a body is accepted",
  "refuses-non-object": "JSON that is not an object is accepted",
  "matches-member-names-exactly": "Member names in another spelling are accepted",
  "refuses-with-400": "What is not a NewPlant is refused with another status than 400",
  "refuses-non-utf8": "Bytes that are not UTF-8 are accepted",
  "accepts-integer-spellings": "Integers in another spelling, such as 7.0, are refused",
  "accepts-json-spellings": "JSON in another spelling is not read by its value",
  "accepts-every-positive-id": "Some positive ids within int64 are refused",
  "refuses-id-beyond-int64": "Ids beyond int64 are accepted",
  "tells-large-ids-apart": "Large ids that differ are taken for one",
  "accepts-media-type-spellings": "application/json in another spelling is refused",
  "accepts-header-names-in-any-case": "Header names in another letter case are not recognised",
  "refuses-other-media-types": "The Content-Type of the request is not looked at",
  "requires-authorization": "Requests without a token are accepted",
  "requires-bearer-scheme": "Other authentication schemes than Bearer are accepted",
  "refuses-empty-token": "Bearer without a token is accepted",
  "accepts-bearer-in-any-case": "The scheme Bearer is recognised in one letter case only",
  "challenges-with-401": "A 401 does not say with WWW-Authenticate that it wants Bearer",
  "keeps-token-secret": "Responses contain the token",
  "accepts-chunked-body": "A chunked body is not accepted",
  "survives-expect-continue": "Expect: 100-continue is not handled",
  "recovers-after-refusal": "A valid request right after another request fails",
  "accepts-every-ordinary-request": "Some valid requests fail now and then",
  "answers-without-server-error": "Some requests are answered with a 5xx",
  "answers-every-request": "Some requests get no answer",
};
