/** What a run showed by now, which decides what is sent next. Pure. */
import { besideAccepted, idIn, isFailure } from "./accidents.ts";
import type { Answered, History, Known, Sent } from "./check.ts";
import { isAccepted, isAcceptedAgain, isParent, isValid, refusesToken } from "./judges.ts";

/** What is known of a provider by what it was sent. */
export function knownOf(run: History): Known {
  const varied = run.filter((sent) => isValid(sent) && sent.request.features !== undefined);
  const featuresOf = (list: History): Known["variants"] => list.map(({ request: { features = [] } }) => features);
  const first = run.find((sent) => sent.request.kind === "ordinary" && isAccepted(sent));
  const id = first === undefined ? undefined : idIn(first.request);
  return {
    ...(typeof id === "number" ? { acceptedId: id } : {}),
    variants: featuresOf(varied.filter(isAccepted)),
    refusedVariants: featuresOf(varied.filter((sent) => !isAccepted(sent))),
    refused: [...ordinaryOf(run), ...besideAccepted(run)]
      .filter((sent) => isRefusal(sent) && !isAcceptedAgain(sent, run))
      .map(({ request }) => request),
  };
}

/** The ordinary requests, without those of a kind that was never accepted. */
function ordinaryOf(run: History): History {
  const ordinary = run.filter(({ request }) => request.kind === "ordinary");
  return ordinary.filter((sent) => ordinary.some((other) => isParent(other) === isParent(sent) && isAccepted(other)));
}

/** A timeout, and a conflict with what is there: a gateway that sends a request twice may answer so as well. */
const MAY_BE_STORED: ReadonlySet<number> = new Set([408, 409]);

/** Whether a status says that nothing was done; after a 5xx, or without an answer, the plant may be there. */
export function saysRefused(sent: Answered | undefined): boolean {
  const status = sent?.answer?.status ?? 0;
  return status >= 400 && status <= 499 && !MAY_BE_STORED.has(status);
}

/** Whether a valid request was refused, and neither a limit of requests nor a proxy is the reason. */
export function isRefusal(sent: Sent): boolean {
  return saysRefused(sent) && (isFailure(sent) || refusesToken(sent));
}
