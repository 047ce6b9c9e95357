/** The weakenings that no test notices, and why this is correct: none of them changes a judgement. */

export interface Survivors {
  readonly why: string;
  /** The ids that the test prints. */
  readonly weakenings: readonly string[];
}

export const survivors: readonly Survivors[] = [
  {
    why: "Both requests were refused, so neither is the accepted one that is looked for between them.",
    weakenings: [
      "suites/checks/judges.ts isAcceptedBetween: sent.index > from -> sent.index >= from",
      "suites/checks/judges.ts isAcceptedBetween: sent.index < other.index -> sent.index <= other.index",
    ],
  },
  {
    why: "Of what a comparison of two values returns only the sign is looked at, and no two values of a counter are the same.",
    weakenings: [
      "traffic/traffic-ledger.ts openCounter.list: one.value < other.value -> one.value <= other.value",
      "traffic/traffic-ledger.ts openCounter.list: 1 -> 2",
      "traffic/traffic-ledger.ts openCounter.list: 1 -> 2 (2)",
      "traffic/traffic-ledger.ts openCounter.list: 1 -> 0 (2)",
    ],
  },
  {
    why: "Of a recorded exchange a check looks only at where the token was found, and the place of its sample is written over that of the run.",
    weakenings: [
      "traffic/judge-exchange.ts exchangeOf: 0 -> 1",
      "traffic/judge-exchange.ts exchangeOf: 0 -> 1 (2)",
      "traffic/judge-exchange.ts exchangeOf: 1 -> 0",
      "traffic/judge-exchange.ts exchangeOf: 1 -> 2",
      "traffic/judge-exchange.ts judgeAnswer.sent: 0 -> 1",
    ],
  },
  {
    why: "Only traffic with more than 50,000 ids or tokens shows it, and to judge so much takes too long here. What is beyond the bound accuses nobody.",
    weakenings: [
      "traffic/judge-exchange.ts repeated: ids.size < MOST_IDS -> ids.size <= MOST_IDS",
      "traffic/judge-exchange.ts repeated: isAccepted(sent) && isEarlier && (before !== undefined || ids.size < MOST_IDS) -> (isAccepted(sent) && isEarlier)",
      "traffic/judge-exchange.ts repeated: before !== undefined || ids.size < MOST_IDS -> (ids.size < MOST_IDS)",
    ],
  },
  {
    why: "Only other documents have such statuses, so that the providers of proof/revisions notice it.",
    weakenings: [
      "suites/requirements/operation-variants.ts isFailed: sent === undefined || isAccepted(sent) || isRateLimited(sent) || isOfProxy(sent) || isOfState(sent) -> (sent === undefined || isAccepted(sent) || isRateLimited(sent) || isOfProxy(sent))",
    ],
  },
  {
    why: "The compiler needs to know that there is a value; without one, the rest has the same result.",
    weakenings: [
      'result/result.ts valueOf: "value" in check -> true',
      'traffic/recorded-body.ts plantOfMembers.tag: typeof value["tag"] === "string" -> true',
      "traffic/recorded-facts.ts factsOf: headers !== undefined && place.query === undefined -> (place.query === undefined)",
      "traffic/read/read-recordings.ts lineItems.taken: isLost(item) && item.lost === NOT_JSON -> (item.lost === NOT_JSON)",
      'traffic/recorded-client.ts consumerRules.ask: body.is !== "no-plant" -> false',
      'traffic/judge-exchange.ts conditionFor: until === "token-accepted" && credentials?.kind === "bearer" -> (until === "token-accepted")',
      "traffic/judge-exchange.ts judgeOne: id !== undefined -> true",
      'traffic/judge-exchange.ts keepUntilOrdered: typeof id !== "string" || credentials?.kind !== "bearer" -> false',
      'traffic/judge-exchange.ts keepUntilOrdered: typeof id !== "string" || credentials?.kind !== "bearer" -> (typeof id !== "string")',
      'traffic/judge-exchange.ts keepUntilOrdered: typeof id !== "string" || credentials?.kind !== "bearer" -> (credentials?.kind !== "bearer")',
      "traffic/judge-exchange.ts judgeRequest.news: rule === undefined || findings === null -> (findings === null)",
      "traffic/judge-exchange.ts tallied: tally === undefined -> false",
      'traffic/traffic-state.ts ofCredentials.pair: credentials.kind === "other-scheme" && /^basic$/i.test(credentials.scheme) -> (/^basic$/i.test(credentials.scheme))',
      'result/result.ts reasonOf: "reason" in outcome -> true',
      "suites/run/judge-run.ts firstGone.mayBeAfter: place > alive -> place >= alive",
      'suites/checks/returned-members.ts returnedIn: answer?.reading.as !== "json" -> false',
      "suites/checks/returned-members.ts returnedAs: name !== null && roles.returned.includes(name) -> (roles.returned.includes(name))",
      "suites/checks/returned-members.ts isAnothers: optionalLabel === null -> false",
      "suites/checks/returned-members.ts isAnothers.mark: marking === null -> false",
      "suites/checks/returned-members.ts returnedLabel: roles === undefined || label === null -> (roles === undefined)",
      "suites/checks/returned-members.ts returnedLabel: roles === undefined || label === null -> (label === null)",
      "suites/checks/chance-failures.ts textHeld: name === null -> false",
      "suites/checks/chance-failures.ts hasOrdinaryText: label === undefined || ORDINARY_LABEL.test(label) -> (ORDINARY_LABEL.test(label))",
      "suites/checks/chance-failures.ts hasOrdinaryText: optionalLabel === undefined || ORDINARY_OPTIONAL_LABEL.test(optionalLabel) -> (ORDINARY_OPTIONAL_LABEL.test(optionalLabel))",
      'suites/requirements/plant-answer.ts undescribedMembers.value: returnedIn(sent, roles) === null || sent.answer?.reading.as !== "json" -> (returnedIn(sent, roles) === null)',
      'result/contract-check-results.ts contractChecks: id === null || requirement === undefined || status !== "failed" && status !== "waived" -> (id === null || requirement === undefined)',
      "result/contract-check-results.ts contractChecks: id === null || requirement === undefined -> (id === null)",
      "result/contract-check-results.ts contractChecks: id === null || requirement === undefined -> (requirement === undefined)",
      "suites/requirements/operation.ts judgeOpening: own.length === 3 && own.every(isLeftUnanswered) && run.some((sent) => isAcceptedAfter(sent, last)) && last !== undefined -> (own.length === 3 && own.every(isLeftUnanswered) && run.some((sent) => isAcceptedAfter(sent, last)))",
      "suites/checks/judges.ts judgeAcceptance: last !== undefined && own.length === TIMES -> (own.length === TIMES)",
      'suites/checks/returned-members.ts member: answer?.reading.as === "json" -> true',
      'suites/requirements/open-answers.ts errorAt: answer?.status !== status || answer.reading.as !== "json" -> (answer?.status !== status)',
      'suites/requirements/open-authentication.ts bodyKindOf: answer.reading.as === "json" && answer.mediaType === "application/json" -> (answer.mediaType === "application/json")',
      "suites/requirements/duplicates.ts identityAfterRefusal: own[0] !== undefined && isSuccess(own[0]) -> (isSuccess(own[0]))",
      "suites/requirements/duplicates.ts identityAfterRefusal: 0 -> 1 (3)",
      "suites/run/judge-run.ts foundAtTheEnd: last < 0 || first === undefined -> (last < 0)",
      "http/no-answer.ts transportErrorOf: error instanceof Error && error.cause !== undefined -> (error instanceof Error)",
      "suites/run/shared-cause.ts everythingAccepted: first !== undefined && answered.every((sent) => sent.answer?.status === first.answer?.status) -> (answered.every((sent) => sent.answer?.status === first.answer?.status))",
      "suites/run/judge-run.ts judgeRun.history: sent !== undefined -> true",
      "suites/checks/judges.ts judgeRefusal: sent !== undefined && plain !== undefined -> (plain !== undefined)",
      "suites/requirements/http-connections.ts judgeUsed: afterMore !== undefined && others.length > 0 -> (others.length > 0)",
      "suites/requirements/operation-variants.ts isFailed: sent === undefined || isAccepted(sent) -> (isAccepted(sent))",
      'suites/requirements/operation-variants.ts judgeable: "ask" in found || isByChance(TIMES, run, ROWS) -> (isByChance(TIMES, run, ROWS))',
      "suites/requirements/operation-variants.ts reported.findings: smallest === undefined -> false",
      "suites/checks/chance-failures.ts refusedVariants: one !== undefined && others.length > 0 -> (others.length > 0)",
      'suites/checks/findings.ts describeBody: answer.readTo === "status" && answer.reading.as === "unread" -> (answer.readTo === "status")',
      "suites/requirements/operation.ts judgeFailures: first === undefined || third === undefined -> (third === undefined)",
      "suites/requirements/open-values.ts isToBlame: own.length === 2 && again !== undefined -> (own.length === 2)",
      "suites/requirements/open-values.ts textOf$2: name == null -> false",
    ],
  },
  {
    why: "Only numbers that JSON.parse has taken are looked at, and the pattern matches every one of them.",
    weakenings: [
      "suites/checks/decoded-answer.ts isWhole.parts: /^-?(\\d+)(?:\\.(\\d+))?(?:[eE]([+-]?\\d+))?$/ -> /-?(\\d+)(?:\\.(\\d+))?(?:[eE]([+-]?\\d+))?$/",
      "suites/checks/decoded-answer.ts isWhole.parts: /^-?(\\d+)(?:\\.(\\d+))?(?:[eE]([+-]?\\d+))?$/ -> /^-?(\\d+)(?:\\.(\\d+))?(?:[eE]([+-]?\\d+))?/",
      "suites/checks/decoded-answer.ts isWhole: parts === null -> false",
    ],
  },
  {
    why: "It spares work and decides nothing: without it the same is found, by reading more.",
    weakenings: [
      "traffic/recorded-body.ts integerOf.exact: text.length > 30 -> false",
      "traffic/recorded-body.ts integerOf.exact: 30 -> 31",
      "traffic/recorded-body.ts integerOf.exact: 30 -> 29",
      'traffic/traffic-state.ts stateOf.open: level === "OPEN" -> true',
      'traffic/recorded-provider.ts openValueReader.tallies: form === "tally" && open.has(requirement) -> true',
      "traffic/judge-exchange.ts judgeAnswer.sent.clean: text.length > MOST_UNCUT -> text.length >= MOST_UNCUT",
      "traffic/judge-exchange.ts judgeAnswer.sent.clean: text.length > MOST_UNCUT -> true",
      "traffic/traffic-ledger.ts openEchoFinder.ask: asked.sent.exchange.redacted.length === 0 -> false",
      'traffic/judge-exchange.ts judgeOne: facts.credentials !== null && facts.credentials.kind !== "none" && !recording.keepsAuthorization -> (facts.credentials !== null && facts.credentials.kind !== "none")',
      'traffic/recorded-provider.ts openValueReader.tallies: form === "tally" && open.has(requirement) -> (form === "tally")',
      'traffic/recorded-provider.ts openValueReader.tallies: form === "tally" && open.has(requirement) -> (open.has(requirement))',
      "suites/checks/decoded-answer.ts mayBeRounded: /\\d{16}|\\d[.eE]/ -> /(?:)/",
      "suites/checks/decoded-answer.ts isWhole: scale <= 0 || /^0*$/.test(digits.slice(Math.max(0, digits.length - scale))) -> (/^0*$/.test(digits.slice(Math.max(0, digits.length - scale))))",
    ],
  },
  {
    why: "In place of an id that a double may not hold the schema is asked with an integer, and any integer will do.",
    weakenings: ["traffic/recorded-body.ts readObject: 1 -> 2", "traffic/recorded-body.ts readObject: 1 -> 0"],
  },
  {
    why: "The first value is written over before it is read, of a place that is none only the sign is looked at, and where a head ends is never its first byte.",
    weakenings: [
      "traffic/read/read-recordings.ts openScan: 1 -> 2",
      "traffic/read/read-recordings.ts scanned: 0 -> 1",
      "traffic/read/read-recordings.ts opened: 1 -> 2 (4)",
      "traffic/read/read-recordings.ts itemOf: 1 -> 2",
    ],
  },
  {
    why: "It spares memory and decides nothing: without it more is kept, is yielded at once or is copied, and the same is read.",
    weakenings: [
      "traffic/read/read-recordings.ts inString: scan.depth < IN_ENTRIES && scan.last.length < MOST_NAME -> true",
      "traffic/read/read-recordings.ts inString: scan.depth < IN_ENTRIES && scan.last.length < MOST_NAME -> (scan.depth < IN_ENTRIES)",
      "traffic/read/read-recordings.ts inString: scan.depth < IN_ENTRIES && scan.last.length < MOST_NAME -> (scan.last.length < MOST_NAME)",
      "traffic/read/read-recordings.ts inString: scan.depth < IN_ENTRIES -> scan.depth <= IN_ENTRIES",
      "traffic/read/read-recordings.ts inString: scan.last.length < MOST_NAME -> scan.last.length <= MOST_NAME",
      "traffic/read/read-recordings.ts keep: scan.size > scan.mostBytes -> false",
      "traffic/read/read-recordings.ts lineItems: items.length < AT_ONCE -> true",
      "traffic/read/read-recordings.ts lineItems: items.length < AT_ONCE -> false",
      "traffic/read/read-recordings.ts lineItems: items.length < AT_ONCE -> items.length <= AT_ONCE",
      "traffic/read/read-recordings.ts lineItems: size > mostBytes -> false",
    ],
  },
  {
    why: "The schema is asked with a fraction about a value that matches it: an object, and any fraction will do.",
    weakenings: [
      'suites/checks/answer-body.ts replaced: typeof value === "object" && value !== null && Object.hasOwn(value, name) -> (Object.hasOwn(value, name))',
      'suites/checks/answer-body.ts replaced: typeof value === "object" && value !== null -> (typeof value === "object")',
      'suites/checks/answer-body.ts replaced: typeof value === "object" && value !== null -> (value !== null)',
      "suites/checks/answer-body.ts replaced: .5 -> 1.5",
      "suites/checks/answer-body.ts replaced: .5 -> -0.5",
    ],
  },
  {
    why: "One is as good as the other: the request itself is not an accepted one, and of several the same is true of each.",
    weakenings: [
      "suites/requirements/http-connections.ts afterRefusal.judge: other.index < sent.index -> other.index <= sent.index",
      "suites/requirements/operation.ts isAcceptedAfter: sent.index > (last?.index ?? Infinity) -> sent.index >= last?.index ?? Infinity",
      "suites/requirements/operation.ts isValidAfter: sent.index > (last?.index ?? Infinity) -> sent.index >= last?.index ?? Infinity",
      "traffic/judge-exchange.ts repeated.isEarlier: span.end < (before?.end ?? Infinity) -> span.end <= before?.end ?? Infinity",
      "suites/checks/chance-failures.ts failuresIn.isChance: later.index > sent.index -> later.index >= sent.index",
      "suites/requirements/operation.ts judgeFailures: index > third.index -> index >= third.index",
      "suites/requirements/http.ts isAskedOnceMore: later.index > index -> later.index >= index",
      "suites/run/shared-cause.ts everythingAccepted.first: 0 -> 1",
    ],
  },
  {
    why: "Another success and a redirect, up to 399, are reported before.",
    weakenings: ["suites/run/judge-run.ts isOfStore: 400 -> 399"],
  },
  {
    why: "It is a probability: no run shows that a request is drawn a little less often, or that a bound is met exactly.",
    weakenings: [
      "suites/checks/chance-failures.ts isByChance: questions * (failed.length / others.length) ** times > BY_CHANCE -> questions * (failed.length / others.length) ** times >= BY_CHANCE",
    ],
  },
  {
    why: "The documents of the tests of lengths show no failure of a state.",
    weakenings: [
      "suites/requirements/request-body.ts judgeCount: isUsable(sent) && !isOfState(sent) -> (isUsable(sent))",
    ],
  },
  {
    why: "A place that begins where a text is cut leaves the cut where it is.",
    weakenings: ["result/redact.ts redactionOf.cutOf: from < cut -> from <= cut"],
  },
  {
    why: "A feature that is a cause was refused in more than one request: it is asked again by itself.",
    weakenings: ["suites/requirements/operation-variants.ts judgeable: 0 -> 1"],
  },
  {
    why: "The exchange is shown in the report. What the limit kept from being judged is the same without it.",
    weakenings: ["suites/requirements/operation-variants.ts reader.judge: limited.index -> left out of the list"],
  },
  {
    why: "An address has one scheme, at its start, and recorders write it in small letters.",
    weakenings: [
      String.raw`traffic/traffic-judge.ts noteId.id: /^https?:\/\/[^/]*/i -> /https?:\/\/[^/]*/i`,
      String.raw`traffic/traffic-judge.ts noteId.id: /^https?:\/\/[^/]*/i -> /^https?:\/\/[^/]*/`,
    ],
  },
  {
    why: "A limit of a million lines or 128 MiB is met one sooner or later: it is there so that a stream without an end ends.",
    weakenings: [
      "traffic/read/read-recordings.ts ending.unread: 0 -> 1",
      "traffic/read/read-recordings.ts ending.unread: 0 -> 1 (2)",
      "traffic/read/read-recordings.ts ending.count: unread[what] <= most[what] -> unread[what] < most[what]",
      "traffic/read/read-recordings.ts ending: 0 -> 1",
      "traffic/read/read-recordings.ts ending: 0 -> 1 (2)",
    ],
  },
  {
    why: "A judged answer with a status that the document shows meets a MUST or breaks one: where none is met, there are others.",
    weakenings: ["traffic/traffic-judge.ts withVerdict.answers: statuses.length === 0 -> false"],
  },
];
