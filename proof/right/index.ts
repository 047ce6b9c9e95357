/** Every provider that is right. */
import { accusedOnce } from "./accused-once.ts";
import { answers } from "./answers.ts";
import { authentication } from "./authentication.ts";
import { bodies } from "./bodies.ts";
import { duplicates } from "./duplicates.ts";
import { negotiation } from "./negotiation.ts";
import { otherRequests } from "./other-requests.ts";
import { plainest } from "./plainest.ts";
import type { Right } from "./right.ts";
import { transports } from "./transports.ts";
import { values } from "./values.ts";

/** The right providers, by what their freedom is about. */
export const kinds = {
  plainest: [plainest],
  duplicates,
  values,
  accusedOnce,
  authentication,
  bodies,
  answers,
  transports,
  otherRequests,
  negotiation,
} as const satisfies Readonly<Record<string, readonly Right[]>>;

/** Those whose freedom is about what the store holds or takes: a second run finds the plants of the first there. */
export const storing: readonly Right[] = [plainest, ...duplicates, ...values, ...accusedOnce];

export const rights: readonly Right[] = Object.values(kinds).flat();
