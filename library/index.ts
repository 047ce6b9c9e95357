/**
 * The suite as a library: your code judges a provider and gets the result as a value.
 * @module plant-store-conformance
 */
export { judge } from "./judge.ts";
export { type JudgeStep, judgeInSteps } from "./judge.ts";
export { type HookedFastify, type RecordOptions, type RecordedTraffic, recordAndJudge } from "./traffic-recorder.ts";
export type * from "../traffic/traffic-result.ts";
export type { Asked, AtUrl, JudgeOptions, OfApp, OfFetch } from "./judge-options.ts";
export type { DocumentOption } from "./judged-document.ts";
export type { Overlay, OverlayMember } from "../spec/overlay.ts";
export type { App, FastifyApp, FetchApp, NodeListener } from "./serve-application.ts";
export type { FetchHandler } from "./serve-application.ts";
export type { Transport } from "../http/connect.ts";
export type { NoAnswer, NoAnswerKind } from "../http/no-answer.ts";
export { BaseUrlError, type Limits } from "../http/provider.ts";
export type { Level, Place } from "../spec/requirements.ts";
export type { Sent } from "../suites/checks/check.ts";
export type { Progress } from "../suites/run/run-checks.ts";
export { type Selection, SelectionError } from "./check-selection.ts";
export type * from "../result/result.ts";
export type * from "../result/over/fleet-result.ts";
