/** Revisions of NewPlant. */
import { json } from "../correct.ts";
import { type Steps, shortest } from "./described-provider.ts";
import {
  type Judged,
  type BodyMembers,
  answering,
  differing,
  membersOf,
  plantStore,
  replacing,
  takingAs,
  without,
} from "./revision.ts";

const PLANT = "/components/schemas/Plant";
const NEW_PLANT = "/components/schemas/NewPlant";

const heightAdded = plantStore({ [`${PLANT}/properties/height`]: { type: "integer", minimum: 0, maximum: 12_000 } });

const propertyAdded: Judged = {
  name: "a property added",
  text: heightAdded.text,
  rights: [
    ...differing(heightAdded),
    {
      name: "returns no tag and no height",
      steps: replacing(heightAdded, () => ({ accept: shortest(heightAdded) })),
      warns: ["returns-tag"],
    },
  ],
  wrongs: [
    {
      name: "takes any height",
      steps: replacing(heightAdded, (plain) => ({
        ...takingAs((plant) => without(plant, "height"))(plain),
        accept: (body) => plain.accept(plain.isValid(body) ? body : without(membersOf(body), "height")),
      })),
      breaks: { "refuses-invalid-member": "MUST" },
      why: "Plant/properties/height has a type and bounds, and NewPlant refers to Plant",
    },
    {
      name: "answers with a height that is text",
      steps: replacing(
        heightAdded,
        answering((plant) => ({ ...plant, height: "unknown" })),
      ),
      breaks: { "plant-shape": "MUST" },
      why: "the 200 is a Plant, whose height is an integer",
    },
    {
      name: "refuses a height",
      steps: replacing(heightAdded, ({ isValid }) => ({
        isValid: (body) => isValid(body) && !("height" in membersOf(body)),
      })),
      breaks: { "accepts-valid-plant": "MUST" },
      why: "a NewPlant with a height is valid, and rule 1 answers it with 200",
    },
  ],
};

const idOptional = plantStore({ [`${NEW_PLANT}/allOf/1/required`]: undefined });

const requiredMadeOptional: Judged = {
  name: "a required property made optional",
  text: idOptional.text,
  rights: differing(idOptional),
  wrongs: [
    {
      name: "refuses a body without an id",
      steps: replacing(idOptional, ({ isValid }) => ({ isValid: (body) => isValid(body) && "id" in membersOf(body) })),
      breaks: { "accepts-valid-plant": "MUST" },
      why: "NewPlant requires the name alone",
    },
  ],
};

const tagNeeded = plantStore({ [`${PLANT}/required`]: ["name", "tag"] });

const optionalMadeRequired: Judged = {
  name: "an optional property made required",
  text: tagNeeded.text,
  rights: differing(tagNeeded),
  wrongs: [
    {
      name: "takes a body without a tag",
      steps: replacing(tagNeeded, (plain) => ({
        ...takingAs((plant) => ({ tag: "none", ...plant }))(plain),
        accept: (body) => plain.accept({ tag: "none", ...membersOf(body) }),
      })),
      breaks: { "refuses-missing-member": "MUST", "matches-member-names-exactly": "MUST" },
      why: "NewPlant refers to Plant, which requires the tag, and a member Tag is another one",
    },
    {
      name: "answers without the tag",
      steps: replacing(tagNeeded, () => ({ accept: (body) => json(200, { name: membersOf(body)["name"] }) })),
      breaks: { "plant-shape": "MUST", "returns-tag": "SHOULD" },
      why: "the 200 is a Plant, which requires the tag, and the tag that was sent does not come back",
      isWrongBefore: true,
    },
  ],
};

const bounded = plantStore({ [`${PLANT}/properties/name`]: { type: "string", minLength: 2, maxLength: 60 } });
/** Replaces a string as the name by a valid one. A name of another type stays the same. */
function withFern(plant: BodyMembers): BodyMembers {
  return typeof plant["name"] === "string" ? { ...plant, name: "Fern" } : plant;
}

const nameOf = (body: unknown): string => String(membersOf(body)["name"]);
const lengthOf = (body: unknown): number => Array.from(nameOf(body)).length;
/** Takes names of the bounds that also pass a test of its own. */
const alsoTesting = (test: (name: string) => boolean): Steps =>
  replacing(bounded, ({ isValid }) => ({ isValid: (body) => isValid(body) && test(nameOf(body)) }));

