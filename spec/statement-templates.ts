/**
 * The requirements in the words of another document: one template for each whose sentence in the catalogue is specific
 * to the document that ships.
 */
import { present } from "./defined.ts";
import { type DocumentWords, quoted, quotedList, statusesInWords, typesInWords } from "./document-words.ts";
import type { Requirement } from "./requirements.ts";

/** The parts that a template replaces. */
export type StatedWords = Partial<Pick<Requirement, "statement" | "fix">>;

type Template = (words: DocumentWords) => StatedWords;

type SingleRole = "label" | "optionalLabel" | "identity";

/** The name for a role if the document has no member in it. Such a member is not judged, and `list` says so. */
const unnamed: Readonly<Record<SingleRole, string>> = {
  label: "the required text",
  optionalLabel: "the optional text",
  identity: "the identity",
};

/** A sentence about the member in a role. */
const about =
  (role: SingleRole, template: (member: string, words: DocumentWords) => StatedWords): Template =>
  (words) =>
    template(words[role] === null ? unnamed[role] : quoted(words[role]), words);

const ofLabel = (question: (name: string) => string): Template =>
  about("label", (name) => ({ statement: question(name) }));
const ofTag = (question: (name: string) => string): Template =>
  about("optionalLabel", (name) => ({ statement: question(name) }));
const ofId = (question: (name: string) => string): Template =>
  about("identity", (name) => ({ statement: question(name) }));

const ofOperation: Readonly<Record<string, Template>> = {
  "operation-exists": ({ path }) => ({
    statement: `POST {base_url}${path} is an operation of the provider, for any path in base_url.`,
    fix: `Route POST <base URL>${path} to the operation, without a redirect. If the route exists, the base URL given to the suite is wrong.`,
  }),
  "accepts-valid-plant": ({ aRequest, request, success }) => ({
    statement: `${capital(aRequest)}, with ordinary values, receives ${success}.`,
    fix: `Accept every body that matches ${request}, and answer ${success}.`,
  }),
  "needs-no-other-headers": () => ({
    statement:
      "A request needs no header fields except those that the document names and those that HTTP itself requires.",
  }),
};

const ofSuccess: Readonly<Record<string, Template>> = {
  "plant-media-type": ({ successTypes }) => ({
    statement: `The media type of every ${statusesInWords(successTypes)} is ${typesInWords(successTypes)}.`,
    fix: `Send the media type that the document shows: ${typesInWords(successTypes)}. Parameters are allowed.`,
  }),
  "plant-shape": ({ plant, success }) => ({
    statement: `The body of every ${success} matches ${plant}.`,
    fix: `Answer with a body that matches ${plant}.`,
  }),
  "plant-has-no-id": ({ leftOut, success }) => {
    const members = leftOut.length === 0 ? "the members that the document leaves out" : quotedList(leftOut);
    return {
      statement: `The body of a ${success} is without ${members}.`,
      fix: `Omit ${members} from the ${success}.`,
    };
  },
  "returns-name": about("label", (name, { success }) => ({
    statement: `The ${success} returns ${name} as it was sent, code point for code point.`,
    fix: `Return ${name} unchanged: do not trim, escape, normalise or truncate it. Escape it where it is displayed.`,
  })),
  "returns-tag": ({ returned, success }) => {
    const texts = returned.length === 0 ? "the other texts" : quotedList(returned);
    return {
      statement: `The ${success} returns ${texts} as sent, code point for code point.`,
      fix: `Return ${texts} of the request in the ${success}, unchanged.`,
    };
  },
  "adds-no-tag": about("optionalLabel", (tag, { success }) => ({
    statement: `A ${success} is without ${tag} if the request is.`,
    fix: `Omit ${tag} from the ${success} if the request is without it. Do not add a default.`,
  })),
  "plant-has-no-other-members": ({ success }) => ({
    statement: `A ${success} has no members that the document does not name.`,
    fix: `Build the ${success} from the members that the document names only. Do not serialise the stored record.`,
  }),
  "keeps-answers-apart": ({ label, returned }) => {
    const own = present([label !== null && label, ...returned]);
    return {
      statement: `Each of several concurrent requests receives its own ${own.length === 0 ? "values" : quotedList(own)}.`,
    };
  },
};

const ofFailure: Readonly<Record<string, Template>> = {
  "error-media-type": ({ errorTypes }) =>
    errorTypes.length === 0
      ? { statement: "A refusal whose body the document shows has the media type that it shows." }
      : {
          statement: `The media type of every ${statusesInWords(errorTypes)} is ${typesInWords(errorTypes)}.`,
          fix: `Send the media type that the document shows: ${typesInWords(errorTypes)}. Send it with the responses that the framework creates, too.`,
        },
  "error-encoding": ({ errorTypes }) => ({
    statement: `The body of ${everyError(errorTypes)} is JSON text in UTF-8 without a byte order mark.`,
    fix: "Replace the framework's default error page with a body as the document shows it, also if the request body cannot be parsed.",
  }),
  "error-shape": ({ errorTypes }) => ({
    statement: `The body of ${everyError(errorTypes)} matches the schema that the document shows for it.`,
    fix: "Answer with a body that the schema of the status allows, whichever part of the stack refuses the request.",
  }),
};

