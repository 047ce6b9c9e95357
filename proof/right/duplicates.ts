/** "Behaviour when the id already exists: not shown". What a store remembers is not shown either. */
import { randomBytes, randomUUID } from "node:crypto";
import { type Behaviour, type NewPlant, type Refusal, type Request, isRefusal, refuse } from "../behaviour.ts";
import { answerError, but, correct, json, plantBody, route, store } from "../correct.ts";
import { integerOf } from "../json-text.ts";
import { type Right, answeredBy, page, statusFor } from "./right.ts";

/** A store that contains certain ids from the start. */
function holding(holds: (id: bigint) => boolean): Behaviour {
  return but({
    store: (plant, request) => (holds(plant.id) ? refuse("duplicate", 409, "Taken") : store(plant, request)),
  });
}

function known({ id }: NewPlant, { memory }: Request): NewPlant | undefined {
  return memory.plants.get(String(id));
}

const answers: readonly Right[] = [
  {
    name: "refuses duplicates with 400",
    behaviour: statusFor("duplicate", 400),
    profile: { "duplicate-id": "400", "other-statuses": "401, 415" },
  },
  { name: "refuses duplicates with 422", behaviour: statusFor("duplicate", 422), profile: { "duplicate-id": "422" } },
  { name: "refuses duplicates with 429", behaviour: statusFor("duplicate", 429) },
  { name: "refuses duplicates with 403", behaviour: statusFor("duplicate", 403), profile: { "duplicate-id": "403" } },
  { name: "refuses duplicates with 412", behaviour: statusFor("duplicate", 412), profile: { "duplicate-id": "412" } },
  {
    name: "refuses duplicates with 409 and a page",
    behaviour: answeredBy("duplicate", () => page(409)),
    profile: { "duplicate-id": "409", "duplicate-id-other-body": "409" },
  },
  {
    name: "refuses duplicates with 409 and nothing else",
    behaviour: answeredBy("duplicate", () => ({ status: 409, headers: {}, body: "" })),
    profile: { "duplicate-id": "409" },
  },
  {
    name: "refuses duplicates with a problem of RFC 9457",
    behaviour: answeredBy("duplicate", () => ({
      ...json(409, { title: "Taken", status: 409 }),
      headers: { "Content-Type": "application/problem+json" },
    })),
    profile: { "duplicate-id": "409" },
  },
  {
    name: "sends duplicates to the plant that is there",
    behaviour: answeredBy("duplicate", () => ({ status: 303, headers: { Location: "/plants/7" }, body: "" })),
    profile: { "duplicate-id": "303", "other-statuses": "303, 401, 415" },
  },
  {
    name: "answers duplicates with 204",
    behaviour: answeredBy("duplicate", () => ({ status: 204, headers: {}, body: "" })),
    profile: { "duplicate-id": "204" },
  },
  {
    name: "answers duplicates with 201",
    behaviour: answeredBy("duplicate", () => json(201, { name: "The next edition" })),
    profile: { "duplicate-id": "201" },
  },
  {
    name: "overwrites duplicates",
    behaviour: but({ store: (plant, { memory }) => void memory.plants.set(String(plant.id), plant) }),
    profile: { "duplicate-id": "200", "duplicate-id-other-body": "200" },
  },
  {
    name: "answers duplicates with 200 and the plant that is there",
    behaviour: but({
      store: (plant, request) => (known(plant, request) === undefined ? store(plant, request) : undefined),
      answerPlant: (plant, request) => json(200, plantBody(known(plant, request) ?? plant)),
    }),
    profile: { "duplicate-id": "200", "duplicate-id-other-body": "200" },
  },
  {
    name: "wants ids to be unique together with the name",
    behaviour: but({
      store: (plant, request) => {
        const there = known(plant, request);
        if (there !== undefined && there.name !== plant.name) return undefined;
        return store(plant, request);
      },
    }),
    profile: { "duplicate-id": "409", "duplicate-id-other-body": "200" },
  },
];

