import { expect, it } from "vitest";
import { createAuthentication } from "./request-head.ts";

const authenticate = createAuthentication("abc.DEF-123~+/==");

it.each(["Bearer abc.DEF-123~+/==", "bearer abc.DEF-123~+/==", "BEARER   abc.DEF-123~+/=="])("accepts %s", (value) => {
  expect(authenticate([value])).toBeUndefined();
});

it.each([
  [[]],
  [[""]],
  [["Bearer"]],
  [["abc.DEF-123~+/=="]],
  [["Basic abc.DEF-123~+/=="]],
  [["Bearerabc.DEF-123~+/=="]],
  [["Bearer\tabc.DEF-123~+/=="]],
  [["Bearer abc.DEF-123~+/==", "Bearer abc.DEF-123~+/=="]],
])("refuses %j with a challenge that speaks of no error", (values) => {
  const answer = authenticate(values);
  expect(answer?.status).toBe(401);
  expect(answer?.headers).toEqual({ "WWW-Authenticate": 'Bearer realm="plant store"' });
});

it.each(["abc", "ABC.DEF-123~+/==", "abc.DEF-123~+/==x", "abc.DEF-123~+/== x", "abc.DEF-123~+/==, Basic x", '"abc"'])(
  "refuses the token %s as invalid and does not repeat it",
  (token) => {
    const answer = authenticate([`Bearer ${token}`]);
    expect(answer?.status).toBe(401);
    expect(answer?.headers).toEqual({ "WWW-Authenticate": 'Bearer realm="plant store", error="invalid_token"' });
    expect(answer?.body).toBe('{"error":401,"message":"The token is not valid."}');
  },
);
