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

test("values are decoded once, empty ones count as absent, unknown ones are ignored", () => {
  expect(read("client_id=a%2520b&state=&scope=a+b&prompt=none&prompt=login")).toEqual({
    client_id: "a%20b",
    scope: "a b",
  });
});

test("names of JavaScript properties are ignored like other unknown names", () => {
  expect(read("toString=1&constructor=1&__proto__=1&hasOwnProperty=2&client_id=a")).toEqual({ client_id: "a" });
});

test("a repeated parameter is refused, even with the same or an empty value (RFC 6749 §3.1)", () => {
  expect(refused("code=a&code=a")).toBe("invalid_request: code is given more than once");
  expect(refused("state=&state=b")).toBe("invalid_request: state is given more than once");
});

test("several resources: invalid_target (RFC 8707 §2)", () => {
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
])("%s: at most %d characters", (name, most) => {
  expect(read(`${name}=${"x".repeat(most)}`)).toEqual({ [name]: "x".repeat(most) });
  expect(refused(`${name}=${"x".repeat(most + 1)}`)).toBe(`invalid_request: ${name} is longer than ${most} characters`);
});

test("with a list of names, other parameters are not checked", () => {
  const query = new URLSearchParams("client_id=a&scope=x&scope=y");
  expect(readParameters(query, ["client_id"])).toEqual({ client_id: "a" });
});
