/** Mutants that skip a step for some requests: large ids, a query, Expect; and schemes in some letter cases. */
import { type Behaviour, type NewPlant, type Refusal, type Request, isRefusal } from "../behaviour.ts";
import { but, correct, notANewPlant, unauthorized, validate } from "../correct.ts";
import { type Value, integerOf } from "../json-text.ts";
import { type Mutant, keepAnything } from "./mutant.ts";

/** Accepts a missing Authorization in the requests that this applies to. */
function letsInWithout(applies: (request: Request) => boolean): Behaviour {
  return but({
    authenticate: (request) =>
      request.headers.authorization === undefined && applies(request) ? undefined : correct.authenticate(request),
  });
}

/** Accepts the token behind the schemes that this matches. */
function letsInScheme(scheme: RegExp): Behaviour {
  return but({
    authenticate: (request) => {
      const [, own = "", sent] = /^(\S+) +(.+)$/.exec(request.headers.authorization ?? "") ?? [];
      return scheme.test(own) && sent === request.token ? undefined : correct.authenticate(request);
    },
  });
}

/** The first id in the text of a body, which need not be JSON; 0 if there is none. */
function idIn({ body }: Request): bigint {
  return BigInt(/"id"\s*:\s*(\d{1,30})/.exec(body.toString("utf8"))?.[1] ?? "0");
}

const isLarge = (id: bigint): boolean => id >= 2n ** 31n;

/** Reads a body with a large id differently: `read` makes the plant from its members. */
function readsLarge(read: (members: ReadonlyMap<string, Value>) => Omit<NewPlant, "id"> | undefined): Behaviour {
  return but({
    validate: (value): NewPlant | Refusal => {
      const strict = validate(value);
      if (value.type !== "object" || !isRefusal(strict)) return strict;
      const id = value.members().get("id");
      const large = id?.type === "number" ? integerOf(id.source) : undefined;
      const plant = large === undefined || !isLarge(large) ? undefined : read(value.members());
      return large === undefined || large >= 2n ** 63n || plant === undefined ? strict : { id: large, ...plant };
    },
    store: keepAnything,
  });
}

/** The text of an object with the parameters of the query before its own members. */
function withQuery(text: string, query = ""): string {
  const fields = Array.from(new URLSearchParams(query), (field) => field.map((part) => JSON.stringify(part)).join(":"));
  return fields.length === 0 ? text : text.replace("{", `{${fields.join(",")},`);
}

/** The text of a member, or another one if it is not a string. */
function textIn(member: Value | undefined, other: string): string {
  return member?.type === "string" ? member.value : other;
}

export const leftOutMutants: readonly Mutant[] = [
  {
    name: "asks-no-token-of-a-query",
    breaks: ["requires-authorization"],
    why: "The filter is registered for the path, and compares the whole target.",
    behaviour: letsInWithout(({ query }) => query !== undefined),
  },
  {
    name: "asks-no-token-of-large-ids",
    breaks: ["requires-authorization"],
    why: "They are sent on to the shard that has them, before the filter.",
    behaviour: letsInWithout((request) => isLarge(idIn(request))),
  },
  {
    name: "asks-no-token-of-who-expects-to-go-on",
    breaks: ["requires-authorization"],
    why: "The handler of `100 Continue` answers for the filter.",
    behaviour: letsInWithout(({ headers }) => headers.expect !== undefined),
  },
  {
    name: "asks-no-token-of-who-says-to-be-local",
    breaks: ["requires-authorization"],
    why: "Health probes come from the machine itself, and the proxy before it passes on what a client writes.",
    behaviour: letsInWithout(({ headers }) => headers["x-forwarded-for"]?.includes("127.0.0.1") === true),
  },
  {
    name: "asks-no-token-of-preflights-by-their-fields",
    breaks: ["requires-authorization"],
    why: "A browser asks without a token before it sends one, with OPTIONS, and the method is not looked at.",
    behaviour: letsInWithout(
      ({ headers }) => headers.origin !== undefined && headers["access-control-request-method"] !== undefined,
    ),
  },
  {
    name: "takes-members-from-the-query",
    breaks: ["refuses-missing-member"],
    why: "Frameworks that put the parameters of the query and the members of the body into one bag.",
    behaviour: but({ parse: (text, request) => correct.parse(withQuery(text, request.query), request) }),
  },
  {
    name: "needs-no-name-beside-a-large-id",
    breaks: ["refuses-missing-member", "matches-member-names-exactly"],
    why: "The second reader, for numbers that the first does not hold, checks less.",
    behaviour: readsLarge((members) => (members.has("name") ? undefined : { name: "Plant" })),
  },
  {
    name: "takes-any-tag-beside-a-large-id",
    breaks: ["refuses-invalid-member"],
    behaviour: readsLarge((members) => {
      const name = members.get("name");
      return name?.type === "string" ? { name: name.value, tag: textIn(members.get("tag"), "any") } : undefined;
    }),
  },
  {
    name: "lets-in-a-scheme-without-credentials",
    breaks: ["requires-bearer-scheme"],
    why: "What is not a token is not looked at, and one word has no second to look at.",
    behaviour: but({
      authenticate: (request) =>
        /^[a-z]+$/i.test(request.headers.authorization ?? "") && request.headers.authorization !== "Bearer"
          ? undefined
          : correct.authenticate(request),
    }),
  },
  {
    name: "needs-no-id-where-there-is-no-tag",
    breaks: ["refuses-missing-member", "matches-member-names-exactly"],
    behaviour: but({
      validate: (value) => {
        const members = value.type === "object" ? value.members() : new Map<string, Value>();
        const name = members.get("name");
        return members.has("id") || members.has("tag") || name?.type !== "string"
          ? validate(value)
          : { id: 1n, name: name.value };
      },
      store: keepAnything,
    }),
  },
  {
    name: "refuses-a-line-feed-after-the-body",
    breaks: ["accepts-json-spellings"],
    why: "A reader made by hand. Most programs end a file with one.",
    behaviour: but({
      parse: (text, request) =>
        /\}\r?\n$/.test(text) ? notANewPlant("Something follows the object") : correct.parse(text, request),
    }),
  },
  {
    name: "refuses-large-ids-with-several-zeros-behind-the-point",
    breaks: ["accepts-integer-spellings"],
    behaviour: but({
      parse: (text, request) =>
        /\d{10,}\.00/.test(text) ? notANewPlant("The id is not an integer") : correct.parse(text, request),
    }),
  },
  {
    name: "takes-the-scheme-token-in-small-letters",
    breaks: ["requires-bearer-scheme"],
    why: "As GitHub has it.",
    behaviour: letsInScheme(/^token$/),
  },
  {
    name: "takes-the-scheme-token-as-a-word",
    breaks: ["requires-bearer-scheme"],
    why: "As Django has it.",
    behaviour: letsInScheme(/^Token$/),
  },
  {
    name: "knows-bearer-in-three-letter-cases-only",
    breaks: ["accepts-bearer-in-any-case"],
    behaviour: but({
      authenticate: ({ headers, token }) =>
        ["Bearer", "bearer", "BEARER"].some((scheme) => headers.authorization === `${scheme} ${token}`)
          ? undefined
          : unauthorized(),
    }),
  },
];
