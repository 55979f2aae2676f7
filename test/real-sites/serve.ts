import { existsSync, statSync } from "node:fs";
import { join, normalize } from "node:path";
import { startZoneServer } from "../support/fakes/zone-server.ts";
import type { RealSite } from "./sites.ts";

export interface ServedSites {
  /** For `dnsServers`: a name server that knows only these sites. */
  dns: string;
  urlOf(site: RealSite): string;
  stop(): Promise<void>;
}

/** Serves sites from their folders, each under its own host name, like a plain web server. */
export async function serveSites(sites: { site: RealSite; files: string }[]): Promise<ServedSites> {
  const folders = new Map(sites.map(({ site, files }) => [site.host, files]));
  const zone = await startZoneServer();
  for (const host of folders.keys())
    for (const name of [host, `www.${host}`]) zone.zones.set(name, { a: ["127.0.0.1"] });
  const server: Bun.Server<undefined> = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    async fetch(request): Promise<Response> {
      const url = new URL(request.url);
      const host = (request.headers.get("host") ?? "").replace(/:\d+$/, "").replace(/^www\./, "");
      const folder = folders.get(host);
      const path = folder && fileAt(folder, decodeURIComponent(url.pathname));
      if (!path) return new Response("<!doctype html><title>Not found</title><h1>Not found</h1>", notFound);
      const file = Bun.file(path);
      if (!/\.(?:html?|xml|json|js|txt|webmanifest)$/i.test(path)) return new Response(file);
      // The site's own URLs must work here too.
      const own = new RegExp(`https?://(?:www\\.)?${host.replaceAll(".", "\\.")}(?![\\w.:-])`, "gi");
      const bytes = Buffer.from(await file.arrayBuffer());
      const text: string = bytes.toString("latin1").replace(own, `http://${host}:${server.port}`);
      const type = file.type.replace(/;.*/, "");
      return new Response(Buffer.from(text, "latin1"), { headers: { "content-type": type } });
    },
  });
  const stop = async () => {
    await server.stop(true);
    await zone.stop();
  };
  return { dns: zone.address, urlOf: ({ host, path }) => `http://${host}:${server.port}${path}`, stop };
}

const notFound = { status: 404, headers: { "content-type": "text/html" } };

function fileAt(folder: string, path: string): string | null {
  const safe = normalize(`/${path}`);
  const tried = [safe, `${safe}.html`, `${safe}/index.html`, `${safe}/index.htm`];
  const found = tried.map((each) => join(folder, each)).find((each) => existsSync(each) && statSync(each).isFile());
  return found ?? null;
}
