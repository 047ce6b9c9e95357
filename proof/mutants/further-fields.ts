/** Mutants that react to header fields that the document does not name, or to the order of the fields. */
import { but, correct, json, unauthorized } from "../correct.ts";
import { type Mutant, refusalAs, refusing } from "./mutant.ts";

/** Refuses valid plants because of a header field of the request. */
function refuses(name: string, field: string, isRefused: RegExp, why: string): Mutant {
  return {
    name,
    breaks: ["accepts-every-ordinary-request"],
    why,
    behaviour: refusing(406, (_plant, { headers }) => isRefused.test(String(headers[field] ?? ""))),
  };
}

export const furtherFieldMutants: readonly Mutant[] = [
  refuses(
    "refuses-a-language-of-the-client",
    "accept-language",
    /./,
    "It looks for the languages that it has texts in.",
  ),
  refuses("refuses-a-charset-of-the-client", "accept-charset", /^iso/, "It reads the first of a list."),
  refuses("refuses-ranges-of-media-types", "accept", /application\/\*/, "It knows `*/*` and its own media type."),
  refuses("refuses-lists-of-media-types", "accept", /^application\/json,/, "It compares the field as a whole."),
  refuses("refuses-pages-with-anything-beside", "accept", /^text\/html, \*/, "It serves pages at this path, too."),
  refuses("refuses-codings-that-it-does-not-have", "accept-encoding", /br/, "It takes an offer for a demand."),
  {
    name: "answers-in-the-first-charset-of-the-client",
    breaks: ["plant-encoding"],
    breaksByChance: ["returns-name", "returns-tag"],
    why: "A filter of the framework negotiates the charset of texts. What Latin-1 does not have is lost.",
    behaviour: but({
      finish: (answer, { headers }) =>
        String(headers["accept-charset"] ?? "").startsWith("iso-8859-1")
          ? { ...answer, body: Buffer.from(String(answer.body), "latin1") }
          : answer,
    }),
  },
  {
    name: "answers-with-a-message-for-each-language",
    breaks: ["error-shape"],
    behaviour: refusalAs(
      ({ status }, { headers }) => status === 400 && headers["accept-language"] !== undefined,
      ({ status, message }) => json(status, { error: status, message: { de: "Nein", en: message } }),
    ),
  },
  {
    name: "reads-authorization-before-other-fields-alone",
    breaks: ["accepts-every-ordinary-request"],
    why: "A filter that reads the fields one after the other, and stops at those of the body.",
    behaviour: but({
      authenticate: (request) => {
        const names = request.headerNames.map((name) => name.toLowerCase());
        const [own, ofBody] = [names.indexOf("authorization"), names.indexOf("content-type")];
        return ofBody !== -1 && own > ofBody ? unauthorized() : correct.authenticate(request);
      },
    }),
  },
];
