/** The checks of every answer with one documented status, a success or a failure. */
import type { Finding } from "../../result/result.ts";
import type { DescribedResponse } from "../../spec/described-responses.ts";
import type { Validator } from "../../spec/validators.ts";
import { notApplicable } from "./applicability.ts";
import { bodyIsJson, mediaTypeIs, onlyJson, shapeIs } from "./body-questions.ts";
import { invariant } from "./check-forms.ts";
import type { Check, History, Sent } from "./check.ts";
import { answersOfOperation } from "./exchange-facts.ts";
import type { FindingsIfRead } from "./judges.ts";

/** Makes the checks of one documented status. */
export interface EveryAnswer {
  readonly ofAll: (requirement: string, title: string, ask: (sent: Sent) => FindingsIfRead) => Check;
  /** Makes a check of the answers whose body is JSON. */
  readonly ofJson: (requirement: string, title: string, ask: (sent: Sent) => readonly Finding[]) => Check;
}

/** Makes the checks of the answers with the status of a response, at the operation's path. */
export function everyAnswer(path: string, response: DescribedResponse): EveryAnswer {
  const ofAll = everyOf(path, response);
  const inJson = onlyJson(response);
  return { ofAll, ofJson: (requirement, title, ask) => ofAll(requirement, title, inJson(ask)) };
}

/** Makes checks of the answers with one status, whatever the media types of their bodies are. */
export function everyOf(
  path: string,
  { status, schemaPath }: Pick<DescribedResponse, "status" | "schemaPath">,
): EveryAnswer["ofAll"] {
  const select = (run: History): readonly Sent[] => answersOfOperation(run, path, (seen) => seen === status);
  const basis = `the response ${status} of the document (${schemaPath})`;
  return (requirement, title, ask) =>
    invariant({ requirement, slug: `every-${status}`, title, basis }, { what: `a ${status}`, select, ask });
}

/** Checks that an answer has a documented media type, and that its body is JSON that matches the schema. */
export function bodyChecks(
  { ofAll, ofJson }: EveryAnswer,
  { status, mediaTypes }: DescribedResponse,
  { of, schema, validate }: { readonly of: "plant" | "error"; readonly schema: string; readonly validate: Validator },
): readonly Check[] {
  const types = mediaTypes.join(" or ");
  const ofType = ofAll(`${of}-media-type`, `The media type of every ${status} is ${types}`, mediaTypeIs(...mediaTypes));
  return [
    mediaTypes.includes("*/*") ? notApplicable(ofType, `the document allows every media type with ${status}`) : ofType,
    ofJson(`${of}-encoding`, `The body of every ${status} is JSON in UTF-8`, bodyIsJson),
    ofJson(`${of}-shape`, `The body of every ${status} matches ${schema}`, shapeIs(validate)),
  ];
}