const bounds: Judged = {
  name: "bounds on the length of a string",
  text: bounded.text,
  rights: [
    ...differing(bounded),
    { name: "takes names of ASCII alone", steps: alsoTesting((name) => /^[ -~]*$/u.test(name)) },
  ],
  wrongs: [
    {
      name: "takes names of any length",
      steps: replacing(bounded, (plain) => ({
        ...takingAs(withFern)(plain),
        accept: (body) => plain.accept(plain.isValid(body) ? body : withFern(membersOf(body))),
      })),
      breaks: { "refuses-invalid-member": "MUST", "returns-name": "SHOULD" },
      why: "minLength 2 and maxLength 60 decide which names are valid, so that no other can be returned in a Plant",
    },
    {
      name: "refuses names above 50 characters",
      steps: replacing(bounded, ({ isValid }) => ({ isValid: (body) => isValid(body) && lengthOf(body) <= 50 })),
      breaks: { "accepts-valid-plant": "MUST" },
      why: "maxLength 60 allows a name of 60 characters",
    },
    {
      name: "counts UTF-16 code units up to 60",
      steps: alsoTesting((name) => name.length <= 60),
      breaks: { "accepts-valid-plant": "MUST" },
      why: "maxLength counts characters (JSON Schema Validation section 6.3.1)",
    },
    {
      name: "counts bytes up to 60",
      steps: alsoTesting((name) => Buffer.byteLength(name) <= 60),
      breaks: { "accepts-valid-plant": "MUST" },
      why: "maxLength counts characters (JSON Schema Validation section 6.3.1)",
    },
    {
      name: "answers with one letter for the name",
      steps: replacing(
        bounded,
        answering((plant) => ({ ...plant, name: "P" })),
      ),
      breaks: { "plant-shape": "MUST", "returns-name": "SHOULD" },
      why: "the 200 is a Plant, whose name has two characters or more, and this is not the name that was sent",
    },
  ],
};

const listed = plantStore({ [`${PLANT}/properties/tag`]: { type: "string", enum: ["tree", "shrub", "herb", "moss"] } });

const enumeration: Judged = {
  name: "an enumeration",
  text: listed.text,
  rights: differing(listed),
  wrongs: [
    {
      name: "takes any tag that is text",
      steps: replacing(listed, (plain) => ({
        ...takingAs((plant) => (typeof plant["tag"] === "string" ? without(plant, "tag") : plant))(plain),
        accept: (body) => plain.accept(plain.isValid(body) ? body : without(membersOf(body), "tag")),
      })),
      breaks: { "refuses-invalid-member": "MUST" },
      why: "the enum of the tag decides which tags are valid",
    },
    {
      name: "answers with a tag outside of the list where none was sent",
      steps: replacing(
        listed,
        answering((plant) => ({ tag: "plant", ...plant })),
      ),
      breaks: { "plant-shape": "MUST" },
      why: "the 200 is a Plant, whose tag is one of the list",
      isWrongBefore: true,
    },
  ],
};

const patterned = plantStore({ [`${PLANT}/properties/name`]: { type: "string", pattern: "^[A-Za-z][A-Za-z ]*$" } });

const pattern: Judged = {
  name: "a pattern",
  text: patterned.text,
  rights: differing(patterned),
  wrongs: [
    {
      name: "takes names that do not match",
      steps: replacing(patterned, (plain) => ({
        ...takingAs(withFern)(plain),
        accept: (body) => plain.accept(plain.isValid(body) ? body : withFern(membersOf(body))),
      })),
      breaks: { "refuses-invalid-member": "MUST" },
      why: "the pattern of the name decides which names are valid",
    },
  ],
};

const narrower = plantStore({ [`${NEW_PLANT}/allOf/1/properties/id`]: { type: "integer", format: "int32" } });

const format: Judged = {
  name: "a narrower format",
  text: narrower.text,
  rights: differing(narrower),
  wrongs: [
    {
      name: "takes ids beyond int32",
      steps: replacing(
        narrower,
        takingAs((plant) => (isInt64(plant["id"]) ? { ...plant, id: 7 } : plant)),
      ),
      breaks: { "refuses-number-beyond-int32": "SHOULD" },
      why: "the format of the id says which integers are meant; as an annotation it does not decide which are valid",
    },
  ],
};

function isInt64(id: unknown): boolean {
  return typeof id === "number" && Number.isInteger(id) && id >= -(2 ** 63) && id < 2 ** 63;
}

const closed = plantStore({ [`${NEW_PLANT}/unevaluatedProperties`]: false });

const noOthers: Judged = {
  name: "no other properties",
  text: closed.text,
  rights: differing(closed),
  wrongs: [
    {
      name: "takes members that NewPlant does not name",
      steps: replacing(
        closed,
        takingAs(({ id, name, tag }) => ({ id, name, ...(tag === undefined ? {} : { tag }) })),
      ),
      breaks: { "refuses-invalid-member": "MUST" },
      why: "unevaluatedProperties: false makes a NewPlant with other members invalid",
    },
  ],
};

/** Each revision changes one thing. */
export const requestRevisions: readonly Judged[] = [
  propertyAdded,
  requiredMadeOptional,
  optionalMadeRequired,
  bounds,
  enumeration,
  pattern,
  format,
  noOthers,
];
