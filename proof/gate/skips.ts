/**
 * The tests that a machine skips, and why. A test is skipped only for something in this list that the machine lacks;
 * the reporter prints the reasons, and fails the run for any other skip where `CI` is set.
 */
import { beforeEach } from "vitest";

/** What a machine may lack, and what needs it. */
const OPTIONAL = {
  Linux: "files of /proc, devices such as /dev/full, and the queue of connections",
  "a POSIX system": "signals, pipes and modes of files",
  Chromium: "the HTML pages, as a browser shows them",
  "a terminal": "what is printed into one, by `script` or Python's pty",
  "a shell": "what other shells complete",
  Python: "the runner of the vectors",
  curl: "the commands that reports show",
  openssl: "signatures, verified by somebody else",
  Pact: "the optional peer dependency",
  "a gateway": "nginx, lighttpd or Apache before a provider",
  "a language": "recipes, stacks and tools of other languages",
  "a registry": "packages that are installed for a test",
  "a container runtime": "the image",
} as const;

/** Something that a machine may lack. */
export type Lackable = keyof typeof OPTIONAL;

/** The reason of a skipped test: `needs Chromium: name one with CHROMIUM=/path`. */
export function needs(what: Lackable, detail?: string): string {
  return detail === undefined ? `needs ${what}` : `needs ${what}: ${detail}`;
}

/** Skips the tests of the `describe` around it if there is a reason to. */
export function skipFor(reason: string | undefined): void {
  beforeEach(({ skip }) => {
    if (reason !== undefined) skip(reason);
  });
}

/** Whether a reason names something in the list. */
export function isExpected(reason: string | undefined): boolean {
  const what = /^needs ([^:]+)/.exec(reason ?? "")?.[1];
  return what !== undefined && Object.hasOwn(OPTIONAL, what);
}
