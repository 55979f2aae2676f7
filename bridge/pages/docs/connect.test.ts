import { afterAll, beforeAll, expect, test } from "bun:test";
import { startTestServer, type TestServer } from "#test/support/server/harness.ts";
import { clientSteps } from "./mcp-clients.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const browser = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";
const open = (query = "", accept = browser, init: RequestInit = {}) =>
  fetch(`${server.url}/mcp${query}`, { ...init, headers: { accept } });

test("in a browser it shows the address that card and registry record name, and the steps for each client", async () => {
  const response = await open();
  expect(response.status).toBe(200);
  expect(response.headers.get("content-type")).toBe("text/html; charset=utf-8");
  expect(response.headers.get("vary")).toContain("Accept");
  const html = await response.text();
  for (const path of ["/mcp/server-card", "/server.json"]) {
    const { remotes } = (await (await fetch(server.url + path)).json()) as { remotes: { url: string }[] };
    expect(html).toContain(`<code class="address">${remotes[0]!.url}</code>`);
  }
  for (const { name } of clientSteps(server.url)) expect(html).toContain(`>${name}</h3>`);
  expect((await open("", browser, { method: "HEAD" })).status).toBe(200);
});

test.each([
  ["/mcp", browser],
  ["/mcp", "text/markdown"],
  ["/docs/api", browser],
  ["/docs/api", "text/markdown"],
  ["/llms.txt", "*/*"],
])("%s (%s) names every protocol version and explains the sign-in", async (path, accept) => {
  const text = await (await fetch(server.url + path, { headers: { accept } })).text();
  for (const version of ["2026-07-28", "2025-11-25", "2025-06-18", "2025-03-26"]) expect(text).toContain(version);
  for (const word of [
    "401",
    "protected resource metadata",
    "OAuth 2.1",
    "PKCE",
    "client ID metadata",
    "registers",
    "API key",
  ])
    expect(text).toContain(word);
});

test("each link opens its client with the address, the chosen tools included", async () => {
  const html = (await (await open("?profile=read")).text()).replaceAll("&amp;", "&");
  const url = `${server.url}/mcp?profile=read`;
  const [, code] = /href="vscode:mcp\/install\?([^"]+)"/.exec(html)!;
  expect(JSON.parse(decodeURIComponent(code!))).toEqual({ name: "slipway", type: "http", url });
  const [, query] = /href="cursor:\/\/anysphere\.cursor-deeplink\/mcp\/install\?([^"]+)"/.exec(html)!;
  const given = new URLSearchParams(query);
  expect(given.get("name")).toBe("slipway");
  expect(JSON.parse(atob(given.get("config")!))).toEqual({ url });
  expect(html).toContain('<a href="/mcp?profile=read" aria-current="true">');
  const one = await (await open("?tools=get_listing")).text();
  expect(one).toContain(`${server.url}/mcp?tools=get_listing</code>`);
});

test("as Markdown it says the same", async () => {
  const response = await open("", "text/markdown");
  expect(response.headers.get("content-type")).toStartWith("text/markdown");
  const text = await response.text();
  for (const { name, code } of clientSteps(`${server.url}/mcp`)) {
    expect(text).toContain(`## ${name}\n`);
    expect(text).toContain(code.split("\n").at(-1)!);
  }
});

test("a profile that is not there is a page that lists those that are", async () => {
  const response = await open("?profile=reed");
  expect(response.status).toBe(400);
  expect(await response.text()).toContain("Did you mean read?");
});

test.each(["text/event-stream", "application/json, text/event-stream", "text/html, text/event-stream", "*/*"])(
  "a client that accepts %s gets what it always got",
  async (accept) => {
    const response = await open("", accept);
    expect([response.status, response.headers.get("allow")]).toEqual([405, "POST, OPTIONS"]);
  },
);

test("the README names the same clients", async () => {
  const readme = await Bun.file(`${import.meta.dir}/../../../README.md`).text();
  for (const { name } of clientSteps(server.url)) expect(readme).toContain(`| ${name.split(",")[0]}`);
});
