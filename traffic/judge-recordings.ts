/** Judges recordings from the first byte to the result. The command and the library call it. */
import { readOperation } from "../spec/read-operation.ts";
import { readRequirements } from "../spec/requirements.ts";
import { loadValidators } from "../spec/validators.ts";
import { type Traffic, openTraffic } from "./traffic-judge.ts";
import type { TrafficResult } from "./traffic-result.ts";
import type { TrafficOptions } from "./traffic-state.ts";
import { EncodingError } from "../result/text-encoding.ts";
import { RecordingError, openRecording } from "./read/read-recordings.ts";

/** The options of the user. */
export type TrafficWishes = Pick<
  TrafficOptions,
  "side" | "strict" | "baseUrls" | "consumerHeader" | "tool" | "pactDrafts"
>;

/** Starts judging by the document that ships. @throws {BaseUrlError} for an invalid base URL */
export async function openShippedTraffic(wishes: TrafficWishes): Promise<Traffic> {
  const operation = readOperation();
  const validators = await loadValidators(operation);
  return openTraffic({ ...wishes, operation, validators, requirements: readRequirements() });
}

/** A recording by its name. */
export interface NamedRecording {
  readonly name: string;
  readonly chunks: () => AsyncIterable<Uint8Array>;
}

/**
 * Judges recordings, one after the other.
 * @throws {RecordingError} when one cannot be read; its message begins with the name
 * @throws {SeveralBaseUrlsError} when there is more than one base URL, and none was named
 */
export async function judgeRecordings(
  recordings: readonly NamedRecording[],
  wishes: TrafficWishes,
): Promise<TrafficResult> {
  const traffic = await openShippedTraffic(wishes);
  for (const { name, chunks } of recordings) {
    try {
      const { format, items } = await openRecording(chunks());
      const recording = traffic.open(name, format);
      for await (const some of items) for (const item of some) recording.add(item);
    } catch (error) {
      if (!(error instanceof EncodingError || error instanceof RecordingError)) throw error;
      const fault = error instanceof EncodingError ? `cannot be read: ${error.message}` : error.message;
      throw new RecordingError(`The recording ${JSON.stringify(name)} ${fault}`);
    }
  }
  return traffic.result();
}
