/** What passes on connections, written one after the other into bytes that a thread can be handed, and read back. */

/** What happens on a connection, or in place of one. */
const KINDS = ["client", "server", "server-ended", "closed", "given-up", "unreached"] as const;

/** Something that happened on a connection. */
export interface WireEvent {
  readonly kind: (typeof KINDS)[number];
  /** The number of the connection. */
  readonly connection: number;
  /** What the client or the server sent; why the server could not be reached, in UTF-8; nothing of the others. */
  readonly bytes: Uint8Array;
}

/** Events that are collected. */
export interface WireBatch {
  /** Copies an event. */
  readonly add: (event: WireEvent) => void;
  /** Hands over what was added. */
  readonly flush: () => void;
}

/** Before the bytes of an event: its kind, the number of the connection, and how many bytes follow. */
const HEAD_BYTES = 9;

/** The bytes that an event takes in a batch. */
export function sizeOfEvent({ bytes }: WireEvent): number {
  return HEAD_BYTES + bytes.length;
}

/**
 * Collects events.
 * @param capacity bytes of a batch, which is handed over when they are full; an event that is longer has a batch of its own
 * @param full called with the events, in memory of their own
 */
export function openWireBatch(capacity: number, full: (batch: Uint8Array<ArrayBuffer>) => void): WireBatch {
  let batch = Buffer.alloc(0);
  let used = 0;
  const flush = (): void => {
    if (used > 0) full(batch.subarray(0, used));
    [batch, used] = [Buffer.alloc(0), 0];
  };
  return {
    add: (event) => {
      const size = sizeOfEvent(event);
      if (used + size > batch.length) {
        flush();
        // Not of the memory that buffers share, which cannot be handed over.
        batch = Buffer.allocUnsafeSlow(Math.max(capacity, size));
      }
      batch.writeUInt8(KINDS.indexOf(event.kind), used);
      batch.writeUInt32LE(event.connection, used + 1);
      batch.writeUInt32LE(event.bytes.length, used + 5);
      batch.set(event.bytes, used + HEAD_BYTES);
      used += size;
    },
    flush,
  };
}

/** Reads what a batch holds. Its bytes are parts of the batch. */
export function* eventsOf(batch: Uint8Array): Generator<WireEvent> {
  const view = Buffer.from(batch.buffer, batch.byteOffset, batch.length);
  for (let at = 0; at < view.length;) {
    const kind = KINDS[view.readUInt8(at)];
    if (kind === undefined) throw new Error(`No event of a connection has the number ${view.readUInt8(at)}`);
    const from = at + HEAD_BYTES;
    const end = from + view.readUInt32LE(at + 5);
    yield { kind, connection: view.readUInt32LE(at + 1), bytes: view.subarray(from, end) };
    at = end;
  }
}
