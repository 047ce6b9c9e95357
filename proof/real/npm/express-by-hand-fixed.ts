/** Express, fixed: the whole program that ships. */
import express from "express";
import express4 from "express-4";
import { listen } from "./listen.ts";
import { type Running, type Stack, meetsEverything } from "../stack.ts";

const { plantStore } = (await import(new URL("../../../spec/programs/express_server.mjs", import.meta.url).href)) as {
  readonly plantStore: (token: string, framework: typeof express) => ReturnType<typeof express>;
};

/** The application. A test of `library/` also judges it in the same process. */
export function expressApplication(framework: typeof express, token: string): ReturnType<typeof express> {
  return plantStore(token, framework);
}

function start(framework: typeof express, token: string): Promise<Running> {
  return listen(expressApplication(framework, token));
}

const expected = meetsEverything({
  "duplicate-id": "409",
  "missing-token": "401",
  "trailing-slash": "401",
  "other-paths": "404",
  "method-get": "404",
});

export const express5ByHandFixed: Stack = {
  name: "Express 5, fixed",
  family: "Express",
  framework: "express 5.3, lossless-json 4.3",
  variant: "fixed",
  start: (token) => start(express, token),
  expected,
};

export const express4ByHandFixed: Stack = {
  name: "Express 4, fixed",
  family: "Express",
  framework: "express 4.22, lossless-json 4.3",
  variant: "fixed",
  start: (token) => start(express4, token),
  expected,
};
