/** A document whose request and success share a schema with members for only one direction. */
import { type Judged, answering, membersOf, replacing, without } from "./revision.ts";
import { documentOf, smallService } from "./small-document.ts";

const user = {
  type: "object",
  required: ["id", "name", "password"],
  properties: {
    id: { type: "integer", readOnly: true },
    createdAt: { type: "string", readOnly: true },
    name: { type: "string", minLength: 2 },
    password: { type: "string", writeOnly: true },
    nickname: { anyOf: [{ type: "string", maxLength: 8 }, { type: "null" }] },
  },
};
const accounts = smallService(documentOf({ request: user, success: user }));

/** Accepts a body as if it had the id, which only an answer has. */
const withoutId: Parameters<typeof replacing>[1] = ({ isValid }) => ({
  isValid: (body) => isValid({ id: 1, ...membersOf(body) }) && Object.keys(membersOf(body)).length > 0,
});

export const users: Judged = {
  name: "users with members of one direction",
  text: accounts.text,
  rights: [
    { name: "returns the password and an id", steps: replacing(accounts, withoutId) },
    {
      name: "refuses a body with an id, and returns no password",
      steps: replacing(accounts, (plain) => ({
        isValid: (body) => !("id" in membersOf(body)) && withoutId(plain).isValid?.(body) === true,
        ...answering((made) => without(made, "password"))(plain),
      })),
    },
  ],
  wrongs: [
    {
      name: "answers without an id",
      steps: replacing(accounts, (plain) => ({
        ...withoutId(plain),
        ...answering((made) => without(made, "id"))(plain),
      })),
      breaks: { "plant-shape": "MUST" },
      why: "the id is required, and for answers alone",
    },
    {
      name: "requires the id",
      steps: replacing(accounts, () => ({})),
      breaks: { "accepts-valid-plant": "MUST" },
      why: "the id is readOnly, so that a request has none",
    },
    {
      name: "takes a user without a password",
      steps: replacing(accounts, (plain) => ({
        isValid: (body) =>
          withoutId(plain).isValid?.({ password: "x", ...membersOf(body) }) === true && "name" in membersOf(body),
      })),
      breaks: { "refuses-missing-member": "MUST", "matches-member-names-exactly": "MUST" },
      why: "the password is required in a request",
    },
    {
      name: "refuses null for the nickname",
      steps: replacing(accounts, (plain) => ({
        isValid: (body) => withoutId(plain).isValid?.(body) === true && membersOf(body)["nickname"] !== null,
      })),
      breaks: { "accepts-valid-plant": "MUST" },
      why: "one of the two schemas of the nickname allows null",
    },
  ],
};
