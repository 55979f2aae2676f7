import { afterAll, beforeAll, expect, test } from "bun:test";
import { signUpAs, type Visitor, visitor } from "#test/support/clients/visitor.ts";
import { demoFounder, type Founder } from "#test/support/server/demo.ts";
import { startTestServer, type TestServer } from "#test/support/server/harness.ts";

let server: TestServer;
let founder: Founder;
let browser: Visitor;
beforeAll(async () => {
  server = await startTestServer();
  founder = await demoFounder(server.store);
  browser = visitor(server);
  const { email, password } = founder;
  await browser.post("/sign-in", { email, password, do: "password" });
});
afterAll(() => server.stop());

test("the list shows every listing with its status", async () => {
  const { status, html } = await browser.get("/account/listings");
  expect(status).toBe(200);
  for (const text of ["Berthmate", "Draft", "Keelcash", "Waiting", "Tidepad", "Live"]) expect(html).toContain(text);
});

test("listing without a plan: says so, and the launch page chooses the free plan once", async () => {
  const overview = (await browser.get("/account/listings/95")).html;
  for (const text of [
    "Not public yet. Choose a free launch",
    'href="/account/listings/95/launch">Choose how to launch',
  ])
    expect(overview).toContain(text);
  const path = "/account/listings/95/launch";
  const choice = (await browser.get(path)).html;
  for (const text of [
    "Launches on <strong>7 December 2026</strong>",
    "Launch now, ",
    "23 – 29 Nov, ",
    "badges/site.svg",
  ])
    expect(choice).toContain(text);
  const chosen = await browser.post(path, { do: "free" });
  expect(chosen.location).toBe(`${path}?done=free`);
  const { html } = await browser.get(chosen.location!);
  expect(html).toContain("Free launch chosen.");
  expect(html).toContain("Complete these steps before 7 December 2026.");
  expect(html).toContain("if the badge is found on your website");
  expect(html).not.toContain("Choose free launch</button>");
  expect((await browser.post(path, { do: "free" })).location).toBe(`${path}?done=free`);
});

test("404: listing of another account, or an invalid id", async () => {
  const stranger = await signUpAs(server, "stranger@example.test");
  for (const path of ["/account/listings/3", "/account/listings/3/story", "/account/listings/x"]) {
    expect((await stranger.get(path)).status).toBe(404);
    expect((await visitor(server).get(path)).location).toStartWith("/sign-in");
  }
  expect((await stranger.post("/account/listings/3/launch", { do: "free" })).status).toBe(404);
  expect((await server.as(founder.key).call("get_my_listing", { listing_id: 3 })).body.plan).toBe("paid");
});
