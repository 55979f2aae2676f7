import { expect, test } from "bun:test";
import { OAuthError } from "./errors.ts";
import { readParameters } from "./parameters.ts";

const read = (query: string) => readParameters(new URLSearchParams(query));
const refused = (query: string) => {
  try {
    read(query);
  } catch (error) {
    return error instanceof OAuthError ? `${error.code}: ${error.description}` : error;
  }
};

test("values are decoded once, empty ones are absent, unknown ones ignored", () => {
  expect(read("client_id=a%2520b&state=&scope=a+b&prompt=none&prompt=login")).toEqual({
    client_id: "a%20b",
    scope: "a b",
  });
});

test("names of JavaScript's own are parameters like any unknown one", () => {
  expect(read("toString=1&constructor=1&__proto__=1&hasOwnProperty=2&client_id=a")).toEqual({ client_id: "a" });
});

test("what is given twice is refused, also where both are the same or one is empty (RFC 6749 §3.1)", () => {
  expect(refused("code=a&code=a")).toBe("invalid_request: code is given more than once");
  expect(refused("state=&state=b")).toBe("invalid_request: state is given more than once");
});

test("several resources cannot be served at once (RFC 8707 §2)", () => {
  expect(refused("resource=https://a.test&resource=https://b.test")).toStartWith("invalid_target: ");
});

test.each([
  ["client_id", 2000],
  ["redirect_uri", 2000],
  ["resource", 2000],
  ["state", 4000],
  ["scope", 1000],
  ["code", 1000],
  ["refresh_token", 1000],
])("%s may have %d characters and no more", (name, most) => {
  expect(read(`${name}=${"x".repeat(most)}`)).toEqual({ [name]: "x".repeat(most) });
  expect(refused(`${name}=${"x".repeat(most + 1)}`)).toBe(`invalid_request: ${name} is longer than ${most} characters`);
});

test("only the named ones are looked at when some are named", () => {
  const query = new URLSearchParams("client_id=a&scope=x&scope=y");
  expect(readParameters(query, ["client_id"])).toEqual({ client_id: "a" });
});
