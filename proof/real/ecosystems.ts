/** Every ecosystem beside npm, those that take longest to build first. */
import type { Ecosystem } from "./ecosystem.ts";
import { go } from "./go/index.ts";
import { python } from "./python/index.ts";

export const ecosystems: readonly Ecosystem[] = [go, python];