const memories: readonly Right[] = [
  {
    name: "remembers nothing",
    behaviour: but({ store: () => undefined }),
    profile: { "duplicate-id": "200", "other-statuses": "401, 415" },
  },
  {
    name: "remembers the twenty newest plants alone",
    behaviour: but({
      store: (plant, request) => {
        const refused = store(plant, request);
        const { plants } = request.memory;
        if (plants.size > 20) plants.delete(plants.keys().next().value ?? "");
        return refused;
      },
    }),
    profile: { "duplicate-id": "409" },
  },
  {
    name: "keeps the id of a plant that it refused",
    behaviour: but({
      validate: (value, request) => {
        const plant = correct.validate(value, request);
        const id = value.type === "object" ? value.members().get("id") : undefined;
        if (isRefusal(plant) && id?.type === "number") {
          const number = integerOf(id.source) ?? 0n;
          request.memory.plants.set(String(number), { id: number, name: "" });
        }
        return plant;
      },
    }),
    profile: { "id-after-refusal": "refused: 409" },
  },
  {
    name: "holds every id below a million from the start",
    behaviour: holding((id) => id >= 0n && id < 1_000_000n),
    profile: { "negative-id": "accepted" },
  },
  {
    name: "holds the least and the greatest ids from the start",
    behaviour: holding((id) => [0n, 1n, -(2n ** 63n), 2n ** 63n - 1n].includes(id)),
  },
];

const edges: readonly Right[] = [
  {
    name: "holds the first ids beyond 31 and 32 bits from the start",
    behaviour: holding((id) => id === 2n ** 31n || id === 2n ** 32n),
    profile: { "duplicate-id": "409" },
  },
];

/** Spreads the ids of a store, so that they follow no pattern of digits or distances. */
const SPREAD = 2_654_435_761n;

/** Whether a store that has one in `many` of the ordinary ids from the start has this one. */
export function hasOneIn(id: bigint, many: bigint): boolean {
  return id > 0n && id < 2n ** 31n && ((id * id * SPREAD) / 2n ** 40n) % many === 0n;
}

/** How a provider says that an id is taken, given how often it has said so. */
type Words = (nth: number, plant: NewPlant) => Pick<Refusal, "status" | "message">;

/** Counts what happens to a provider, from 0. */
function nth(what: string, { memory }: Request): number {
  const count = memory.notes.get(what) ?? 0;
  memory.notes.set(what, count + 1);
  return count;
}

/** A provider with words of its own for an id that is taken, and with plants in its store from the start. */
function saying(words: Words, holds: (id: bigint) => boolean = (id) => hasOneIn(id, 100n)): Behaviour {
  return but({
    store: (plant, request) => {
      if (!holds(plant.id) && store(plant, request) === undefined) return undefined;
      const { status, message } = words(nth("duplicates", request), plant);
      return refuse("duplicate", status, message);
    },
  });
}

/** Refuses with 400, and a message that is written each time. */
const with400 =
  (message: (nth: number, plant: NewPlant) => string): Words =>
  (count, plant) => ({ status: 400, message: message(count, plant) });

/** A word without digits. */
function nameOfNumber(count: number): string {
  return String(count * 7_919 + 13).replaceAll(/\d/gu, (digit) => SYLLABLES[Number(digit)] ?? "");
}

const SYLLABLES = ["ba", "ke", "li", "mo", "nu", "pa", "re", "si", "to", "vu"] as const;

const LANGUAGES = ["This id is taken", "Diese Nummer ist vergeben", "Ce nombre est pris"] as const;

