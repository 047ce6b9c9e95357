/** The stacks from npm, in the order in which they are tested. */
import { express4ByHand, express5ByHand } from "./express-by-hand.ts";
import { express4ByHandMended, express5ByHandMended } from "./express-by-hand-mended.ts";
import { express4OpenapiValidator, express5OpenapiValidator } from "./express-openapi-validator.ts";
import { express4OpenapiValidatorMended, express5OpenapiValidatorMended } from "./express-openapi-validator-mended.ts";
import { fastifyAsItComes, fastifyWithoutCoercion } from "./fastify.ts";
import { fastifyMended } from "./fastify-mended.ts";
import { honoAsItComes } from "./hono.ts";
import { honoMended } from "./hono-mended.ts";
import { nest } from "./nest.ts";
import { nestMended } from "./nest-mended.ts";
import { prism } from "./prism.ts";
import type { Stack } from "../stack.ts";

export const stacks: readonly Stack[] = [
  express5OpenapiValidator,
  express5OpenapiValidatorMended,
  express4OpenapiValidator,
  express4OpenapiValidatorMended,
  fastifyAsItComes,
  fastifyWithoutCoercion,
  fastifyMended,
  honoAsItComes,
  honoMended,
  nest,
  nestMended,
  express5ByHand,
  express5ByHandMended,
  express4ByHand,
  express4ByHandMended,
  prism,
];
