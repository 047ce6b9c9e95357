/** Documents of other services, modeled on public ones, each with one operation that is judged. */
import { readFileSync } from "node:fs";
import { json } from "../correct.ts";
import { type Described, shortest } from "./described-provider.ts";
import { type Judged, answering, differing, membersOf, page, replacing, takingAs, without } from "./revision.ts";

function textOf(file: string): string {
  return readFileSync(new URL(`documents/${file}`, import.meta.url), "utf8");
}

const petStore: Described = {
  text: textOf("pet-store.yaml"),
  path: "/pet",
  credentials: { header: "api_key" },
  success: 200,
  failure: { status: 400, body: { code: 400, type: "error", message: "Invalid input" } },
};

const pets: Judged = {
  name: "the pet store",
  text: petStore.text,
  operation: "addPet",
  rights: [
    ...differing(petStore),
    {
      name: "refuses without a body, and returns the required members alone",
      steps: replacing(petStore, () => ({
        accept: shortest(petStore),
        refuse: (why) => ({ status: why === "token" ? 403 : 400, headers: {}, body: "" }),
      })),
    },
  ],
  wrongs: [
    {
      name: "takes a pet without photoUrls",
      steps: replacing(
        petStore,
        takingAs((pet) => ({ photoUrls: [], ...pet })),
      ),
      breaks: { "refuses-missing-member": "MUST", "matches-member-names-exactly": "MUST" },
      why: "Pet requires name and photoUrls, and a member photourls is another one",
    },
    {
      name: "takes any status",
      steps: replacing(petStore, (plain) => ({
        ...takingAs((pet) => without(pet, "status"))(plain),
        accept: shortest(petStore),
      })),
      breaks: { "refuses-invalid-member": "MUST" },
      why: "the status of a Pet is a string of a list",
    },
    {
      name: "answers 201",
      steps: replacing(petStore, ({ accept }) => ({ accept: (body) => ({ ...accept(body), status: 201 }) })),
      breaks: { "accepts-valid-plant": "MUST" },
      why: "the document shows 200 for a pet that was added",
    },
    {
      name: "answers with one text for photoUrls",
      steps: replacing(
        petStore,
        answering((pet) => ({ ...pet, photoUrls: "none" })),
      ),
      breaks: { "plant-shape": "MUST" },
      why: "photoUrls of a Pet is an array",
    },
    {
      name: "takes a pet without the key",
      steps: replacing(petStore, () => ({ isAuthorized: () => true })),
      breaks: { "requires-authorization": "MUST" },
      why: "the operation is secured by the header field api_key",
    },
  ],
};

const orderService: Described = { ...petStore, path: "/store/order", credentials: "none" };

const orders: Judged = {
  name: "the orders of the pet store",
  text: petStore.text,
  operation: "/store/order",
  rights: [
    ...differing(orderService),
    {
      name: "takes a request without a body for an empty order",
      steps: replacing(orderService, ({ accept }) => ({ withoutBody: () => accept({}) })),
    },
  ],
  wrongs: [
    {
      name: "takes any quantity",
      steps: replacing(orderService, (plain) => ({
        ...takingAs((order) => without(order, "quantity"))(plain),
        accept: () => json(200, {}),
      })),
      breaks: { "refuses-invalid-member": "MUST", "refuses-number-beyond-int32": "SHOULD" },
      why: "the quantity of an Order is an integer",
    },
    {
      name: "requires the petId",
      steps: replacing(orderService, ({ isValid }) => ({
        isValid: (body) => isValid(body) && "petId" in membersOf(body),
      })),
      breaks: { "accepts-valid-plant": "MUST" },
      why: "an Order requires nothing",
    },
  ],
};

const petsExpanded: Described = {
  text: textOf("pets-expanded.yaml"),
  path: "/pets",
  credentials: "none",
  success: 200,
  failure: { status: 400, body: { code: 1, message: "This is no NewPet" } },
};

