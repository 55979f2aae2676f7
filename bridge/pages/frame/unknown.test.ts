import { expect, test } from "bun:test";
import { emptyStore, startTestServer } from "#test/support/server/harness.ts";
import { useTestServer } from "#test/support/server/use-test-server.ts";

const server = useTestServer();

test("404: any method and body gets a page with a search and a link to the home page", async () => {
  const json = { "content-type": "application/json" };
  const asked: RequestInit[] = [
    {},
    { method: "HEAD" },
    { method: "POST", body: "{", headers: json },
    { method: "PUT" },
  ];
  for (const path of ["/nowhere", "/listings/no-page-yet/x", "/favicon.gif", "/.well-known/other"])
    for (const init of asked) {
      const response = await fetch(`${server.url}${path}`, init);
      expect([path, init, response.status]).toEqual([path, init, 404]);
      expect(response.headers.get("content-type")).toBe("text/html; charset=utf-8");
      expect(response.headers.get("x-request-id")).toMatch(/^[\w-]{36}$/);
      const page = await response.text();
      if (init.method !== "HEAD")
        for (const part of ['<a href="/">home page of', 'action="/search"']) expect(page).toContain(part);
    }
});

test("503: a server without a site shows the command that creates one", async () => {
  const empty = await startTestServer({ store: emptyStore() });
  try {
    for (const path of ["/", "/sign-in", "/account", "/nowhere"]) {
      const response = await fetch(`${empty.url}${path}`);
      expect([path, response.status, response.headers.get("retry-after")]).toEqual([path, 503, "60"]);
      expect(response.headers.get("content-type")).toBe("text/html; charset=utf-8");
      const page = await response.text();
      expect(page).toContain("<h1>No site yet</h1>");
      expect(page).toContain("npx -y bun run admin site create main --name");
    }
    const api = await fetch(`${empty.url}/api/v1/listings`);
    expect([api.status, api.headers.get("content-type")]).toEqual([503, "application/problem+json"]);
  } finally {
    await empty.stop();
  }
});
