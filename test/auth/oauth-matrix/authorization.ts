import { expect } from "bun:test";
import * as oauth from "oauth4webapi";
import { backLink } from "../../support/clients/visitor.ts";
import {
  allowed,
  attempt,
  connected,
  exchanged,
  opens,
  type Requirement,
  redirected,
  redirectUri,
  refusal,
  registered,
} from "./fixture.ts";

const isRedirected = (what: string, changes: Record<string, string | undefined>, error: string): Requirement => ({
  source: "RFC 6749 §4.1.2.1",
  requirement: `${what}: redirect with ${error}, state and iss after the user agrees`,
  async check(fixture) {
    expect(await redirected(fixture, await registered(fixture), changes)).toBe(`redirect ${error}`);
  },
});

const isShown = (what: string, changes: Record<string, string | undefined>): Requirement => ({
  source: "RFC 6749 §4.1.2.1",
  requirement: `${what}: our own error page, without a redirect`,
  async check(fixture) {
    const { url } = await attempt(fixture, await registered(fixture), changes);
    const page = await fixture.person.open(url);
    expect([page.status, page.location]).toEqual([400, null]);
  },
});

export const authorization: Requirement[] = [
  {
    source: "RFC 6749 §4.1.2, RFC 9207 §2",
    requirement: "allowed request: code, state and iss, each once",
    async check(fixture) {
      const client = await registered(fixture);
      const { url } = await attempt(fixture, client);
      const { searchParams } = new URL(await fixture.person.decide(url, "allow"));
      expect([...searchParams.keys()].sort()).toEqual(["code", "iss", "state"]);
    },
  },
  {
    source: "RFC 6749 §4.1.1",
    requirement: "state is returned unchanged, with any characters",
    async check(fixture) {
      const state = `a b&c=d#e%20"<ü>\u2028`;
      const { url } = await attempt(fixture, await registered(fixture), { state });
      expect(new URL(await fixture.person.decide(url, "allow")).searchParams.get("state")).toBe(state);
    },
  },
  {
    source: "RFC 6749 §4.1.1",
    requirement: "request without state: no state in the response",
    async check(fixture) {
      const client = await registered(fixture);
      const { url } = await attempt(fixture, client, { state: undefined });
      const location = new URL(await fixture.person.decide(url, "allow"));
      expect(() =>
        oauth.validateAuthResponse(fixture.as, client.metadata, location, oauth.expectNoState),
      ).not.toThrow();
    },
  },
  {
    source: "RFC 6749 §4.1.2.1",
    requirement: "denied request: access_denied with state and iss",
    async check(fixture) {
      const client = await registered(fixture);
      const { url, state } = await attempt(fixture, client);
      const location = new URL(await fixture.person.decide(url, "deny"));
      const read = async () => oauth.validateAuthResponse(fixture.as, client.metadata, location, state);
      expect(await refusal(read())).toBe("redirect access_denied");
    },
  },
  {
    source: "RFC 6749 §3.3",
    requirement: "the user may allow fewer scopes, and the response contains them",
    async check(fixture) {
      const client = await registered(fixture);
      const asked = { scope: "account:read listings:write" };
      expect((await connected(fixture, client, asked)).scope).toBe("account:read listings:write");
      expect((await connected(fixture, client, asked, ["listings:write"])).scope).toBe("listings:write");
    },
  },
  {
    source: "RFC 8252 §7.3",
    requirement: "a loopback redirect may have another port each time",
    async check(fixture) {
      const client = await registered(fixture);
      const redirect = "http://127.0.0.1:50000/callback";
      const code = await allowed(fixture, client, { redirect_uri: redirect });
      expect(await refusal(exchanged(fixture, client, code, { redirect }))).toBe("accepted");
    },
  },
  {
    source: "RFC 8707 §2",
    requirement: "a token is valid only for the requested resource",
    async check(fixture) {
      const { port } = new URL(fixture.server.url);
      const other = `http://games.localhost:${port}/mcp`;
      const { access_token } = await connected(fixture, await registered(fixture), { resource: other });
      expect([await opens(fixture, access_token, other), await opens(fixture, access_token)]).toEqual([true, false]);
    },
  },
  {
    source: "RFC 9700 §4.16",
    requirement: "the consent page cannot be framed, and its form may lead only to us and the client",
    async check(fixture) {
      const { url } = await attempt(fixture, await registered(fixture));
      const { status, headers } = await fixture.person.open(url);
      expect(status).toBe(200);
      expect(headers.get("x-frame-options")).toBe("DENY");
      const policy = headers.get("content-security-policy")!.split("; ");
      expect(policy).toContainValues(["frame-ancestors 'none'", `form-action 'self' ${new URL(redirectUri).origin}`]);
    },
  },
  {
    source: "RFC 6749 §3.1",
    requirement: "signed-out users are sent to sign in first",
    async check(fixture) {
      const { url } = await attempt(fixture, await registered(fixture));
      const answer = await fetch(url, { redirect: "manual" });
      expect(answer.status).toBe(303);
      expect(new URL(answer.headers.get("location")!, url).pathname).toBe("/sign-in");
    },
  },
  isRedirected("a missing response_type", { response_type: undefined }, "invalid_request"),
  isRedirected("response_type token", { response_type: "token" }, "unsupported_response_type"),
  isRedirected("a missing challenge (RFC 7636 §4.4.1)", { code_challenge: undefined }, "invalid_request"),
  isRedirected("the challenge method plain (RFC 7636 §4.4.1)", { code_challenge_method: "plain" }, "invalid_request"),
  isRedirected("an unknown scope", { scope: "account:read everything" }, "invalid_scope"),
  isRedirected("an unknown resource (RFC 8707 §2)", { resource: "https://elsewhere.test/mcp" }, "invalid_target"),
  isRedirected("an over-long parameter", { scope: "x".repeat(1001) }, "invalid_request"),
  {
    source: "RFC 6749 §3.1",
    requirement: "a repeated parameter: redirect with invalid_request",
    async check(fixture) {
      const client = await registered(fixture);
      const { url, state } = await attempt(fixture, client, { scope: "account:read" });
      url.searchParams.append("scope", "account:read");
      const location = backLink((await fixture.person.open(url)).html);
      const read = async () => oauth.validateAuthResponse(fixture.as, client.metadata, new URL(location!), state);
      expect(await refusal(read())).toBe("redirect invalid_request");
    },
  },
  isShown("a missing client", { client_id: undefined }),
  isShown("an unknown client", { client_id: "unknown" }),
  isShown("another redirect", { redirect_uri: "https://evil.test/callback" }),
  isShown("a redirect with a longer path", { redirect_uri: `${redirectUri}/x` }),
  isShown("a loopback redirect with a dot segment", { redirect_uri: "http://127.0.0.1:1/x/../callback" }),
];