const openPets: Judged = {
  name: "the expanded pet store",
  text: petsExpanded.text,
  rights: [
    ...differing(petsExpanded),
    {
      name: "refuses every body with 422",
      steps: replacing(petsExpanded, () => ({ refuse: () => json(422, { code: 422, message: "No" }) })),
    },
  ],
  wrongs: [
    {
      name: "answers without the id",
      steps: replacing(
        petsExpanded,
        answering((pet) => without(pet, "id")),
      ),
      breaks: { "plant-shape": "MUST" },
      why: "the 200 is a Pet, which requires the id",
    },
    {
      name: "takes any name",
      steps: replacing(
        petsExpanded,
        takingAs((pet) => ("name" in pet ? { ...pet, name: "Rex" } : pet)),
      ),
      breaks: { "refuses-invalid-member": "MUST" },
      why: "the name of a NewPet is a string",
    },
  ],
};

const accountKeys: Described = {
  text: textOf("account-keys.yaml"),
  path: "/v2/account/keys",
  credentials: "bearer",
  success: 201,
  failure: { status: 400, body: { id: "bad_request", message: "This is not a key" } },
};

const keys: Judged = {
  name: "the keys of an account",
  text: accountKeys.text,
  rights: [
    ...differing(accountKeys, ["token"]),
    { name: "answers with an empty object", steps: replacing(accountKeys, () => ({ accept: () => json(201, {}) })) },
  ],
  wrongs: [
    {
      name: "answers 200",
      steps: replacing(accountKeys, ({ accept }) => ({ accept: (body) => ({ ...accept(body), status: 200 }) })),
      breaks: { "accepts-valid-plant": "MUST" },
      why: "the document shows 201 for a key that was created, and no 200",
    },
    {
      name: "takes a key without public_key",
      steps: replacing(
        accountKeys,
        takingAs((key) => ({ public_key: "", ...key })),
      ),
      breaks: { "refuses-missing-member": "MUST", "matches-member-names-exactly": "MUST" },
      why: "a new key requires public_key and name, and a member Public_key is another one",
    },
    {
      name: "answers with the key as text",
      steps: replacing(
        accountKeys,
        answering(() => ({ ssh_key: "created" })),
      ),
      breaks: { "plant-shape": "MUST" },
      why: "the member ssh_key of the 201 is an object",
    },
    {
      name: "answers a wrong token with a page",
      steps: replacing(accountKeys, ({ refuse }) => ({
        refuse: (why) =>
          why === "token"
            ? { ...page(401), headers: { "Content-Type": "text/html", "WWW-Authenticate": "Bearer" } }
            : refuse(why),
      })),
      breaks: { "error-media-type": "MUST", "error-encoding": "MUST" },
      why: "the document shows a 401 with an error in application/json",
    },
  ],
};

const topicService: Described = {
  text: textOf("topics.yaml"),
  path: "/v4/topics",
  credentials: { header: "PRIVATE-TOKEN" },
  success: 201,
  failure: { status: 400, body: { message: { name: ["is invalid"] } } },
};

const topics: Judged = {
  name: "the topics of a forge",
  text: topicService.text,
  rights: [
    ...differing(topicService),
    {
      name: "returns no description",
      steps: replacing(topicService, () => ({ accept: shortest(topicService) })),
    },
  ],
  wrongs: [
    {
      name: "takes names of 256 characters",
      steps: replacing(
        topicService,
        takingAs((topic) => ({ ...topic, name: typeof topic["name"] === "string" ? topic["name"].slice(0, 255) : 0 })),
      ),
      breaks: { "refuses-invalid-member": "MUST" },
      why: "maxLength 255 decides which names are valid",
    },
    {
      name: "takes a topic without the token",
      steps: replacing(topicService, () => ({ isAuthorized: () => true })),
      breaks: { "requires-authorization": "MUST" },
      why: "the operation is secured by the header field PRIVATE-TOKEN",
    },
    {
      name: "answers without the title",
      steps: replacing(
        topicService,
        answering((topic) => without(topic, "title")),
      ),
      breaks: { "plant-shape": "MUST" },
      why: "the 201 requires id, name and title",
    },
    {
      name: "answers 400 without a message",
      steps: replacing(topicService, ({ refuse }) => ({
        refuse: (why) => (why === "body" ? json(400, { error: "No" }) : refuse(why)),
      })),
      breaks: { "error-shape": "MUST" },
      why: "the 400 requires the message",
    },
  ],
};

/** The services, each with its operation. */
export const otherServices: readonly Judged[] = [pets, orders, openPets, keys, topics];
