import { expect } from "bun:test";
import {
  allowed,
  connected,
  exchanged,
  opens,
  postForm,
  type Requirement,
  redirectUri,
  refreshed,
  refusal,
  registered,
  revoked,
  type World,
} from "./world.ts";

/** Another protected resource: what the same client has there is another grant. */
const otherSite = ({ server }: World) => ({ resource: `http://games.localhost:${new URL(server.url).port}/mcp` });

const isRefused = (what: string, body: string | Record<string, string>, answer: string): Requirement => ({
  source: "RFC 6749 §5.2",
  requirement: `${what}: ${answer}`,
  async check(world) {
    const { client_id } = await registered(world);
    const form = typeof body === "string" ? body : { client_id, ...body };
    expect(await postForm(world, "token", form)).toBe(answer);
  },
});

export const tokens: Requirement[] = [
  {
    source: "RFC 6749 §5.1",
    requirement: "a code becomes tokens, with type, life and scope",
    async check(world) {
      const answer = await connected(world, await registered(world));
      expect(answer).toMatchObject({ token_type: "bearer", expires_in: 3600, refresh_token: expect.any(String) });
      expect(await opens(world, answer.access_token)).toBe(true);
      world.pass(3600);
      expect(await opens(world, answer.access_token)).toBe(false);
    },
  },
  {
    source: "RFC 7636 §4.6",
    requirement: "a code is worth nothing without its verifier",
    async check(world) {
      const client = await registered(world);
      const [mine, other] = [await allowed(world, client), await allowed(world, client, otherSite(world))];
      const injected = { parameters: mine.parameters, verifier: other.verifier };
      expect(await refusal(exchanged(world, client, injected))).toBe("400 invalid_grant");
      expect(await refusal(exchanged(world, client, mine))).toBe("taken");
    },
  },
  {
    source: "RFC 6749 §4.1.3",
    requirement: "a code is worth nothing to another client, or with another redirect",
    async check(world) {
      const [client, thief] = [await registered(world), await registered(world)];
      const code = await allowed(world, client);
      expect(await refusal(exchanged(world, thief, code))).toBe("400 invalid_grant");
      expect(await refusal(exchanged(world, client, code, { redirect: `${redirectUri}/x` }))).toBe("400 invalid_grant");
      expect(await refusal(exchanged(world, client, code))).toBe("taken");
    },
  },
  {
    source: "RFC 8707 §2.2",
    requirement: "a code cannot be turned to another resource",
    async check(world) {
      const client = await registered(world);
      const code = await allowed(world, client);
      const other = otherSite(world);
      expect(await refusal(exchanged(world, client, code, { additionalParameters: other }))).toBe("400 invalid_target");
      const same = { resource: `${world.server.url}/mcp` };
      expect(await refusal(exchanged(world, client, code, { additionalParameters: same }))).toBe("taken");
    },
  },
  {
    source: "RFC 6749 §4.1.2",
    requirement: "a code lives 60 s",
    async check(world) {
      const client = await registered(world);
      const code = await allowed(world, client);
      world.pass(60);
      expect(await refusal(exchanged(world, client, code))).toBe("400 invalid_grant");
    },
  },
  {
    source: "RFC 6749 §4.1.2",
    requirement: "a code used twice ends what came of it, and nothing else",
    async check(world) {
      const client = await registered(world);
      const neighbour = await connected(world, client, otherSite(world));
      const code = await allowed(world, client);
      const first = await exchanged(world, client, code);
      expect(await refusal(exchanged(world, client, code))).toBe("400 invalid_grant");
      expect(await opens(world, first.access_token)).toBe(false);
      expect(await refusal(refreshed(world, client, first.refresh_token))).toBe("400 invalid_grant");
      expect(await refusal(refreshed(world, client, neighbour.refresh_token))).toBe("taken");
    },
  },
  {
    source: "RFC 6749 §4.1.2",
    requirement: "of ten exchanges of one code at once, one gets tokens",
    async check(world) {
      const client = await registered(world);
      const code = await allowed(world, client);
      const answers = await Promise.all(Array.from({ length: 10 }, () => refusal(exchanged(world, client, code))));
      expect(answers.sort()).toEqual([...Array(9).fill("400 invalid_grant"), "taken"]);
    },
  },
  {
    source: "RFC 6749 §6, OAuth 2.1 §4.3.1",
    requirement: "a refresh token is exchanged for a new pair",
    async check(world) {
      const client = await registered(world);
      const first = await connected(world, client);
      const second = await refreshed(world, client, first.refresh_token);
      expect(second.refresh_token).not.toBe(first.refresh_token);
      expect(await opens(world, second.access_token)).toBe(true);
    },
  },
  {
    source: "RFC 6749 §6",
    requirement: "a refresh may narrow scopes and never widen them",
    async check(world) {
      const client = await registered(world);
      const { refresh_token } = await connected(world, client, { scope: "account:read listings:write" });
      const wider = { scope: "account:read orders:write" };
      expect(await refusal(refreshed(world, client, refresh_token, wider))).toBe("400 invalid_scope");
      expect((await refreshed(world, client, refresh_token, { scope: "account:read" })).scope).toBe("account:read");
    },
  },
  {
    source: "OAuth 2.1 §4.3.1",
    requirement: "ten refreshes at once leave one family, which all of them hold",
    async check(world) {
      const client = await registered(world);
      const { refresh_token } = await connected(world, client);
      const answers = await Promise.all(Array.from({ length: 10 }, () => refreshed(world, client, refresh_token)));
      expect(new Set(answers.map((answer) => answer.access_token + answer.refresh_token)).size).toBe(1);
      expect(await refusal(refreshed(world, client, answers[0]!.refresh_token))).toBe("taken");
    },
  },
  {
    source: "OAuth 2.1 §4.3.1",
    requirement: "a rotated refresh token used later ends its grant, and nothing else",
    async check(world) {
      const client = await registered(world);
      const neighbour = await connected(world, client, otherSite(world));
      const { refresh_token } = await connected(world, client);
      const next = await refreshed(world, client, refresh_token);
      world.pass(11);
      expect(await refusal(refreshed(world, client, refresh_token))).toBe("400 invalid_grant");
      expect(await opens(world, next.access_token)).toBe(false);
      expect(await refusal(refreshed(world, client, next.refresh_token))).toBe("400 invalid_grant");
      expect(await refusal(refreshed(world, client, neighbour.refresh_token))).toBe("taken");
    },
  },
  {
    source: "RFC 6749 §10.4",
    requirement: "a refresh token is worth nothing to another client",
    async check(world) {
      const [client, thief] = [await registered(world), await registered(world)];
      const { refresh_token } = await connected(world, client);
      expect(await refusal(refreshed(world, thief, refresh_token))).toBe("400 invalid_grant");
      expect(await refusal(refreshed(world, client, refresh_token))).toBe("taken");
    },
  },
  {
    source: "RFC 7009 §2.1",
    requirement: "revoking a refresh token ends the access tokens too",
    async check(world) {
      const client = await registered(world);
      const answer = await connected(world, client);
      await revoked(world, client, answer.refresh_token!);
      expect(await opens(world, answer.access_token)).toBe(false);
      expect(await refusal(refreshed(world, client, answer.refresh_token))).toBe("400 invalid_grant");
    },
  },
  {
    source: "RFC 7009 §2.2",
    requirement: "revoking what is not known is answered alike",
    async check(world) {
      expect(await refusal(revoked(world, await registered(world), "unknown"))).toBe("taken");
    },
  },
  {
    source: "RFC 7009 §2.1",
    requirement: "another client's token is not revoked",
    async check(world) {
      const [client, other] = [await registered(world), await registered(world)];
      const answer = await connected(world, client);
      expect(await refusal(revoked(world, other, answer.access_token))).toBe("400 invalid_grant");
      expect(await opens(world, answer.access_token)).toBe(true);
    },
  },
  {
    source: "RFC 6749 §5.2",
    requirement: "a wrong secret in Basic: 401 with a Basic challenge",
    async check(world) {
      const client = await registered(world, { token_endpoint_auth_method: "client_secret_basic" });
      const wrong = await registered(world, { token_endpoint_auth_method: "client_secret_basic" });
      const request = refreshed(world, { ...client, auth: wrong.auth }, "unknown");
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