function everyError(errorTypes: DocumentWords["errorTypes"]): string {
  return errorTypes.length === 0 ? "every refusal" : `every ${statusesInWords(errorTypes)}`;
}

const ofRequest: Readonly<Record<string, Template>> = {
  "refuses-no-body": () => ({
    fix: "Refuse a request with an empty body before you read from it. An empty body is not an empty object.",
  }),
  "refuses-with-400": ({ request, refusal }) => ({
    statement: `A body that is refused because it does not match ${request} receives ${refusal}.`,
    fix: `Answer a body that does not match ${request} with ${refusal}.`,
  }),
  "refuses-invalid-member": () => ({
    fix: "Hold each member against its schema before you use it: its type, and keywords such as enum, pattern, format and the bounds. Switch off the coercion of strings, numbers, booleans, arrays and null.",
  }),
  "refuses-non-utf8": () => ({
    fix: "Decode the body strictly. Do not let a decoder put replacement characters into a text.",
  }),
  "accepts-every-positive-id": about("identity", (id) => ({
    statement: `Every positive int64 is accepted as the value of ${id}.`,
    fix: `Read ${id} into a 64-bit integer. A 32-bit integer, a double or a smaller database column is too narrow.`,
  })),
  "refuses-id-beyond-int64": about("identity", (id) => ({
    statement: `A value of ${id} outside int64 does not receive a 2xx status.`,
    fix: `Compare ${id} with -2^63 and 2^63-1 before it is rounded or wraps around.`,
  })),
  "tells-large-ids-apart": about("identity", (id) => ({
    statement: `Two different values of ${id} above 2^53 stay different, even if a double cannot distinguish them.`,
    fix: `Never convert ${id} to a double between the parser and the store.`,
  })),
  "accepts-media-type-spellings": ({ requestType }) => ({
    statement: `${requestType} is accepted in any letter case and with a charset parameter.`,
  }),
  "refuses-other-media-types": ({ requestType }) => ({
    fix: `Check Content-Type before you parse the body, and refuse everything but ${requestType}.`,
  }),
  "requires-authorization": ({ isBearer }) =>
    isBearer
      ? {}
      : {
          statement: "A request without the credentials that the document asks for does not receive a 2xx status.",
          fix: "Put the check of the credentials before the operation, so that no request without them reaches it.",
        },
};

/** The values are the same for each document. */
const bodyValues: Template = () => ({
  fix: "`an Error` if the schema of a failure allows it, `a Plant` if the schema of a success does, `empty`, or its media type.",
});

const ofOpenPoints: Readonly<Record<string, Template>> = {
  "error-values": () => ({ statement: "The values of `error` in the failures of the run." }),
  "duplicate-id-other-body": ofId((id) => `The response to a value of ${id} that exists, sent with another body.`),
  "id-after-refusal": about("identity", (id) => ({
    statement: `Whether a value of ${id} is still free after a body with it was refused.`,
    fix: "`free` if a valid body with that value is accepted afterwards; otherwise how it is refused.",
  })),
  "id-zero": about("identity", (id) => ({
    statement: `Whether 0 is accepted as the value of ${id}.`,
    fix: "`accepted`, or the status code of the refusal. It is not judged if the refusal is that of a duplicate, because the value may be taken.",
  })),
  "negative-id": ofId((id) => `Whether a negative value of ${id} is accepted.`),
  "smallest-id": ofId((id) => `Whether the lower end of int64 is accepted as the value of ${id}.`),
  "empty-name": ofLabel((name) => `Whether an empty text is accepted as the value of ${name}.`),
  "blank-name": ofLabel((name) => `Whether a text of spaces only is accepted as the value of ${name}.`),
  "control-characters-in-name": ofLabel((name) => `Whether ${name} may have control characters, including U+0000.`),
  "lone-surrogate-in-name": ofLabel((name) => `Whether ${name} may have an escaped lone surrogate.`),
  "name-length": ofLabel((name) => `The maximum length of ${name}.`),
  "empty-tag": ofTag((tag) => `Whether an empty text is accepted as the value of ${tag}.`),
  "blank-tag": ofTag((tag) => `Whether a text of spaces only is accepted as the value of ${tag}.`),
  "tag-length": ofTag((tag) => `The maximum length of ${tag}.`),
  "refused-words": ofLabel(
    (name) => `The words in ${name} and other free texts that are refused for what they mean to a machine.`,
  ),
  "missing-token-body": bodyValues,
  "malformed-token-body": bodyValues,
  "unknown-token-body": bodyValues,
  "unknown-members": ({ request }) => ({ statement: `Whether members that are not in ${request} are accepted.` }),
};

/** The templates, by requirement. */
export const stated: Readonly<Record<string, Template>> = {
  ...ofOperation,
  ...ofSuccess,
  ...ofFailure,
  ...ofRequest,
  ...ofOpenPoints,
};

function capital(words: string): string {
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}
