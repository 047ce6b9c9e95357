/** The stacks, in the order in which they are tested. */
import { expressOpenapiValidator } from "./express-openapi-validator.ts";
import { fastifyAsItComes } from "./fastify.ts";
import { honoWithZod } from "./hono.ts";
import type { Stack } from "./stack.ts";

export const stacks: readonly Stack[] = [expressOpenapiValidator, fastifyAsItComes, honoWithZod];
