/** "Behaviour when the id already exists: not shown". What a store remembers is not shown either. */
import { type Behaviour, type NewPlant, type Request, isRefusal, refuse } from "../behaviour.ts";
import { but, correct, json, plantBody, store } from "../correct.ts";
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

export const duplicates: readonly Right[] = [...answers, ...memories, ...edges];
