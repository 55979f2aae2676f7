interface FixedAnswer {
  status?: number;
  headers?: Record<string, string>;
  body?: string | Uint8Array;
  delayMs?: number;
}

/** What a path of a site answers: a page as HTML, or anything else. */
export type SiteAnswer = string | FixedAnswer | ((request: Request) => Response | Promise<Response>);

/** A whole site for tests; `{{origin}}` in its texts becomes its own address. */
export interface Site {
  /** Answers by path, with the query where there is one. */
  pages: Record<string, SiteAnswer>;
  /** What all other paths answer; a plain 404 without. */
  otherwise?: SiteAnswer;
}

export interface ServedSite {
  /** Address of the home page. */
  url: string;
  /** Paths that were asked for, in order. */
  hits: string[];
  /** What the requests said of themselves. */
  userAgents: Set<string>;
  stop(): Promise<void>;
}

/** Serves a site on a free port of loopback. */
export async function serveSite(site: Site): Promise<ServedSite> {
  const hits: string[] = [];
  const userAgents = new Set<string>();
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    idleTimeout: 60,
    async fetch(request) {
      const { pathname, search, origin } = new URL(request.url);
      hits.push(pathname + search);
      userAgents.add(request.headers.get("user-agent") ?? "");
      const path = decodeURI(pathname);
      const answer = site.pages[path + search] ?? site.pages[path] ?? site.otherwise ?? notFound;
      if (typeof answer === "function") return answer(request);
      const fixed: FixedAnswer = typeof answer === "string" ? { body: answer } : answer;
      const { status = 200, headers = {}, body = "", delayMs = 0 } = fixed;
      await Bun.sleep(delayMs);
      const bytes = typeof body === "string" ? body.replaceAll("{{origin}}", origin) : body;
      const types: Record<string, string> = typeof body === "string" ? { "content-type": typeOf(path) } : {};
      return new Response(bytes, { status, headers: { ...types, ...headers } });
    },
  });
  const origin = `http://127.0.0.1:${server.port}`;
  return { url: `${origin}/`, hits, userAgents, stop: () => server.stop(true) };
}

const notFound: FixedAnswer = { status: 404, body: "<!doctype html><title>Not found</title><h1>Not found</h1>" };

function typeOf(path: string): string {
  if (path.endsWith(".svg")) return "image/svg+xml";
  if (path.endsWith(".js")) return "text/javascript";
  if (path.endsWith(".xml")) return "application/xml";
  if (path.endsWith(".txt")) return "text/plain";
  if (path.endsWith(".json") || path.endsWith(".webmanifest")) return "application/json";
  return "text/html; charset=utf-8";
}
