/**
 * Judges recorded exchanges one after the other, in memory that does not grow with their number. Pure except for its
 * state: exchanges in, a result out.
 */
import { DEFAULT_LIMITS } from "../http/provider.ts";
import { concludeTraffic } from "./conclude-traffic.ts";
import { idIn } from "./id-order.ts";
import { judgeOne } from "./judge-one.ts";
import { maskedBodies } from "./mask.ts";
import { type TrafficExchange, type TrafficItem, isLost, known } from "./recorded-traffic.ts";
import { bodyFacts, factsOf } from "./traffic-facts.ts";
import type { RecordingSummary, TrafficResult } from "./traffic-result.ts";
import {
  type NewFinding,
  type RecordingState,
  type TrafficOptions,
  type TrafficState,
  openState,
  stateOf,
} from "./traffic-state.ts";

/** A recording that exchanges are added to. */
export interface Recording {
  /** Judges one exchange, or counts an unreadable item. Never throws because of its content. */
  readonly add: (item: TrafficItem) => readonly NewFinding[];
}

/**
 * Adds an exchange of live traffic. A fault of the suite is counted as not readable, and does not disturb the traffic.
 */
export function addSafely(recording: Recording, item: TrafficItem): readonly NewFinding[] {
  try {
    return recording.add(item);
  } catch {
    return recording.add({ lost: "the suite itself failed" });
  }
}

/** Traffic that is being judged. */
export interface Traffic {
  /** @param isComplete whether its exchanges are known to have every header field, like those recorded by a proxy */
  readonly open: (name: string, format: RecordingSummary["format"], isComplete?: boolean) => Recording;
  /** The result of everything so far. @throws {SeveralBaseUrlsError} */
  readonly result: () => TrafficResult;
}

/** Starts judging. */
export function openTraffic(options: TrafficOptions): Traffic {
  const state = stateOf(options);
  return {
    open: (name, format, isComplete = false) => {
      const recording = openState(state, { name, format, keepsAuthorization: isComplete });
      return { add: (item) => added(state, recording, item) };
    },
    result: () => concludeTraffic(state),
  };
}

/**
 * The most characters of the header of a message, as in a run. The search for a secret takes 60 times its length of
 * memory, and any field may be one.
 */
const MOST_OF_HEADER = DEFAULT_LIMITS.headerBytes;

function longestHeader({ request, response }: TrafficExchange): number {
  const sizes = [request.headers, response?.headers ?? []].map((headers) =>
    (known(headers) ?? []).reduce((sum, [name, value]) => sum + name.length + value.length, 0),
  );
  return Math.max(request.url.length, ...sizes);
}

/** An id may also be taken at another address, and by another method: at or below any path of the operation. */
function noteId({ options, order }: TrafficState, { request, span }: TrafficExchange): void {
  const { operation, validators } = options;
  const target = request.url.replace(/^https?:\/\/[^/]*/i, "");
  const id = target.includes(operation.path) ? idIn(bodyFacts(request, validators.newPlant)) : null;
  if (typeof id === "string") order.note(id, span);
}

function added(state: TrafficState, recording: RecordingState, item: TrafficItem): readonly NewFinding[] {
  recording.exchanges += 1;
  if (isLost(item)) {
    recording.notReadable.add(item.lost);
    return [];
  }
  if (longestHeader(item) > MOST_OF_HEADER) {
    recording.notReadable.add(
      `its address or its header fields have more than ${MOST_OF_HEADER} characters, the limit`,
    );
    return [];
  }
  const place = state.locate(item.request.method, item.request.url);
  if (place?.kind !== "operation") noteId(state, item);
  if (place === null) return [];
  if (place.kind === "elsewhere") {
    state.elsewhere.add(place.baseUrl);
    return [];
  }
  if (place.kind !== "operation") {
    const point = place.kind === "trailing-slash" ? place.kind : `method-${item.request.method.toLowerCase()}`;
    if (item.response !== null) state.profile.get(point)?.add(String(item.response.status));
    return [];
  }
  recording.ofOperation += 1;
  state.bases.add(place.baseUrl);
  const { validators } = state.options;
  const facts = factsOf(
    { exchange: item, place, masked: maskedBodies(item, validators, state.texts) },
    validators.newPlant,
  );
  for (const why of facts.lost) state.notJudged.add(why);
  return judgeOne(state, recording, facts);
}
