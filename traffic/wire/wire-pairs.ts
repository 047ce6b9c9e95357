/**
 * Finds the exchanges of one connection in the bytes of both directions. Each answer belongs to the oldest open
 * request. Pure.
 */
import type { HeaderFields } from "../../http/message.ts";
import { type Lost, type TrafficExchange, isLost } from "../recorded-traffic.ts";
import { type WireHead, lengthOfAnswer, lengthOfRequest, openWireReader, statusOf } from "./wire-reader.ts";

/** Observes both directions of a connection. */
export interface WirePairs {
  readonly fromClient: (chunk: Uint8Array) => void;
  readonly fromServer: (chunk: Uint8Array) => void;
  /** The server has ended its side. */
  readonly serverEnded: () => void;
  /** The connection is closed. Open requests get no answer. */
  readonly closed: () => void;
}

/** The most requests that are kept while they wait for an answer. */
const MOST_OPEN = 16;

interface OpenRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: HeaderFields;
  body: Uint8Array | Lost;
}

/**
 * Starts observing a connection.
 * @param origin the origin of the server, which the requests do not contain
 */
export function openWirePairs(origin: string, seen: (exchange: TrafficExchange) => void): WirePairs {
  const open: OpenRequest[] = [];
  let current: OpenRequest | null = null;
  let answer: WireHead | null = null;
  let isTunnel = false;
  const inTunnel = <Length>(length: Length): Length => {
    isTunnel ||= length === "tunnel";
    return length;
  };
  const requests = openWireReader({
    head: (head) => {
      const [method = "", target = ""] = head.startLine.split(" ");
      const url = target.startsWith("/") ? `${origin}${target}` : target;
      current = { method, url, headers: head.headers, body: { lost: "it was answered before its body was sent" } };
      open.push(current);
      return inTunnel(open.length > MOST_OPEN || method === "CONNECT" ? "tunnel" : lengthOfRequest(head));
    },
    message: (body) => {
      if (current !== null) current.body = body;
    },
  });
  const answers = openWireReader({
    head: (head) => {
      answer = head;
      return inTunnel(lengthOfAnswer(head, open[0]?.method ?? ""));
    },
    message: (body) => {
      const request = open.shift();
      if (request === undefined || answer === null) return;
      const { method, url, headers, body: sent } = request;
      const response = { status: statusOf(answer.startLine), headers: answer.headers, body, isDecoded: false };
      seen({ request: { method, url, headers, body: sent }, response });
    },
  });
  const closed = (): void => (isTunnel ? [] : open.splice(0)).forEach((request) => seen(unanswered(request)));
  return { fromClient: requests.push, fromServer: answers.push, serverEnded: answers.end, closed };
}

function unanswered({ body, ...request }: OpenRequest): TrafficExchange {
  const sent = isLost(body) ? { lost: "its body was not sent whole" } : body;
  return { request: { ...request, body: sent }, response: null };
}