/** A store that has one in a hundred of the ordinary ids, and says so with something that differs each time. */
const populated: readonly Right[] = (
  [
    ["a time", with400(() => `Taken at ${new Date().toISOString()}`)],
    ["milliseconds", with400((count) => `Taken (${Date.now() + count})`)],
    ["a UUID", with400(() => `Taken, see ${randomUUID()}`)],
    ["a trace id in hex", with400(() => `Taken [${randomBytes(8).toString("hex")}]`)],
    ["a request id in letters and digits", with400(() => `Taken: req_${randomBytes(16).toString("base64url")}`)],
    ["a sentence that is drawn", with400((count) => `The ${nameOfNumber(count)} has this ${nameOfNumber(count + 1)}`)],
    ["the language of one of its nodes", with400((count) => LANGUAGES[count % 3] ?? "")],
    ["the name of the plant that is there", with400((_count, { id }) => `Taken by ${nameOfNumber(Number(id))}`)],
    ["the status of one of its nodes", (count: number) => ({ status: STATUSES[count % 3] ?? 409, message: "Taken" })],
  ] as const
).map(([what, words]) => ({
  name: `has one in a hundred ids from the start, and refuses them with ${what}`,
  behaviour: saying(words),
}));

const STATUSES = [409, 400, 422] as const;

/** Several nodes with stores of their own behind one address, which take the requests in turn. */
function ownStores(words: readonly ReturnType<Words>[]): Behaviour {
  return but({
    route: (request) => {
      nth("turns", request);
      return route(request);
    },
    store: ({ id }, request) => {
      const node = (request.memory.notes.get("turns") ?? 0) % words.length;
      const { plants } = request.memory;
      const key = `${id} of ${node}`;
      const { status, message } = words[node] ?? { status: 409, message: "Taken" };
      if (plants.has(key)) return refuse("duplicate", status, message);
      plants.set(key, { id, name: "" });
      return undefined;
    },
  });
}

const taken = (status: number): ReturnType<Words> => ({ status, message: "This id is taken" });

const nodes: readonly Right[] = [
  {
    name: "has nodes that refuse duplicates with 409, 400 and 422 in turn",
    behaviour: saying(
      (count) => taken(STATUSES[count % 3] ?? 409),
      () => false,
    ),
  },
  {
    name: "has nodes by id that refuse duplicates with 409, 400 and 422",
    behaviour: saying(
      (_count, { id }) => taken(STATUSES[Number((id * id) % 7n) % 3] ?? 409),
      () => false,
    ),
  },
  { name: "has two nodes in turn, with stores of their own", behaviour: ownStores([taken(409), taken(409)]) },
  {
    name: "has two nodes in turn, with stores of their own, that refuse duplicates with 400",
    behaviour: ownStores([taken(400), taken(400)]),
  },
  {
    name: "has three nodes in turn, with stores and statuses of their own",
    behaviour: ownStores([taken(409), taken(400), taken(422)]),
  },
  {
    name: "has one in fifty ids from the start",
    behaviour: saying(
      () => taken(409),
      (id) => hasOneIn(id, 50n),
    ),
  },
  {
    name: "has one in fifty ids from the start, and refuses them with 403",
    behaviour: saying(
      () => taken(403),
      (id) => hasOneIn(id, 50n),
    ),
  },
  {
    name: "has one in fifty ids from the start, and refuses them with 400",
    behaviour: saying(
      () => taken(400),
      (id) => hasOneIn(id, 50n),
    ),
  },
];

/** Stores that have one in fifty ids from the start, and answer them with what is no refusal. */
const unrefused: readonly Right[] = (
  [
    ["303", { status: 303, headers: { Location: "/plants/7" }, body: "" }],
    ["204", { status: 204, headers: {}, body: "" }],
    ["201", json(201, { name: "The next edition" })],
  ] as const
).map(([what, answer]) => ({
  name: `has one in fifty ids from the start, and answers them with ${what}`,
  behaviour: but({
    store: (plant, request) => (hasOneIn(plant.id, 50n) ? refuse("duplicate", 409, "Taken") : store(plant, request)),
    answerError: (refusal) => (refusal.refused === "duplicate" ? answer : answerError(refusal)),
  }),
}));

export const duplicates: readonly Right[] = [...answers, ...memories, ...edges, ...populated, ...nodes, ...unrefused];
