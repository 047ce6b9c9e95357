/** Documents whose requests are a choice of objects, with and without a discriminator. */
import { stringify } from "yaml";
import { json } from "../correct.ts";
import { type Described, stepsOf } from "./described-provider.ts";
import { type BodyMembers, type Judged, type Keeping, membersOf, replacing, takingAs, without } from "./revision.ts";
import { content, problem, smallService } from "./small-document.ts";

const string = { type: "string" };
const ref = (name: string): object => ({ $ref: `#/components/schemas/${name}` });

/** A service whose request has a schema that refers to these components. */
function serviceOf(request: object, schemas: object): Described {
  const post = {
    requestBody: { required: true, content: content(request) },
    responses: {
      201: { description: "It is there", content: content({ type: "object" }) },
      422: { description: "It is not", content: content(problem) },
    },
  };
  return smallService(
    stringify({
      openapi: "3.1.0",
      info: { title: "A choice", version: "1.0.0" },
      paths: { "/things": { post } },
      components: { schemas },
    }),
  );
}

/** A provider that also asks for what a discriminator says. */
function asking(described: Described, isMeant: (body: BodyMembers) => boolean): Keeping["steps"] {
  return replacing(described, ({ isValid }) => ({ isValid: (body) => isValid(body) && isMeant(membersOf(body)) }));
}

const isOfContact = (name: string): boolean => ["phone", "fax", "note"].includes(name);

const letter = {
  type: "object",
  required: ["street", "town"],
  properties: { street: string, town: string, stamps: { type: "integer", minimum: 1 } },
};
const mail = { type: "object", required: ["mailbox"], properties: { mailbox: string, town: string } };
const lines = { type: "object", required: ["text"], properties: { text: string } };

const sent = serviceOf({ oneOf: [ref("Letter"), ref("Mail")] }, { Letter: letter, Mail: mail });
const address = serviceOf(
  {
    type: "object",
    properties: { phone: string, fax: string, note: string },
    oneOf: [{ required: ["phone"] }, { required: ["fax"] }],
  },
  {},
);
const parts = serviceOf(
  {
    type: "object",
    required: ["parts"],
    properties: { parts: { type: "array", minItems: 1, items: { anyOf: [ref("Letter"), ref("Lines")] } } },
  },
  { Letter: letter, Lines: lines },
);
const contact = serviceOf(
  {
    type: "object",
    properties: { phone: string, fax: string, note: string },
    minProperties: 1,
    maxProperties: 4,
    propertyNames: { maxLength: 20 },
    dependentRequired: { fax: ["phone"] },
    min_items: 2,
  },
  {},
);

const choices: readonly Judged[] = [
  {
    name: "a letter or a mail",
    text: sent.text,
    rights: [
      { name: "takes both", steps: stepsOf(sent) },
      {
        name: "takes no letter with a mailbox",
        steps: asking(sent, (body) => !("mailbox" in body && "street" in body)),
      },
    ],
    wrongs: [
      {
        name: "takes a letter without a town",
        steps: replacing(
          sent,
          takingAs((body) => ("street" in body ? { town: "", ...body } : body)),
        ),
        breaks: { "refuses-missing-member": "MUST", "matches-member-names-exactly": "MUST" },
        why: "a letter requires the town, and a mail the mailbox",
      },
      {
        name: "refuses stamps",
        steps: asking(sent, (body) => !("stamps" in body)),
        breaks: { "accepts-valid-plant": "MUST" },
        why: "a letter with stamps is valid, and no mail",
      },
    ],
  },
  {
    name: "a phone or a fax",
    text: address.text,
    rights: [{ name: "takes one of them", steps: stepsOf(address) }],
    wrongs: [
      {
        name: "takes a note alone",
        steps: replacing(
          address,
          takingAs((body) => ({ phone: "", ...without(body, "fax") })),
        ),
        breaks: { "refuses-missing-member": "MUST", "matches-member-names-exactly": "MUST" },
        why: "one of phone and fax is required",
      },
    ],
  },
  {
    name: "members that depend on each other",
    text: contact.text,
    rights: [
      { name: "takes what the schema allows", steps: stepsOf(contact) },
      { name: "takes no other members", steps: asking(contact, (body) => Object.keys(body).every(isOfContact)) },
    ],
    wrongs: [
      {
        name: "takes a note of any type",
        steps: replacing(
          contact,
          takingAs((body) => ("note" in body ? { ...body, note: "" } : body)),
        ),
        breaks: { "refuses-invalid-member": "MUST" },
        why: "a note is a string, whatever the other keywords say",
      },
    ],
  },
  {
    name: "parts of two kinds",
    text: parts.text,
    rights: [{ name: "takes each kind", steps: stepsOf(parts) }],
    wrongs: [
      {
        name: "takes stamps that are no number",
        steps: replacing(
          parts,
          takingAs((body) => ({
            parts: Array.isArray(body["parts"])
              ? body["parts"].map((one) => without(membersOf(one), "stamps"))
              : body["parts"],
          })),
        ),
        breaks: { "refuses-invalid-member": "MUST" },
        why: "the stamps of a letter are a number, and lines have a text",
      },
    ],
  },
];

const base = { type: "object", required: ["kind", "name"], properties: { kind: string, name: string } };
const heir = (members: object): object => ({
  allOf: [ref("Animal"), { type: "object", required: Object.keys(members), properties: members }],
});
const heirs = { Cat: heir({ lives: { type: "integer", minimum: 1 } }), Dog: heir({ breed: string }) };
const animals = serviceOf(ref("Animal"), {
  Animal: { ...base, discriminator: { propertyName: "kind" } },
  ...heirs,
});
const mapping = { dog: "#/components/schemas/Dog", cat: "#/components/schemas/Cat" };
const listed = serviceOf(
  { oneOf: [ref("Cat"), ref("Dog")], discriminator: { propertyName: "kind", mapping } },
  { Animal: base, ...heirs },
);
const cat = serviceOf(ref("Cat"), { Animal: { ...base, discriminator: { propertyName: "kind", mapping } }, ...heirs });

/** Whether an animal has what its kind asks for. */
function isAnimal({ kind, lives, breed }: BodyMembers): boolean {
  if (String(kind).toLowerCase() === "cat") return Number.isInteger(lives) && Number(lives) > 0;
  return String(kind).toLowerCase() === "dog" && typeof breed === "string";
}

const discriminators: readonly Judged[] = (
  [
    ["a discriminator alone", animals],
    ["a discriminator beside oneOf", listed],
    ["a schema below a discriminator", cat],
  ] as const
).map(([name, described]) => ({
  name,
  text: described.text,
  rights: [
    { name: "asks for what the kind says", steps: asking(described, isAnimal) },
    { name: "asks for the schema alone", steps: stepsOf(described) },
  ],
  wrongs: [
    {
      name: "takes an animal without a name",
      steps: replacing(described, (plain) => ({
        ...takingAs((body) => ({ name: "", ...body }))(plain),
        accept: () => json(201, {}),
      })),
      breaks: { "refuses-missing-member": "MUST", "matches-member-names-exactly": "MUST" },
      why: "each animal has a name",
    },
  ],
}));

/** The services, each with its operation. */
export const choiceServices: readonly Judged[] = [...choices, ...discriminators];
