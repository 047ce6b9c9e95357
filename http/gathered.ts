/**
 * Collects bytes that arrive in chunks of any size in one buffer. A list of chunks would take a hundred bytes for each
 * chunk of one byte.
 */

export interface Gathered {
  /** Adds a chunk up to the limit. Returns true if the chunk was cut. */
  readonly add: (chunk: Uint8Array) => boolean;
  readonly bytes: () => Uint8Array;
}

const LEAST = 1_024;

/** @param limit in bytes */
export function gather(limit: number): Gathered {
  let buffer: Uint8Array = new Uint8Array();
  let size = 0;
  let isOwn = false;
  const room = (wanted: number): void => {
    if (isOwn && wanted <= buffer.length) return;
    const larger = Buffer.allocUnsafe(Math.max(LEAST, 2 * size, wanted));
    larger.set(buffer.subarray(0, size));
    buffer = larger;
    isOwn = true;
  };
  return {
    add: (chunk) => {
      const taken = chunk.subarray(0, limit - size);
      // Most answers are one chunk, which need not be copied.
      if (size === 0) buffer = taken;
      else if (taken.length > 0) {
        room(size + taken.length);
        buffer.set(taken, size);
      }
      size += taken.length;
      return taken.length < chunk.length;
    },
    bytes: () => buffer.subarray(0, size),
  };
}
