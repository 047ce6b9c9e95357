/** The Plant Store's document as people fork it: other keys, versions and operations around the same operation. */
import { json } from "../correct.ts";
import type { Described } from "./described-provider.ts";
import {
  type BodyMembers,
  type Judged,
  OPERATION,
  answering,
  differing,
  membersOf,
  plantStore,
  replacing,
  takingAs,
  without,
} from "./revision.ts";

const KEY = "X-Plant-Key";
const PLANT = "/components/schemas/Plant/properties";
const media = (name: string): object => ({
  content: { "application/json": { schema: { $ref: `#/components/schemas/${name}` } } },
});
const id = { name: "id", in: "path", required: true, schema: { type: "integer", format: "int64" } };

const keyed = plantStore(
  {
    "/components/securitySchemes": { key: { type: "apiKey", in: "header", name: KEY } },
    "/security": [{ key: [] }],
  },
  { credentials: { header: KEY } },
);

const keys: Judged = {
  name: "the plant store with a key in a header field",
  text: keyed.text,
  rights: differing(keyed),
  wrongs: [
    {
      name: "takes a plant without the key",
      steps: replacing(keyed, () => ({ isAuthorized: () => true })),
      breaks: { "requires-authorization": "MUST" },
      why: `the operation is secured by the header field ${KEY}`,
    },
  ],
};

const older = plantStore({ "/openapi": "3.0.1", [`${PLANT}/tag`]: { type: "string", nullable: true } });

const tagged = ({ name, tag }: BodyMembers): object => (typeof tag === "string" ? { name, tag } : { name });

const ofVersion30: Judged = {
  name: "the plant store in OpenAPI 3.0.1",
  text: older.text,
  rights: [
    {
      name: "answers a null tag where there is none",
      steps: replacing(older, () => ({
        accept: (body) => json(200, { tag: null, ...tagged(membersOf(body)) }),
      })),
    },
    {
      name: "leaves a null tag out, and refuses duplicates",
      steps: replacing(older, () => ({ accept: (body) => json(200, tagged(membersOf(body))), identity: "id" })),
    },
  ],
  wrongs: [
    {
      name: "refuses a null tag",
      steps: replacing(older, ({ isValid }) => ({
        accept: (body) => json(200, tagged(membersOf(body))),
        isValid: (body) => isValid(body) && Reflect.get(Object(body), "tag") !== null,
      })),
      breaks: { "accepts-valid-plant": "MUST" },
      why: "tag is nullable beside a type, which allows null in every version of 3.0",
    },
  ],
};

const whole = plantStore({
  "/paths/~1plants/get": { responses: { 200: { description: "All plants" } } },
  "/paths/~1plants~1{id}": {
    delete: { parameters: [id], responses: { 204: { description: "It is gone" }, 400: media("Error") } },
  },
});

const operations: Judged = {
  name: "the plant store with GET and DELETE",
  text: whole.text,
  rights: [
    ...differing(whole),
    {
      name: "lists its plants",
      steps: replacing(whole, ({ refuse }) => ({
        refuse: (why) => (why === "other-method" ? json(200, []) : refuse(why)),
      })),
    },
  ],
  wrongs: [
    {
      name: "answers 201",
      steps: replacing(whole, ({ accept }) => ({ accept: (body) => ({ ...accept(body), status: 201 }) })),
      breaks: { "accepts-valid-plant": "MUST" },
      why: "the POST shows 200 alone, whatever the other operations show",
    },
  ],
};

const hooked = plantStore({
  "/webhooks": {
    "/plant/webhook": {
      post: { requestBody: media("NewPlant"), responses: { 200: { description: "The hook was read" } } },
    },
  },
});

const webhooks: Judged = {
  name: "the plant store with webhooks",
  text: hooked.text,
  rights: differing(hooked),
  wrongs: [
    {
      name: "takes a plant without a name",
      steps: replacing(
        hooked,
        takingAs((plant) => ({ name: "Fern", ...plant })),
      ),
      breaks: { "refuses-missing-member": "MUST", "matches-member-names-exactly": "MUST" },
      why: "NewPlant requires the name; the webhook is no operation of the provider",
    },
  ],
};

const recursive = plantStore({
  [`${PLANT}/descendants`]: { type: "array", items: { $ref: "#/components/schemas/Plant" } },
});

const descendants: Judged = {
  name: "the plant store with descendants",
  text: recursive.text,
  rights: differing(recursive),
  wrongs: [
    {
      name: "takes descendants that are no plants",
      steps: replacing(recursive, (plain) => ({
        ...takingAs((plant) => without(plant, "descendants"))(plain),
        ...answering((plant) => without(plant, "descendants"))(plain),
      })),
      breaks: { "refuses-invalid-member": "MUST", "refuses-missing-member": "MUST" },
      why: "each descendant is a Plant, which requires a name",
    },
  ],
};

/** Our own: one entry describes every failure. */
const covered = plantStore({
  [`${OPERATION}/responses/400`]: undefined,
  [`${OPERATION}/responses/default`]: { description: "Unexpected error", ...media("Error") },
});

const failures: Judged = {
  name: "the plant store with one entry for every failure",
  text: covered.text,
  rights: differing(covered, ["duplicate"]),
  wrongs: [
    {
      name: "answers an error without a message",
      steps: replacing(covered, () => ({ refuse: () => json(400, { error: 400 }) })),
      breaks: { "error-shape": "MUST" },
      why: "the default describes the body of a 400, an Error, which requires the message",
    },
  ],
};

/** A success without a body: its status and the refusals are judged. */
const silent: Described = plantStore(
  {
    [`${OPERATION}/responses/200`]: undefined,
    [`${OPERATION}/responses/204`]: {
      description: "It is planted",
      headers: { Location: { required: true, schema: { type: "string" } } },
    },
  },
  { success: 204 },
);
const planted = { status: 204, headers: { Location: "/plants/1" }, body: "" };

const withoutBody: Judged = {
  name: "the plant store that returns nothing",
  text: silent.text,
  rights: [
    { name: "answers 204 without a body", steps: replacing(silent, () => ({ accept: () => planted })) },
    {
      name: "refuses duplicates as well",
      steps: replacing(silent, () => ({ accept: () => planted, identity: "id" })),
    },
  ],
  wrongs: [
    {
      name: "answers 200 with the plant",
      steps: replacing(silent, () => ({ accept: (body) => json(200, body) })),
      breaks: { "accepts-valid-plant": "MUST" },
      why: "the document shows 204 alone",
    },
    {
      name: "answers without the place of the plant",
      steps: replacing(silent, () => ({ accept: () => ({ ...planted, headers: {} }) })),
      breaks: { "sends-documented-headers": "MUST" },
      why: "the 204 requires Location",
    },
    {
      name: "takes a plant without a name",
      steps: replacing(silent, (plain) => ({
        ...takingAs((plant) => ({ name: "Fern", ...plant }))(plain),
        accept: () => planted,
      })),
      breaks: { "refuses-missing-member": "MUST", "matches-member-names-exactly": "MUST" },
      why: "NewPlant requires the name",
    },
  ],
};

export const plantForks: readonly Judged[] = [
  keys,
  ofVersion30,
  operations,
  webhooks,
  descendants,
  failures,
  withoutBody,
];
