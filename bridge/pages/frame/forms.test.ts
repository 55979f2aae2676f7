import { afterAll, beforeAll, expect, test } from "bun:test";
import { signUpAs, type Visitor, visitor } from "#test/support/clients/visitor.ts";
import { startTestServer, type TestServer } from "#test/support/server/harness.ts";

let server: TestServer;
let person: Visitor;

beforeAll(async () => {
  server = await startTestServer();
  person = await signUpAs(server, "ada@example.org");
});
afterAll(() => server.stop());

const rename = (fields: Record<string, string> = {}, headers: Record<string, string> = {}) =>
  person.post("/account", { do: "name", name: "Ada", ...fields }, headers);

test("303: a form from our own page", async () => {
  expect((await rename()).status).toBe(303);
  expect((await rename({}, { "sec-fetch-site": "same-origin" })).status).toBe(303);
});

test("403: a missing token, a wrong token or the token of another browser", async () => {
  const other = await visitor(server).token();
  for (const form_token of ["", "wrong", other]) expect((await rename({ form_token })).status).toBe(403);
});

test("403: a token from before the sign-in", async () => {
  const late = visitor(server);
  const form_token = await late.token();
  const form = late.cookies.get("slipway_form")!;
  for (const [name, value] of person.cookies) late.cookies.set(name, value);
  late.cookies.set("slipway_form", form);
  expect((await late.post("/account", { do: "name", name: "Mallory", form_token })).status).toBe(403);
});

test("403: a form from another site, even with the right token", async () => {
  const form_token = await person.token();
  for (const origin of ["https://evil.example", "null", `${server.url}.evil.example`, "http://localhost:1"])
    expect((await rename({ form_token }, { origin })).status).toBe(403);
  for (const site of ["cross-site", "same-site"])
    expect((await rename({ form_token }, { "sec-fetch-site": site })).status).toBe(403);
});

test("415, 413 and 400: bodies that are no form, too large or not UTF-8", async () => {
  const json = await fetch(`${server.url}/sign-in`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: "{}",
  });
  expect(json.status).toBe(415);
  expect((await person.post("/sign-in", { email: "a".repeat(200_000) })).status).toBe(413);
  const broken = await fetch(`${server.url}/sign-in`, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: "email=%ff%zz",
  });
  expect(broken.status).toBe(400);
  expect(await broken.text()).toContain("<h1>Form not accepted</h1>");
});

test("405: other methods, with the allowed methods", async () => {
  const response = await fetch(`${server.url}/sign-in`, { method: "DELETE" });
  expect(response.status).toBe(405);
  expect(response.headers.get("allow")).toBe("GET, HEAD, POST");
});

test("every page forbids framing, caching and scripts, except the script for passkeys", async () => {
  const open = ["/sign-up", "/check-mail", "/reset-password", "/link?token=x", "/dev/mailbox", "/oauth/authorize"];
  const signedIn = ["/account", "/account/profile", "/account/keys", "/account/apps", "/account/approvals"];
  for (const path of [...open, ...signedIn]) {
    const { headers, html } = await (open.includes(path) ? visitor(server) : person).get(path);
    const policy = headers.get("content-security-policy")!;
    for (const rule of ["default-src 'none'", "style-src 'self'", "base-uri 'none'", "frame-ancestors 'none'"])
      expect(policy).toContain(rule);
    expect(policy).not.toMatch(/unsafe|\*/);
    expect(policy.includes("script-src 'self'")).toBe(path === "/account");
    expect(Object.fromEntries(headers)).toMatchObject({
      "x-frame-options": "DENY",
      "x-content-type-options": "nosniff",
      "referrer-policy": "same-origin",
      "cache-control": "private, no-store",
    });
    expect(html).not.toMatch(
      /<script(?! type="module" src="\/assets\/passkeys\.\w+\.js"><\/script>)|<style| style=| on\w+=/,
    );
    expect(html).toStartWith('<!doctype html>\n<html lang="en">');
  }
});

test("caches may keep the stylesheet forever because its name contains its hash", async () => {
  const { html } = await person.get("/account");
  const path = /href="(\/assets\/slipway\.[a-z0-9]+\.css)"/.exec(html)![1]!;
  const response = await fetch(server.url + path);
  expect(response.headers.get("content-type")).toBe("text/css; charset=utf-8");
  expect(response.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
});

test("https: cookie names have the __Host- prefix", async () => {
  const { cookieJar } = await import("./cookies.ts");
  const jar = cookieJar(
    new Request("https://localhost/", { headers: { cookie: "slipway=x; __Host-slipway=y" } }),
    true,
  );
  expect(jar.get("session")).toBe("y");
  jar.set("form", "z");
  expect(jar.lines()).toEqual(["__Host-slipway_form=z; Path=/; HttpOnly; SameSite=Lax; Secure"]);
});

test("404: the mailbox in production", async () => {
  const production = await startTestServer({ isProduction: true });
  try {
    expect((await visitor(production).get("/dev/mailbox")).status).toBe(404);
  } finally {
    await production.stop();
  }
});
