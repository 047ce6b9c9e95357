/** The stacks from npm, in the order in which they are tested: each as it comes, then mended. */
import { expressByHand } from "./express-by-hand.ts";
import { expressByHandMended } from "./express-by-hand-mended.ts";
import { expressOpenapiValidator } from "./express-openapi-validator.ts";
import { expressOpenapiValidatorMended } from "./express-openapi-validator-mended.ts";
import { fastifyAsItComes } from "./fastify.ts";
import { fastifyMended } from "./fastify-mended.ts";
import { honoAsItComes } from "./hono.ts";
import { honoMended } from "./hono-mended.ts";
import type { Stack } from "./stack.ts";

export const stacks: readonly Stack[] = [
  expressOpenapiValidator,
  expressOpenapiValidatorMended,
  fastifyAsItComes,
  fastifyMended,
  honoAsItComes,
  honoMended,
  expressByHand,
  expressByHandMended,
];
