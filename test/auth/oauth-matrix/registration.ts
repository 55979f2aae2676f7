import { expect } from "bun:test";
import { connected, type Fixture, opens, type Requirement, refusal, registered } from "./fixture.ts";

const refused = (source: string, what: string, metadata: unknown, error: string): Requirement => ({
  source,
  requirement: `${what} is refused with ${error}`,
  async check({ server }: Fixture) {
    const answer = await fetch(`${server.url}/oauth/register`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: typeof metadata === "string" ? metadata : JSON.stringify(metadata),
    });
    expect(answer.status).toBe(400);
    expect(answer.headers.get("cache-control")).toBe("no-store");
    expect(await answer.json()).toEqual({ error, error_description: expect.stringMatching(/^[\x20-\x7e]+$/) });
  },
});
const redirects = (...redirect_uris: unknown[]) => ({ redirect_uris });

export const registration: Requirement[] = [
  {
    source: "RFC 7591 §3.2.1",
    requirement: "a public client registers, without a secret, and connects",
    async check(fixture) {
      const client = await registered(fixture);
      expect(client.metadata).not.toHaveProperty("client_secret");
      expect(await opens(fixture, (await connected(fixture, client)).access_token)).toBe(true);
    },
  },
  ...(["client_secret_basic", "client_secret_post"] as const).map(
    (method): Requirement => ({
      source: "RFC 6749 §2.3.1",
      requirement: `a client with ${method} registers and connects`,
      async check(fixture) {
        const client = await registered(fixture, { token_endpoint_auth_method: method });
        expect(client.metadata.client_secret).toBeString();
        expect(await opens(fixture, (await connected(fixture, client)).access_token)).toBe(true);
      },
    }),
  ),
  {
    source: "RFC 7591 §2",
    requirement: "unknown metadata is ignored",
    async check(fixture) {
      const client = await registered(fixture, { logo_uri: "https://app.test/logo.png", "x-own": { a: 1 } });
      expect(client.metadata).not.toHaveProperty("logo_uri");
      expect(await refusal(connected(fixture, client))).toBe("accepted");
    },
  },
  refused("RFC 7591 §3.2.2", "a body that is not JSON", "{", "invalid_client_metadata"),
  refused("RFC 7591 §3.2.2", "a client without redirect", {}, "invalid_client_metadata"),
  refused("RFC 7591 §3.2.2", "a redirect that is not a string", redirects(1), "invalid_client_metadata"),
  refused(
    "RFC 7591 §3.2.2",
    "an unknown authentication method",
    { ...redirects("https://app.test/"), token_endpoint_auth_method: "private_key_jwt" },
    "invalid_client_metadata",
  ),
  refused(
    "RFC 7591 §2.1",
    "a client of the implicit grant only",
    { ...redirects("https://app.test/"), grant_types: ["implicit"], response_types: ["token"] },
    "invalid_client_metadata",
  ),
  refused("RFC 7591 §3.2.2", "a redirect over http", redirects("http://app.test/"), "invalid_redirect_uri"),
  refused("RFC 6749 §3.1.2", "a redirect with a fragment", redirects("https://app.test/#x"), "invalid_redirect_uri"),
  refused("OAuth 2.1 §7.12", "a redirect that browsers run", redirects("javascript:alert(1)"), "invalid_redirect_uri"),
  refused(
    "RFC 7591 §3.2.2",
    "a good redirect beside a bad one",
    redirects("https://app.test/", "data:x"),
    "invalid_redirect_uri",
  ),
];
