/** Stacks beyond npm: programs in other languages, installed from their own ecosystem and started as processes. */
import type { Stack } from "./stack.ts";

/** A program and its arguments, run in the ecosystem's folder. A path of a program is relative to that folder. */
export type Command = readonly [program: string, ...args: readonly string[]];

/** A stack whose server is a process. It gets its port in PORT and its only token in PLANT_STORE_TOKEN. */
export type ProcessStack = Omit<Stack, "start"> & { readonly run: Command };

/** One language with its tools, its packages and its stacks. What is installed and built goes into `.build`. */
export interface Ecosystem {
  readonly name: string;
  /** The folder beside this file. */
  readonly folder: string;
  /** Commands that succeed if the tools are installed, for example `--version`. */
  readonly tools: readonly Command[];
  /**
   * Download the packages, in exact versions. A failure comes from the registry or the network: the stacks are skipped.
   */
  readonly fetch: readonly Command[];
  /** Build without the network: a failure is a fault of this project. */
  readonly build: readonly Command[];
  readonly stacks: readonly ProcessStack[];
}
