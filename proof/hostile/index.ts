/** All hostile providers. */
import { changes } from "./changing.ts";
import { echoes } from "./echoes.ts";
import { ends } from "./ends.ts";
import { floods } from "./floods.ts";
import { framing } from "./framing.ts";
import type { Hostile } from "./hostile.ts";
import { http2 } from "./http2-providers.ts";
import { incomplete } from "./incomplete-answers.ts";
import { json } from "./json-bodies.ts";
import { redirects } from "./redirects.ts";
import { said } from "./said.ts";
import { silence } from "./silence.ts";

/** The hostile providers, by what they do. */
export const hostile: Readonly<Record<string, readonly Hostile[]>> = {
  silence,
  ends,
  framing,
  "incomplete answers": incomplete,
  floods,
  json,
  redirects,
  said,
  echoes,
  changes,
  "over HTTP/2": http2,
};
