/** Encodes the events of connections as bytes that can be transferred to a thread, and decodes them. */

/** The kinds of events on a connection, or in place of one. */
const KINDS = ["client", "server", "server-ended", "closed", "given-up", "unreached"] as const;

/** An event on a connection. */
export interface WireEvent {
  readonly kind: (typeof KINDS)[number];
  /** The number of the connection. */
  readonly connection: number;
  /** The bytes that the client or server sent, or why the server could not be reached, in UTF-8. Else empty. */
  readonly bytes: Uint8Array;
}

/** Collects events. */
export interface WireBatch {
  /** Copies an event. */
  readonly add: (event: WireEvent) => void;
  /** Hands over the events that were added. */
  readonly flush: () => void;
}

/** The size of the head of an event: its kind, the number of the connection, and the number of bytes that follow. */
const HEAD_BYTES = 9;

/** The bytes that an event takes in a batch. */
export function sizeOfEvent({ bytes }: WireEvent): number {
  return HEAD_BYTES + bytes.length;
}

/**
 * Collects events.
 * @param capacity the bytes of a batch, which is handed over when full; a longer event gets its own batch
 * @param full called with the batch, whose memory is not shared
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
        // Not from the shared pool of buffers, which cannot be transferred.
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

/** Reads the events of a batch. Their bytes are views of the batch. */
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
