/** All mutants, by topic. */
import { authenticationMutants } from "./authentication.ts";
import { letThroughMutants } from "./bodies-let-through.ts";
import { errorBodyMutants } from "./error-body.ts";
import { errorShapeMutants } from "./error-shape.ts";
import { furtherFieldMutants } from "./further-fields.ts";
import { givenBackMutants } from "./given-back.ts";
import { connectionMutants } from "./connections.ts";
import { httpMutants } from "./http.ts";
import { leftOutMutants } from "./left-out.ts";
import { lettingInMutants } from "./letting-in.ts";
import { lookedUpMutants } from "./looked-up.ts";
import { malformedMutants } from "./malformed.ts";
import { memberMutants } from "./members.ts";
import { misreadValueMutants } from "./misread-values.ts";
import { moreReadingMutants } from "./more-readings.ts";
import type { Mutant } from "./mutant.ts";
import { objectMutants } from "./objects.ts";
import { oddTextMutants } from "./odd-texts.ts";
import { operationMutants } from "./operation.ts";
import { plantEncodingMutants } from "./plant-encoding.ts";
import { plantShapeMutants } from "./plant-shape.ts";
import { shapeMutants } from "./shapes.ts";
import { spellingMutants } from "./spellings.ts";
import { statusMutants } from "./statuses.ts";
import { textMutants } from "./texts.ts";
import { wayMutants } from "./ways.ts";

export type { Mutant } from "./mutant.ts";

export const mutants: readonly Mutant[] = [
  ...operationMutants,
  ...plantEncodingMutants,
  ...plantShapeMutants,
  ...givenBackMutants,
  ...oddTextMutants,
  ...errorBodyMutants,
  ...errorShapeMutants,
  ...textMutants,
  ...malformedMutants,
  ...letThroughMutants,
  ...objectMutants,
  ...memberMutants,
  ...shapeMutants,
  ...statusMutants,
  ...spellingMutants,
  ...misreadValueMutants,
  ...lettingInMutants,
  ...leftOutMutants,
  ...authenticationMutants,
  ...httpMutants,
  ...connectionMutants,
  ...wayMutants,
  ...furtherFieldMutants,
  ...moreReadingMutants,
  ...lookedUpMutants,
];
