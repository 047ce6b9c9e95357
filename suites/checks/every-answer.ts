/** The checks of every answer with one documented status, a success or a failure. */
import { defined } from "../../spec/defined.ts";
import type { DescribedResponse } from "../../spec/described-responses.ts";
import { componentAt } from "../../spec/document-words.ts";
import type { Operation } from "../../spec/read-operation.ts";
import type { Validator } from "../../spec/validators.ts";
import { notApplicable } from "./applicability.ts";
import { bodyIsJson, isForSchema, mediaTypeIs, shapeIs } from "./answer-body.ts";
import { invariant } from "./check-forms.ts";
import type { Check, History, OccasionKind, Sent } from "./check.ts";
import { answersOfOperation } from "./exchange-facts.ts";
import { type FindingsIfRead, ofBody } from "./judges.ts";

type MakeCheck = (requirement: string, title: string, ask: (sent: Sent) => FindingsIfRead) => Check;

/**
 * Makes the checks of the answers with the status of a response, at the operation's path: of all; of those that the
 * schema is for, which are in no other documented media type; and of those of them that are JSON, because other text
 * gives no occasion, and is no evidence.
 */
export function everyAnswer(
  path: string,
  response: DescribedResponse,
): Readonly<Record<"ofAll" | "ofSchema" | "ofJson", MakeCheck>> {
  const isMeant = isForSchema(response);
  const isJson = (sent: Sent): boolean => isMeant(sent) && sent.answer?.reading.as !== "nothing";
  const { status } = response;
  return {
    ofAll: everyOf(path, response),
    ofSchema: everyOf(path, response, { what: `a ${status}`, isMeant }),
    ofJson: everyOf(path, response, { what: `a ${status} in JSON`, isMeant: isJson }),
  };
}

/** Makes checks of the answers with one status, or of those among them that are meant. */
export function everyOf(
  path: string,
  { status, schemaPath }: Pick<DescribedResponse, "status" | "schemaPath">,
  { what, isMeant } = { what: `a ${status}`, isMeant: (_sent: Sent): boolean => true },
): MakeCheck {
  const select = (run: History): readonly Sent[] =>
    answersOfOperation(run, path, (seen) => seen === status).filter(isMeant);
  const basis = `the response ${status} of the document (${schemaPath})`;
  const given = defined({ occasion: occasionOf(status) });
  return (requirement, title, ask) =>
    invariant({ requirement, slug: `every-${status}`, title, basis, ...given }, { what, select, ask });
}

function occasionOf(status: number): OccasionKind | undefined {
  if (status === 401) return "no-token";
  return status >= 400 ? "refused-body" : undefined;
}

/** Checks that an answer has a documented media type, and that its body is JSON that matches the schema. */
export function bodyChecks(
  { path, document }: Operation,
  response: DescribedResponse,
  { of, validate }: { readonly of: "plant" | "error"; readonly validate: Validator },
): readonly Check[] {
  const { ofAll, ofSchema, ofJson } = everyAnswer(path, response);
  const { status, mediaTypes, schemaPath } = response;
  const types = mediaTypes.join(" or ");
  const ofType = ofAll(`${of}-media-type`, `The media type of every ${status} is ${types}`, mediaTypeIs(...mediaTypes));
  const schema = componentAt(document, schemaPath) ?? "its schema";
  return [
    mediaTypes.includes("*/*") ? notApplicable(ofType, `the document allows every media type with ${status}`) : ofType,
    ofSchema(`${of}-encoding`, `The body of every ${status} is JSON in UTF-8`, ofBody(bodyIsJson)),
    ofJson(`${of}-shape`, `The body of every ${status} matches ${schema}`, ofBody(shapeIs(validate))),
  ];
}
