/** All ecosystems other than npm, the slowest to build first. */
import type { Ecosystem } from "./ecosystem.ts";
import { go } from "./go/index.ts";
import { javaEcosystem } from "./java/index.ts";
import { php } from "./php/index.ts";
import { python } from "./python/index.ts";
import { ruby } from "./ruby/index.ts";
import { rust } from "./rust/index.ts";

export const ecosystems: readonly Ecosystem[] = [rust, javaEcosystem, go, python, php, ruby];
