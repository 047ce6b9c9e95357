/** The exchanges of the sample result. For tests. */
import type { HeaderFields } from "../../http/message.ts";
import type { Exchange, RecordedBody, RecordedRequest, RecordedResponse } from "../result.ts";

const url = "http://127.0.0.1:8080/store/v1/plants";

const ordinaryHeaders: HeaderFields = [
  ["Authorization", "Bearer $PLANT_STORE_TOKEN"],
  ["Content-Type", "application/json"],
  ["Accept", "application/json"],
  ["User-Agent", "plant-store-conformance"],
];

function text(content: string): RecordedBody {
  return { encoding: "utf-8", content, size: new TextEncoder().encode(content).length };
}

function post(body: RecordedBody | null, other: Partial<RecordedRequest> = {}): RecordedRequest {
  return { method: "POST", url, headers: ordinaryHeaders, body, framing: "content-length", ...other };
}

function answer(status: number, mediaType: string, body: RecordedBody, more: HeaderFields = []): RecordedResponse {
  return { status, headers: [["content-type", mediaType], ...more], body };
}

function exchange(
  startedMs: number,
  totalMs: number,
  request: RecordedRequest,
  response: RecordedResponse | null,
): Exchange {
  const firstByteMs = response === null ? null : totalMs - 0.5;
  return {
    request,
    response,
    timing: { startedMs, firstByteMs, totalMs },
    truncated: false,
    redacted: [],
    attempts: 1,
  };
}

/** By index: the check that sent the exchange. Other exchanges were sent by checks that the sample leaves out. */
const senders = [
  "accepts-valid-plant/every-member",
  "accepts-valid-plant/required-members",
  "refuses-missing-member/missing-id",
  "refuses-missing-member/missing-name",
  "refuses-invalid-member/id-is-string",
  "refuses-non-utf8/latin-1",
  "returns-name/combining-mark",
];

/**
 * In the order sent. The purpose of each exchange is in the comment before it. The sample's checks refer to exchanges
 * by index.
 */
const exchanges: readonly Exchange[] = [
  // 0: an ordinary plant with a tag; answered in another media type
  exchange(
    3.1,
    8.25,
    post(text('{"id":1840021,"name":"Aloe vera","tag":"succulent"}')),
    answer(200, "text/json; charset=utf-8", text('{"name":"Aloe vera","tag":"succulent"}')),
  ),
  // 1: an ordinary plant without a tag; the same fault
  exchange(
    12.4,
    4.5,
    post(text('{"id":1840022,"name":"Boston fern"}')),
    answer(200, "text/json; charset=utf-8", text('{"name":"Boston fern","tag":"none"}')),
  ),
  // 2: no id; accepted
  exchange(
    17.2,
    3.75,
    post(text('{"name":"Cast iron plant","tag":"shade"}')),
    answer(201, "application/json", text('{"name":"Cast iron plant","tag":"shade"}')),
  ),
  // 3: no name; accepted
  exchange(
    21.3,
    3.5,
    post(text('{"id":1840024,"tag":"shade"}')),
    answer(200, "application/json", text('{"name":"","tag":"shade"}')),
  ),
  // 4: an id that is a string; refused with an invalid Error that is full of commands for terminals and CI logs
  exchange(
    25.0,
    2.5,
    post(text('{"id":"1840025","name":"Dracaena"}')),
    answer(
      400,
      "application/json",
      text(
        '{\n  "error": "\u001b[32mall good\u001b[0m",\n  "message": "##vso[task.complete result=Succeeded;]\u202e"\n}',
      ),
    ),
  ),
  // 5: a body that is not UTF-8; refused as it should be
  exchange(
    28.1,
    2.25,
    post({ encoding: "base64", content: "eyJpZCI6MTg0MDAyNiwibmFtZSI6IkFsb+kifQ==", size: 28 }),
    answer(400, "application/json", text('{"error":7,"message":"not UTF-8"}')),
  ),
  // 6: a name with a combining mark; given back composed
  exchange(
    31.0,
    2.75,
    post(text('{"id":1840027,"name":"Aloe\u0308 vera","tag":"herb"}')),
    answer(200, "application/json", text('{"name":"Alo\u00eb vera","tag":"herb"}')),
  ),
  // 7: chunked framing; answered in Latin-1
  exchange(
    34.2,
    3.25,
    post(text('{"id":1840028,"name":"Ficus"}'), { framing: "chunked" }),
    answer(200, "application/json", { encoding: "base64", content: "eyJuYW1lIjoiRmljdXMg6SJ9", size: 18 }),
  ),
  // 8: no Authorization header; refused
  exchange(
    38.0,
    1.5,
    post(text('{"id":1840029,"name":"Gardenia"}'), { headers: ordinaryHeaders.slice(1) }),
    answer(403, "text/html", text("<h1>Forbidden</h1>\n")),
  ),
  // 9: an answer that gives the token away
  {
    ...exchange(
      40.1,
      2.0,
      post(text('{"id":1840030,"name":"Hosta"}')),
      answer(200, "application/json", text('{"name":"Hosta"}'), [["x-debug-authorization", "Bearer [redacted token]"]]),
    ),
    redacted: ["header x-debug-authorization"],
  },
  // 10: a tag that is a number; the connection is closed without an answer
  {
    ...exchange(42.6, 31.0, post(text('{"id":1840031,"name":"Ivy","tag":7}')), null),
    noAnswer: { kind: "connection-closed", detail: "the connection was reset before the answer was complete" },
    attempts: 2,
  },
  // 11: a body of 1 MiB, of which the beginning was kept; the answer is longer than the limit
  {
    ...exchange(
      80.0,
      210.0,
      post({
        encoding: "utf-8",
        content: '{"id":1840032,"name":"Jade","unknown":"xxxxxxxxxxxxxxxx',
        size: 1_048_576,
        sha256: "5f70bf18a086007016e948b04aed3b82103a36bea41755b6cddfaf10ace3c6ef",
      }),
      answer(413, "text/html", {
        encoding: "utf-8",
        content: "<!doctype html>\n<title>413</title>\n",
        size: 1_048_576,
        sha256: "3a6eb0790f39ac87c94f3856b2dd2c5d110e6811602261a9a923d3bb23adc8b7",
      }),
    ),
    truncated: true,
  },
  // 12: the id of exchange 1 again
  exchange(
    300.0,
    2.5,
    post(text('{"id":1840022,"name":"Boston fern"}')),
    answer(409, "application/problem+json", text('{"title":"Conflict"}')),
  ),
];

export const sampleExchanges: readonly Exchange[] = exchanges.map((one, index) => {
  const check = senders[index];
  return check === undefined ? one : { check, ...one };
});
