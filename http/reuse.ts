/** Whether connections to a provider are used again, which is learned during a run. */

/** After so many in a row were closed under the request that used them again, each request has its own connection. */
const MOST_CLOSED = 2;

export interface Reuse {
  /** Whether connections are left open for the next request. */
  readonly isWorthwhile: () => boolean;
  /** Notes what became of a connection that was used again. */
  readonly note: (wasClosed: boolean) => void;
}

/**
 * A provider may close each connection after its answer without announcing it. The next request on it is lost, or read
 * and not answered; sent again, it may be refused because its plant is there.
 */
export function openReuse(): Reuse {
  let closed = 0;
  return {
    isWorthwhile: () => closed < MOST_CLOSED,
    note: (wasClosed) => {
      if (closed < MOST_CLOSED) closed = wasClosed ? closed + 1 : 0;
    },
  };
}
