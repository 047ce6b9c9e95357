/** Every mutant, topic by topic. */
import { errorAnswerMutants, plantAnswerMutants } from "./answers.ts";
import { authenticationMutants, headerMutants, httpMutants } from "./around.ts";
import { bodyMutants } from "./bodies.ts";
import type { Mutant } from "./mutant.ts";
import { operationMutants } from "./operation.ts";

export type { Mutant } from "./mutant.ts";

export const mutants: readonly Mutant[] = [
  ...operationMutants,
  ...plantAnswerMutants,
  ...errorAnswerMutants,
  ...bodyMutants,
  ...authenticationMutants,
  ...headerMutants,
  ...httpMutants,
];
