/** A provider built on a stack that people use, as an ordinary engineer would write it from the OpenAPI document. */
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";

export interface RunningStack {
  readonly url: string;
  readonly stop: () => Promise<void>;
}

export interface Stack {
  readonly name: string;
  readonly start: (token: string) => Promise<RunningStack>;
  readonly expected: {
    readonly verdict: "conformant" | "non-conformant";
    /** Every MUST and SHOULD that is not met, with the reason, worked out by hand from the stack's documents and code. */
    readonly broken: Readonly<Record<string, string>>;
  };
}

/** A server that listens on a free port of the loopback interface, and is stopped with its connections. */
export async function running(server: Server): Promise<RunningStack> {
  if (!server.listening) await new Promise<void>((resolve) => server.once("listening", resolve));
  const { port } = server.address() as AddressInfo;
  const stop = async (): Promise<void> => {
    const closed = new Promise((resolve) => server.close(resolve));
    server.closeAllConnections();
    await closed;
  };
  return { url: `http://127.0.0.1:${port}`, stop };
}

/** What the providers keep. An id that exists is overwritten: a freedom that the document leaves. */
export interface StoredPlant {
  readonly id: number;
  readonly name: string;
  readonly tag?: string | undefined;
}
