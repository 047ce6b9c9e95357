/** Identities beyond 32 and 53 bits as features of a request. A wrong request must be refused whatever its identity. */
import type { Known } from "./check.ts";
import type { Axis, Feature } from "./feature.ts";

function beyond(bits: 32 | 53): Feature {
  return {
    name: `id-beyond-${bits}-bits`,
    words: `an identity of 2^${bits} or more`,
    requirement: "accepts-every-positive-id",
    change: { beyond: 2n ** BigInt(bits) },
  };
}

/** By the slug of the check that asks whether these identities are accepted. */
export const largeIdentities: Readonly<Record<string, Feature>> = {
  "beyond-32-bits": beyond(32),
  "beyond-53-bits": beyond(53),
};

/** The axis by which refusals vary, besides the features of valid requests. */
export const identityAxis: Axis = Object.values(largeIdentities);

/** The greatest identities that the provider is known to accept. */
export function largestAccepted({ variants }: Known): readonly Feature[] {
  return identityAxis.filter(({ name }) => variants.some((names) => names.includes(name))).slice(-1);
}
