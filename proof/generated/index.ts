/** Small copies of generated servers and of older versions of a stack: the tools themselves take minutes to build. */
import type { Stack } from "../real/stack.ts";
import { expressServer, expressServerWithTheBodyRead } from "./nodejs-express-server.ts";
import { poem, poemFixed } from "./poem.ts";
import { rustAxum } from "./rust-axum.ts";
import { springBoot3 } from "./spring-boot-3.ts";

export const copies: readonly Stack[] = [
  expressServer,
  expressServerWithTheBodyRead,
  springBoot3,
  rustAxum,
  poem,
  poemFixed,
];
