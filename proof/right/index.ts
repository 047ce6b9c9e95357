/** All correct providers. */
import { accusedOnce } from "./accused-once.ts";
import { answers } from "./answers.ts";
import { authentication } from "./authentication.ts";
import { bodies } from "./bodies.ts";
import { duplicates } from "./duplicates.ts";
import { idleConnections } from "./idle-connections.ts";
import { lenientReaders } from "./lenient-readers.ts";
import { negotiation } from "./negotiation.ts";
import { otherRequests } from "./other-requests.ts";
import { plainest } from "./plainest.ts";
import type { Right } from "./right.ts";
import { transports } from "./transports.ts";
import { values } from "./values.ts";
import { words } from "./words.ts";

/** The correct providers, grouped by the topic of their freedom. */
export const kinds = {
  plainest: [plainest],
  duplicates,
  values,
  words,
  accusedOnce,
  authentication,
  bodies,
  lenientReaders,
  answers,
  transports,
  idleConnections,
  otherRequests,
  negotiation,
} as const satisfies Readonly<Record<string, readonly Right[]>>;

/** The providers whose freedom concerns what the store contains: a second run finds the plants of the first. */
export const storing: readonly Right[] = [plainest, ...duplicates, ...values, ...accusedOnce];

export const rights: readonly Right[] = Object.values(kinds).flat();
