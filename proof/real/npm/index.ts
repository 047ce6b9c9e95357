/** The stacks from npm, in the order in which they are tested. */
import { express4ByHand, express5ByHand } from "./express-by-hand.ts";
import { express4ByHandFixed, express5ByHandFixed } from "./express-by-hand-fixed.ts";
import { express4OpenapiValidator, express5OpenapiValidator } from "./express-openapi-validator.ts";
import { express4OpenapiValidatorFixed, express5OpenapiValidatorFixed } from "./express-openapi-validator-fixed.ts";
import { fastifyAsItComes, fastifyWithoutCoercion } from "./fastify.ts";
import { fastifyFixed } from "./fastify-fixed.ts";
import { honoAsItComes } from "./hono.ts";
import { honoFixed } from "./hono-fixed.ts";
import { nest } from "./nest.ts";
import { nestFixed } from "./nest-fixed.ts";
import { prism } from "./prism.ts";
import type { Stack } from "../stack.ts";

export const stacks: readonly Stack[] = [
  express5OpenapiValidator,
  express5OpenapiValidatorFixed,
  express4OpenapiValidator,
  express4OpenapiValidatorFixed,
  fastifyAsItComes,
  fastifyWithoutCoercion,
  fastifyFixed,
  honoAsItComes,
  honoFixed,
  nest,
  nestFixed,
  express5ByHand,
  express5ByHandFixed,
  express4ByHand,
  express4ByHandFixed,
  prism,
];
