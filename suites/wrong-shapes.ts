/** Bodies that hold a NewPlant in another shape, or its members under names that are almost theirs. */
import type { Check } from "./checks/check.ts";
import { refusal, repeatedRefusal } from "./checks/check-forms.ts";
import type { Requests } from "./checks/requests.ts";
import { invalidMembers } from "./bodies/invalid-bodies.ts";
import { type Draft, textOf } from "./bodies/drafts.ts";
import { coercibleMembers } from "./bodies/coercible-values.ts";
import { drawnFrom } from "./bodies/drawn-from.ts";

/** What a wrong shape is: its check, why it is wrong, and the texts of which one is sent. */
interface Row {
  readonly requirement: string;
  readonly slug: string;
  readonly title: string;
  readonly basis: string;
  readonly texts: (draft: Draft, n: number) => readonly string[];
}

/** Refusals of other shapes, and of values that are easily converted. */
export function wrongShapeChecks(requests: Requests): readonly Check[] {
  const { request } = requests.operation;
  const isRequired = (member: string): boolean =>
    request.members.some(({ name, required }) => name === member && required);
  return [
    ...coercibleMembers(request).map(({ slug, title, basis, member, apply }) => {
      // A wrong member that is required is asked without those that are not.
      const which = isRequired(member) ? "required" : "all";
      return refusal(requests, { requirement: "refuses-invalid-member", slug, title, basis }, (varied, n) =>
        varied.of("not-a-plant", apply(varied.draft(n, which), n)),
      );
    }),
    ...twoFaults(requests),
    ...[...arraysAndScalars(requests), ...wrapped(requests), ...renamed(requests)].map(({ texts, ...label }) =>
      refusal(requests, label, (varied, n) => varied.raw("not-a-plant", drawnFrom(texts(varied.draft(n), n), n))),
    ),
  ];
}

/** Two members of a wrong type at once: a provider that looks at one fault only may stop there. */
function twoFaults(requests: Requests): readonly Check[] {
  const { operation } = requests;
  const faults = invalidMembers(operation.request).filter(({ keyword }) => keyword === "type");
  const pairs = faults.flatMap((one, place) =>
    faults.slice(place + 1).flatMap((other) => (one.member === other.member ? [] : [[one, other] as const])),
  );
  if (pairs.length === 0) return [];
  const label = {
    requirement: "refuses-invalid-member",
    slug: "two-members",
    title: "An object with two members of a wrong type is refused, and again when it is repeated",
    basis: `neither member has a type that its schema allows (${operation.requestSchemaPath})`,
  };
  return [
    repeatedRefusal(label, (n) => {
      const [one, other] = drawnFrom(pairs, n);
      return requests.of("not-a-plant", other.apply(one.apply(requests.draft(n), n), n));
    }),
  ];
}

function arraysAndScalars(requests: Requests): readonly Row[] {
  const label = {
    requirement: "refuses-non-object",
    basis: `NewPlant is an object (${requests.operation.requestSchemaPath})`,
  };
  return [
    { ...label, slug: "empty-array", title: "An empty array is refused", texts: () => ["[]"] },
    {
      ...label,
      slug: "array-of-two",
      title: "An array of two NewPlants, or of the values of one, is refused",
      texts: (first, n) => [
        `[${textOf(first)},${textOf(requests.draft(n + 1))}]`,
        // Libraries read a struct from an array by the order of its members.
        `[${requests
          .draft(n)
          .map(([, literal]) => literal)
          .join(",")}]`,
      ],
    },
    {
      ...label,
      slug: "falsy-scalar",
      title: "false, 0 or an empty string is refused",
      texts: () => ["false", "0", '""'],
    },
  ];
}

const WRAPPERS = ["plant", "newPlant", "data", "body", "__proto__"] as const;

function wrapped({ operation }: Requests): readonly Row[] {
  const { members } = operation.request;
  const required = members.filter((member) => member.required).map(({ name }) => name);
  const label = {
    requirement: "refuses-missing-member",
    basis: `the required members are not members of the body (${operation.requestSchemaPath})`,
  };
  if (required.length === 0) return [];
  const wrappers = WRAPPERS.filter((wrapper) => members.every(({ name }) => name !== wrapper));
  return [
    {
      ...label,
      slug: "wrapped",
      title: "A NewPlant within another member is refused",
      // All of them at once is what most providers that unwrap one would take; some look for a single member.
      texts: (draft) => {
        const inWrappers = wrappers.map((wrapper) => `"${wrapper}":${textOf(draft)}`);
        return inWrappers.flatMap((one) => [`{${inWrappers.join(",")}}`, `{${one}}`]);
      },
    },
  ];
}

/** Names that are a member's but for what stands around them; the place of the name is `#`. */
const PADDED = [" #", "# ", "#\\t", "\\u00a0#"] as const;
const PREFIXED = ["_#", "@#", "$#", "plant.#", "#[]"] as const;

function renamed({ operation }: Requests): readonly Row[] {
  const required = operation.request.members.filter((member) => member.required).map(({ name }) => name);
  if (required.length === 0) return [];
  const row = (slug: string, title: string, patterns: readonly string[]): Row => ({
    requirement: "matches-member-names-exactly",
    slug,
    title,
    basis: `a required member is missing, and the name is another one (${operation.requestSchemaPath})`,
    texts: (draft) => patterns.flatMap((pattern) => required.map((name) => withNameLike(draft, name, pattern))),
  });
  return [
    row("padded", "An object with white space around the name of a required member is refused", PADDED),
    row("prefixed", "An object with signs around the name of a required member is refused", PREFIXED),
  ];
}

/** The text of a draft in which one of its own members, and none within another, has a name by a pattern. */
function withNameLike(draft: Draft, name: string, pattern: string): string {
  const members = draft.map(([own, literal]) => {
    const written = JSON.stringify(own);
    // A pattern may hold escapes, so that it is put between the quotation marks as it is.
    return `${own === name ? `"${pattern.replace("#", () => written.slice(1, -1))}"` : written}:${literal}`;
  });
  return `{${members.join(",")}}`;
}
