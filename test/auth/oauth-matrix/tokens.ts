import { expect } from "bun:test";
import {
  allowed,
  connected,
  exchanged,
  type Fixture,
  opens,
  postForm,
  type Requirement,
  redirectUri,
  refreshed,
  refusal,
  registered,
  revoked,
} from "./fixture.ts";

/** Another protected resource, for which the same client gets another grant. */
const otherSite = ({ server }: Fixture) => ({ resource: `http://games.localhost:${new URL(server.url).port}/mcp` });

const isRefused = (what: string, body: string | Record<string, string>, answer: string): Requirement => ({
  source: "RFC 6749 §5.2",
  requirement: `${what}: ${answer}`,
  async check(fixture) {
    const { client_id } = await registered(fixture);
    const form = typeof body === "string" ? body : { client_id, ...body };
    expect(await postForm(fixture, "token", form)).toBe(answer);
  },
});

export const tokens: Requirement[] = [
  {
    source: "RFC 6749 §5.1",
    requirement: "a code is exchanged for tokens with type and lifetime",
    async check(fixture) {
      const answer = await connected(fixture, await registered(fixture));
      expect(answer).toMatchObject({ token_type: "bearer", expires_in: 3600, refresh_token: expect.any(String) });
      expect(await opens(fixture, answer.access_token)).toBe(true);
      fixture.pass(3600);
      expect(await opens(fixture, answer.access_token)).toBe(false);
    },
  },
  {
    source: "RFC 7636 §4.6",
    requirement: "a code is refused without its verifier",
    async check(fixture) {
      const client = await registered(fixture);
      const [mine, other] = [await allowed(fixture, client), await allowed(fixture, client, otherSite(fixture))];
      const injected = { parameters: mine.parameters, verifier: other.verifier };
      expect(await refusal(exchanged(fixture, client, injected))).toBe("400 invalid_grant");
      expect(await refusal(exchanged(fixture, client, mine))).toBe("accepted");
    },
  },
  {
    source: "RFC 6749 §4.1.3",
    requirement: "a code is refused for another client or another redirect",
    async check(fixture) {
      const [client, thief] = [await registered(fixture), await registered(fixture)];
      const code = await allowed(fixture, client);
      expect(await refusal(exchanged(fixture, thief, code))).toBe("400 invalid_grant");
      expect(await refusal(exchanged(fixture, client, code, { redirect: `${redirectUri}/x` }))).toBe(
        "400 invalid_grant",
      );
      expect(await refusal(exchanged(fixture, client, code))).toBe("accepted");
    },
  },
  {
    source: "RFC 8707 §2.2",
    requirement: "a code is refused for another resource",
    async check(fixture) {
      const client = await registered(fixture);
      const code = await allowed(fixture, client);
      const other = otherSite(fixture);
      expect(await refusal(exchanged(fixture, client, code, { additionalParameters: other }))).toBe(
        "400 invalid_target",
      );
      const same = { resource: `${fixture.server.url}/mcp` };
      expect(await refusal(exchanged(fixture, client, code, { additionalParameters: same }))).toBe("accepted");
    },
  },
  {
    source: "RFC 6749 §4.1.2",
    requirement: "a code expires after 60 s",
    async check(fixture) {
      const client = await registered(fixture);
      const code = await allowed(fixture, client);
      fixture.pass(60);
      expect(await refusal(exchanged(fixture, client, code))).toBe("400 invalid_grant");
    },
  },
  {
    source: "RFC 6749 §4.1.2",
    requirement: "a code used twice ends its grant, and no other",
    async check(fixture) {
      const client = await registered(fixture);
      const neighbour = await connected(fixture, client, otherSite(fixture));
      const code = await allowed(fixture, client);
      const first = await exchanged(fixture, client, code);
      expect(await refusal(exchanged(fixture, client, code))).toBe("400 invalid_grant");
      expect(await opens(fixture, first.access_token)).toBe(false);
      expect(await refusal(refreshed(fixture, client, first.refresh_token))).toBe("400 invalid_grant");
      expect(await refusal(refreshed(fixture, client, neighbour.refresh_token))).toBe("accepted");
    },
  },
  {
    source: "RFC 6749 §4.1.2",
    requirement: "ten concurrent exchanges of one code: one gets tokens",
    async check(fixture) {
      const client = await registered(fixture);
      const code = await allowed(fixture, client);
      const answers = await Promise.all(Array.from({ length: 10 }, () => refusal(exchanged(fixture, client, code))));
      expect(answers.sort()).toEqual([...Array(9).fill("400 invalid_grant"), "accepted"]);
    },
  },
  {
    source: "RFC 6749 §6, OAuth 2.1 §4.3.1",
    requirement: "a refresh token is exchanged for a new pair",
    async check(fixture) {
      const client = await registered(fixture);
      const first = await connected(fixture, client);
      const second = await refreshed(fixture, client, first.refresh_token);
      expect(second.refresh_token).not.toBe(first.refresh_token);
      expect(await opens(fixture, second.access_token)).toBe(true);
    },
  },
  {
    source: "RFC 6749 §6",
    requirement: "a refresh can narrow scopes but never widen them",
    async check(fixture) {
      const client = await registered(fixture);
      const { refresh_token } = await connected(fixture, client, { scope: "account:read listings:write" });
      const wider = { scope: "account:read orders:write" };
      expect(await refusal(refreshed(fixture, client, refresh_token, wider))).toBe("400 invalid_scope");
      expect((await refreshed(fixture, client, refresh_token, { scope: "account:read" })).scope).toBe("account:read");
    },
  },
  {
    source: "OAuth 2.1 §4.3.1",
    requirement: "ten concurrent refreshes return the same tokens",
    async check(fixture) {
      const client = await registered(fixture);
      const { refresh_token } = await connected(fixture, client);
      const answers = await Promise.all(Array.from({ length: 10 }, () => refreshed(fixture, client, refresh_token)));
      expect(new Set(answers.map((answer) => answer.access_token + answer.refresh_token)).size).toBe(1);
      expect(await refusal(refreshed(fixture, client, answers[0]!.refresh_token))).toBe("accepted");
    },
  },
  {
    source: "OAuth 2.1 §4.3.1",
    requirement: "a rotated refresh token used later ends its grant, and no other",
    async check(fixture) {
      const client = await registered(fixture);
      const neighbour = await connected(fixture, client, otherSite(fixture));
      const { refresh_token } = await connected(fixture, client);
      const next = await refreshed(fixture, client, refresh_token);
      fixture.pass(11);
      expect(await refusal(refreshed(fixture, client, refresh_token))).toBe("400 invalid_grant");
      expect(await opens(fixture, next.access_token)).toBe(false);
      expect(await refusal(refreshed(fixture, client, next.refresh_token))).toBe("400 invalid_grant");
      expect(await refusal(refreshed(fixture, client, neighbour.refresh_token))).toBe("accepted");
    },
  },
  {
    source: "RFC 6749 §10.4",
    requirement: "a refresh token is refused for another client",
    async check(fixture) {
      const [client, thief] = [await registered(fixture), await registered(fixture)];
      const { refresh_token } = await connected(fixture, client);
      expect(await refusal(refreshed(fixture, thief, refresh_token))).toBe("400 invalid_grant");
      expect(await refusal(refreshed(fixture, client, refresh_token))).toBe("accepted");
    },
  },
  {
    source: "RFC 7009 §2.1",
    requirement: "revoking a refresh token ends the access tokens too",
    async check(fixture) {
      const client = await registered(fixture);
      const answer = await connected(fixture, client);
      await revoked(fixture, client, answer.refresh_token!);
      expect(await opens(fixture, answer.access_token)).toBe(false);
      expect(await refusal(refreshed(fixture, client, answer.refresh_token))).toBe("400 invalid_grant");
    },
  },
  {
    source: "RFC 7009 §2.2",
    requirement: "revoking an unknown token succeeds",
    async check(fixture) {
      expect(await refusal(revoked(fixture, await registered(fixture), "unknown"))).toBe("accepted");
    },
  },
  {
    source: "RFC 7009 §2.1",
    requirement: "another client's token is not revoked",
    async check(fixture) {
      const [client, other] = [await registered(fixture), await registered(fixture)];
      const answer = await connected(fixture, client);
      expect(await refusal(revoked(fixture, other, answer.access_token))).toBe("400 invalid_grant");
      expect(await opens(fixture, answer.access_token)).toBe(true);
    },
  },
  {
    source: "RFC 6749 §5.2",
    requirement: "a wrong secret in Basic: 401 with a Basic challenge",
    async check(fixture) {
      const client = await registered(fixture, { token_endpoint_auth_method: "client_secret_basic" });
      const wrong = await registered(fixture, { token_endpoint_auth_method: "client_secret_basic" });
      const request = refreshed(fixture, { ...client, auth: wrong.auth }, "unknown");
      expect(await refusal(request)).toBe("401 basic");
    },
  },
  isRefused("no grant_type", {}, "400 invalid_request"),
  isRefused("an unknown grant_type", { grant_type: "password" }, "400 unsupported_grant_type"),
  isRefused("no client", "grant_type=refresh_token&refresh_token=x", "401 invalid_client"),
  isRefused(
    "an unknown client",
    { client_id: "x", grant_type: "refresh_token", refresh_token: "x" },
    "401 invalid_client",
  ),
  isRefused("no code", { grant_type: "authorization_code" }, "400 invalid_request"),
  isRefused("no verifier", { grant_type: "authorization_code", code: "x" }, "400 invalid_request"),
  isRefused(
    "an unknown code",
    { grant_type: "authorization_code", code: "x", code_verifier: "x" },
    "400 invalid_grant",
  ),
  isRefused("an unknown refresh token", { grant_type: "refresh_token", refresh_token: "x" }, "400 invalid_grant"),
  isRefused(
    "an unknown resource",
    { grant_type: "refresh_token", refresh_token: "x", resource: "x" },
    "400 invalid_target",
  ),
  isRefused("a repeated parameter", "grant_type=refresh_token&grant_type=refresh_token", "400 invalid_request"),
  isRefused(
    "an over-long parameter",
    { grant_type: "refresh_token", refresh_token: "x".repeat(1001) },
    "400 invalid_request",
  ),
  isRefused("a body beyond 64 kB", "x".repeat(65_537), "413 invalid_request"),
];
