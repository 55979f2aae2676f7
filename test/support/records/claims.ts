import type { Scope } from "#auth/scopes.ts";
import { createOutbound } from "#bridge/outbound/create-outbound.ts";
import { claimById } from "#db/queries/claims/claims.ts";
import type { ClaimMethod } from "#db/schema/vocabulary.ts";
import { selfSigned } from "../fakes/certificate.ts";
import { startZoneServer } from "../fakes/zone-server.ts";
import { startTestServer } from "../server/harness.ts";
import { keyFor } from "./account.ts";
import { addListing } from "./records.ts";

export type ClaimTown = Awaited<ReturnType<typeof startClaimTown>>;

interface TownOptions extends NonNullable<Parameters<typeof startTestServer>[0]> {
  /** Names with a certificate. Without a port in the URL, the web server answers for them at 443. */
  secureHosts?: string[];
}

/** Starts a directory with a name server and one web server for all names. */
export async function startClaimTown({ secureHosts = [], ...options }: TownOptions = {}) {
  const dns = await startZoneServer();
  /** By host and path, such as `acme.test/`. Paths with `.txt` are plain text; unknown ones are 404. */
  const pages = new Map<string, string | ((request: Request) => Response)>();
  const hits: string[] = [];
  const fetch = (request: Request) => {
    const url = new URL(request.url);
    const key = `${(request.headers.get("host") ?? "").replace(/:\d+$/, "")}${url.pathname}`;
    hits.push(key);
    const page = pages.get(key);
    if (page === undefined) return new Response("Nothing here", { status: 404 });
    return typeof page === "function"
      ? page(request)
      : new Response(page, {
          headers: { "content-type": `text/${key.includes(".txt") ? "plain" : "html"}; charset=utf-8` },
        });
  };
  const listen = { port: 0, hostname: "127.0.0.1", fetch };
  const web = Bun.serve(listen);
  const { key, cert } = selfSigned(secureHosts);
  const secure = Bun.serve({ ...listen, tls: { key, cert } });
  const outbound = { allowNetworks: ["127.0.0.0/8"], dnsServers: [dns.address], ca: cert };
  const guarded = createOutbound({ ...outbound, userAgent: "slipway-test" });
  const server = await startTestServer({
    isWorking: true,
    outbound,
    zonePort: dns.port,
    // Fixed host names are requested at 443, where a test cannot listen.
    ...(secureHosts.length > 0 && {
      proofs: {
        fetch: (url, more) => guarded.fetch(url.replace(/^(https:\/\/[^/:]+)(?=\/)/, `$1:${secure.port}`), more),
      },
    }),
    ...options,
  });
  for (const host of secureHosts) dns.zones.set(host, { a: ["127.0.0.1"] });
  const at = (host: string) => `http://${host}:${web.port}`;
  return {
    server,
    dns,
    pages,
    hits,
    at,
    /** The same over TLS, with a trusted certificate for `secureHosts` only. */
    secureAt: (host: string) => `https://${host}:${secure.port}`,
    /** Adds a live listing at its own name on the web server. */
    async list(slug: string, { host = `${slug}.test`, url = at(host) } = {}) {
      dns.zones.set(host, { a: ["127.0.0.1"], ns: [`ns.${host}`] });
      dns.zones.set(`ns.${host}`, { a: ["127.0.0.1"] });
      return server.store.write((tx) => addListing(tx, 1, slug, { url }));
    },
    /** Returns a caller with its own account. */
    async person(email: string, { isTest = false } = {}) {
      const scopes: Scope[] = ["account:read", "listings:write"];
      const { key, account } = await keyFor(server.store, { email, isTest, scopes });
      return { ...server.as(key), accountId: account.id, email };
    },
    claim: (id: number) => claimById(server.store.read, id),
    async stop() {
      await server.stop();
      await web.stop(true);
      await secure.stop(true);
      await dns.stop();
    },
  };
}

/** Publishes the proof that a claim's instructions describe. */
export function publish(
  { dns, pages }: ClaimTown,
  { method, instructions, slug }: { method: ClaimMethod; slug: string; instructions: { name: string; value: string } },
  host = `${slug}.test`,
): void {
  const { name, value } = instructions;
  if (method === "dns") dns.zones.set(name, { txt: [value] });
  if (method === "file") pages.set(`${host}${name}`, `${value}\n`);
  if (method === "meta")
    pages.set(
      `${host}/`,
      `<!doctype html><html><head><meta name="${name}" content="${value}"></head><body>Hi</body></html>`,
    );
}
