/** What each revision of this folder changes, worked out by hand from its document. */
import { expect, test } from "vitest";
import { compareOperations } from "../../spec/difference/operation-difference.ts";
import type { DocumentChange, DocumentDifference } from "../../spec/difference/document-difference.ts";
import { readOperation } from "../../spec/read-operation.ts";
import { catalogueFor } from "../../spec/document-catalogue.ts";
import { notApplicableIn } from "../../suites/checks/check-applicability.ts";
import { answerRevisions } from "./answer-revisions.ts";
import { requestRevisions } from "./request-revisions.ts";
import { revised } from "./revision.ts";

const before = compared(revised({ "/info/version": "1.0.0" }));

function compared(text: string): Parameters<typeof compareOperations>[0] {
  const operation = readOperation(text);
  const inapplicable = notApplicableIn(operation);
  return { operation, catalogue: catalogueFor(operation).filter(({ id }) => !inapplicable.has(id)) };
}

function lines(changes: readonly DocumentChange<string>[]): readonly string[] {
  return changes.map(({ kind, level, requirement, what }) => `${kind}: ${level} ${requirement}: ${what}`);
}

/** The expected differences of a revision. */
interface Expected {
  readonly providers: readonly string[];
  readonly consumers: readonly string[];
  readonly canFail: readonly [providers: boolean, consumers: boolean];
}

/** What a schema for both the request and the success newly requires. */
function both(...all: readonly string[]): Pick<Expected, "providers" | "consumers"> {
  const each = (line: string): readonly string[] => all.map((what) => line.replace("#", () => what));
  return {
    providers: [
      ...each("new-demand: MUST refuses-invalid-member: in a request, #"),
      ...each("no-longer-free: MUST plant-shape: in a success, #"),
    ],
    consumers: [
      ...each("request-refused: MUST refuses-invalid-member: in a request, #"),
      ...each("answer-gone: MUST plant-shape: in a success, #"),
    ],
  };
}

/** The expected differences, by the name of the revision. */
const expected: Readonly<Record<string, Expected>> = {
  // Before, `height` could have any value. Now it has a type and limits, in both directions. A consumer of the earlier
  // document hardly sends one.
  "a property added": {
    providers: both("the optional member `height` is added").providers,
    consumers: [
      "request-checked: MUST refuses-invalid-member: in a request, the optional member `height` is added",
      "answer-gone: MUST plant-shape: in a success, the optional member `height` is added",
    ],
    canFail: [true, false],
  },
  // A provider had to refuse a body without an id, and now has to accept it. A consumer's request stays valid.
  "a required property made optional": {
    providers: ["new-demand: MUST accepts-valid-plant: in a request, `id` is no longer required"],
    consumers: ["request-accepted: MUST accepts-valid-plant: in a request, `id` is no longer required"],
    canFail: [true, false],
  },
  // A body without a tag was accepted, and a 200 without one was a Plant.
  "an optional property made required": {
    providers: [
      "new-demand: MUST refuses-missing-member: in a request, `tag` is required, and was not",
      "no-longer-free: MUST plant-shape: in a success, `tag` is required, and was not",
    ],
    consumers: [
      "request-refused: MUST refuses-missing-member: in a request, `tag` is required, and was not",
      "answer-gone: MUST plant-shape: in a success, `tag` is required, and was not",
    ],
    canFail: [true, true],
  },
  "bounds on the length of a string": {
    ...both("minLength of `name` is 2, and there was none", "maxLength of `name` is 60, and there was none"),
    canFail: [true, true],
  },
  "an enumeration": {
    ...both('enum of `tag` is ["tree","shrub","herb","moss"], and there was none'),
    canFail: [true, true],
  },
  "a pattern": { ...both("pattern of `name` is ^[A-Za-z][A-Za-z ]*$, and there was none"), canFail: [true, true] },
  // Only the request has the id.
  "a narrower format": {
    providers: ["new-demand: SHOULD refuses-number-beyond-int32: in a request, format of `id` is int32, and was int64"],
    consumers: [
      "request-refused: SHOULD refuses-number-beyond-int32: in a request, format of `id` is int32, and was int64",
    ],
    canFail: [false, true],
  },
  // The schema of the 200 is Plant, which stays open.
  "no other properties": {
    providers: [
      "new-demand: MUST refuses-invalid-member: in a request, each member that is not named is no longer allowed",
    ],
    consumers: [
      "request-refused: MUST refuses-invalid-member: in a request, each member that is not named is no longer allowed",
    ],
    canFail: [true, true],
  },
  // The provider could choose the status and the body for a missing token. A consumer had to expect any.
  "a documented 401 with a body": {
    providers: [
      "no-longer-free: MUST error-shape: the body of a 401 is shown, and was not",
      "no-longer-free: MUST missing-token: it was open, and is a MUST",
    ],
    consumers: [],
    canFail: [true, false],
  },
  "a documented 409": {
    providers: [
      "no-longer-free: MUST error-shape: the body of a 409 is shown, and was not",
      "no-longer-free: MUST duplicate-id: it was open, and is a MUST",
      "no-longer-free: MUST duplicate-id-other-body: it was open, and is a MUST",
    ],
    consumers: [],
    canFail: [true, false],
  },
  "201 for 200": {
    providers: ["new-demand: MUST accepts-valid-plant: a valid request is answered with 201 instead of 200"],
    consumers: ["answer-added: MUST accepts-valid-plant: a valid request is answered with 201 instead of 200"],
    canFail: [true, true],
  },
  "a second media type of the failure": {
    providers: [
      "now-free: MUST error-media-type: the media type of a failure is application/json or application/problem+json instead of application/json",
    ],
    consumers: [
      "answer-added: MUST error-media-type: the media type of a failure is application/json or application/problem+json instead of application/json",
    ],
    canFail: [false, true],
  },
};

test.each([...requestRevisions, ...answerRevisions].map((revision) => [revision.name, revision] as const))(
  "%s",
  (name, { text }) => {
    const { providers, consumers, ...difference }: DocumentDifference = compareOperations(before, compared(text));
    expect({
      providers: lines(providers),
      consumers: lines(consumers),
      canFail: [difference.providersCanFail, difference.consumersCanFail],
    }).toEqual(expected[name]);
  },
);
