import { expect } from "bun:test";
import {
  attempt,
  connected,
  documentClient,
  type Fixture,
  opens,
  type Requirement,
  redirectUri,
  refreshed,
  refusal,
} from "./fixture.ts";

const draft = "client metadata document draft";

/** Opens an authorization request of the client with this document. */
async function opened(fixture: Fixture, clientId: string, changes: Record<string, string> = {}) {
  const { url } = await attempt(fixture, { client_id: clientId }, changes);
  return fixture.person.open(url);
}

const isRefused = (
  section: string,
  what: string,
  says: string,
  serve: (documents: Fixture["documents"], path: string) => string,
): Requirement => ({
  source: `${draft} ${section}`,
  requirement: `a document ${what} is refused`,
  async check(fixture) {
    const path = `/${what.replaceAll(/[^a-z]+/g, "-")}/client.json`;
    const page = await opened(fixture, serve(fixture.documents, path));
    expect([page.status, page.location]).toEqual([400, null]);
    expect(page.html).toContain(says);
  },
});

export const documents: Requirement[] = [
  {
    source: `${draft} §4`,
    requirement: "a client with a document needs no registration",
    async check(fixture) {
      const client = documentClient(fixture.documents.serve("/plain/client.json"));
      expect(await opens(fixture, (await connected(fixture, client)).access_token)).toBe(true);
    },
  },
  {
    source: `${draft} §6, MCP security §Localhost Redirect URI Risks`,
    requirement: "the consent page shows the document's host, the name and the redirect",
    async check(fixture) {
      const page = await opened(
        fixture,
        fixture.documents.serve("/shown/client.json", { client_name: "<b>Shown</b>" }),
      );
      expect(page.html).toContain("&lt;b&gt;Shown&lt;/b&gt;");
      expect(page.html).toContain(new URL(fixture.documents.at("/")).host);
      expect(page.html).toContain(new URL(redirectUri).host);
    },
  },
  {
    source: `${draft} §4.1`,
    requirement: "redirects are checked against the document",
    async check(fixture) {
      const clientId = fixture.documents.serve("/redirect/client.json");
      expect((await opened(fixture, clientId, { redirect_uri: "https://evil.test/" })).status).toBe(400);
    },
  },
  isRefused("§4.1", "with another client_id inside", "client_id that differs", (host, path) =>
    host.serve(path, { client_id: host.at("/other.json") }),
  ),
  isRefused("§4.1", "with a client_secret", "client_secret", (host, path) => host.serve(path, { client_secret: "x" })),
  isRefused("§4.1", "with client_secret_expires_at", "client_secret", (host, path) =>
    host.serve(path, { client_secret_expires_at: 0 }),
  ),
  isRefused("§4.1", "of a client with a shared secret", "token_endpoint_auth_method", (host, path) =>
    host.serve(path, { token_endpoint_auth_method: "client_secret_post" }),
  ),
  isRefused("§4, MCP client registration", "without client_name", "client_name", (host, path) =>
    host.serve(path, { client_name: undefined }),
  ),
  isRefused("§4", "without redirect_uris", "redirect_uris", (host, path) =>
    host.serve(path, { redirect_uris: undefined }),
  ),
  isRefused("§4", "of another content type", "application/json", (host, path) =>
    host.serve(path, {}, { "content-type": "text/html" }),
  ),
  isRefused("§4", "that is not JSON", "not valid JSON", (host, path) =>
    host.answer(path, () => new Response("{", { headers: { "content-type": "application/json" } })),
  ),
  isRefused("§4", "that is a list", "not a JSON object", (host, path) => host.answer(path, () => Response.json([]))),
  isRefused("§4", "that does not exist", "status 404", (host, path) => host.at(path)),
  isRefused("§6.6", "larger than 16 kB", "larger than 16 KiB", (host, path) =>
    host.serve(path, { x: "x".repeat(17_000) }),
  ),
  isRefused("§6.5", "that takes longer than 5 s", "took longer", (host, path) =>
    host.answer(path, () => new Promise<never>(() => {})),
  ),
  {
    source: `${draft} §4`,
    requirement: "a redirect is not followed",
    async check(fixture) {
      const target = fixture.documents.serve("/redirected/target.json");
      const clientId = fixture.documents.answer("/redirected/client.json", () => Response.redirect(target));
      const page = await opened(fixture, clientId);
      expect(page.status).toBe(400);
      expect(page.html).toContain("status 302");
      expect(fixture.documents.asked("/redirected/target.json")).toBe(0);
    },
  },
  {
    source: `${draft} §6.5, MCP security §Authorization Server Abuse Protection`,
    requirement: "private IP addresses are never contacted, however they are written",
    async check(fixture) {
      let connections = 0;
      const socket = { open: () => void connections++, data() {} };
      const hidden = Bun.listen({ hostname: "127.0.0.2", port: 0, socket });
      const hosts = ["127.0.0.2", "[::1]", "[::ffff:127.0.0.2]", "[::ffff:7f00:2]", "10.0.0.1", "169.254.169.254"];
      for (const host of [...hosts, "0x7f000002", "2130706434", "127.2", "0.0.0.0"]) {
        const page = await opened(fixture, `https://${host}:${hidden.port}/client.json`);
        expect([host, page.status, page.location]).toEqual([host, 400, null]);
      }
      hidden.stop(true);
      expect(connections).toBe(0);
    },
  },
  {
    source: `${draft} §3`,
    requirement: "a URL with http, dot segments, credentials or a fragment is not a client",
    async check(fixture) {
      const { host } = new URL(fixture.documents.serve("/spelled/client.json"));
      for (const clientId of [
        `http://${host}/spelled/client.json`,
        `https://${host}/x/../spelled/client.json`,
        `https://user@${host}/spelled/client.json`,
        `https://${host}/spelled/client.json#x`,
        `https://${host.toUpperCase()}/spelled/client.json`,
      ])
        expect((await opened(fixture, clientId)).status).toBe(400);
      expect(fixture.documents.asked("/spelled/client.json")).toBe(0);
    },
  },
  {
    source: `${draft} §6.7`,
    requirement: "a logo is neither loaded nor shown",
    async check(fixture) {
      const logo = fixture.documents.at("/logo/logo.png");
      const page = await opened(fixture, fixture.documents.serve("/logo/client.json", { logo_uri: logo }));
      expect(page.status).toBe(200);
      expect(page.html).not.toContain("logo.png");
      expect(fixture.documents.asked("/logo/logo.png")).toBe(0);
    },
  },
  ...(
    [
      ["max-age=600", 600],
      ["max-age=1", 60],
      ["no-store", 60],
      ["max-age=99999999", 86_400],
      ["", 3_600],
    ] as const
  ).map(
    ([cacheControl, seconds]): Requirement => ({
      source: `${draft} §4.4, RFC 9111 §5.2.2`,
      requirement: `a document with ${cacheControl ? `Cache-Control ${cacheControl}` : "no Cache-Control"} is cached for ${seconds} s`,
      async check(fixture) {
        const path = `/cached-${cacheControl}/client.json`;
        const clientId = fixture.documents.serve(path, {}, cacheControl ? { "cache-control": cacheControl } : {});
        for (let times = 0; times < 3; times++) await opened(fixture, clientId);
        fixture.pass(seconds - 1);
        await opened(fixture, clientId);
        expect(fixture.documents.asked(path)).toBe(1);
        fixture.pass(1);
        await opened(fixture, clientId);
        expect(fixture.documents.asked(path)).toBe(2);
      },
    }),
  ),
  {
    source: `${draft} §4.4`,
    requirement: "changed redirects apply after the cache has expired",
    async check(fixture) {
      const moved = { redirect_uri: "https://moved.test/callback" };
      const clientId = fixture.documents.serve("/moved/client.json", {}, { "cache-control": "max-age=60" });
      expect((await opened(fixture, clientId)).status).toBe(200);
      fixture.documents.serve("/moved/client.json", { redirect_uris: [moved.redirect_uri] });
      expect((await opened(fixture, clientId, moved)).status).toBe(400);
      fixture.pass(60);
      expect((await opened(fixture, clientId, moved)).status).toBe(200);
      expect((await opened(fixture, clientId)).status).toBe(400);
    },
  },
  {
    source: "RFC 6749 §6",
    requirement: "tokens can be refreshed while the client's own server is down",
    async check(fixture) {
      const client = documentClient(
        fixture.documents.serve("/away/client.json", {}, { "cache-control": "max-age=60" }),
      );
      const { refresh_token } = await connected(fixture, client);
      fixture.documents.answer("/away/client.json", () => new Response("down", { status: 503 }));
      fixture.pass(61);
      expect(await refusal(refreshed(fixture, client, refresh_token))).toBe("accepted");
      expect(fixture.documents.asked("/away/client.json")).toBe(1);
    },
  },
  {
    source: `${draft} §6.5`,
    requirement: "concurrent requests fetch a document once",
    async check(fixture) {
      const clientId = fixture.documents.serve("/rush/client.json");
      await Promise.all(Array.from({ length: 10 }, () => opened(fixture, clientId)));
      expect(fixture.documents.asked("/rush/client.json")).toBe(1);
    },
  },
];
