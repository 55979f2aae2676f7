import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import sharp from "sharp";
import { startOfWeek } from "#db/values/week.ts";
import { plainSaas } from "../drafts/sites/plain-saas.ts";
import { type ServedSite, serveSite } from "../drafts/sites/serve.ts";
import { pageForm } from "../support/clients/page-form.ts";
import { linkIn, type PageVisit, visitor } from "../support/clients/visitor.ts";
import { startTestServer, type TestServer, testNow } from "../support/server/harness.ts";
import { scheduled } from "../support/server/scheduled.ts";

setDefaultTimeout(60_000);

const outbound = { allowNetworks: ["127.0.0.0/8"], dnsServers: [], userAgent: "SlipwayBot/test" };
let server: TestServer;
let website: ServedSite;
let clock = testNow;
let badge = "";
beforeAll(async () => {
  server = await startTestServer({ outbound, now: () => clock, periodic: scheduled("week-rollover") });
  const home = plainSaas.pages["/"] as string;
  const withBadge = () =>
    new Response(home.replace("</main>", `${badge}</main>`), { headers: { "content-type": "text/html" } });
  website = await serveSite({ ...plainSaas, pages: { ...plainSaas.pages, "/": withBadge } });
});
afterAll(async () => {
  await server.stop();
  await website.stop();
});

/** A person who only uses what the page shows: its links and its forms. Counts what they press. */
async function walker(email: string) {
  const browser = visitor(server);
  let at = "/";
  let page = await browser.get(at);
  let presses = 0;
  async function arrive(answer: PageVisit): Promise<void> {
    presses++;
    page = answer;
    while (page.location !== null) {
      at = page.location.split("#")[0]!;
      page = await browser.get(at);
    }
    expect([at, page.status]).toEqual([at, 200]);
  }
  /** The form that has the button. */
  const formWith = (button: string) =>
    [...page.html.matchAll(/<form .*?<\/form>/gs)].map(([form]) => form).find((form) => form.includes(button)) ??
    expect.unreachable(`${at} has no button ${button}`);
  const walk = {
    html: () => page.html,
    path: () => at,
    presses: () => presses,
    async link(path: string): Promise<void> {
      expect(page.html).toContain(`href="${path}"`);
      at = path;
      await arrive(await browser.get(path));
    },
    async form(action: string, button: string, fields: Record<string, string> = {}): Promise<void> {
      await arrive(await browser.post(action, { ...(await pageForm({ html: formWith(button) }, action)), ...fields }));
    },
    async upload(action: string, fields: Record<string, string>, photo: Blob): Promise<void> {
      const form = new FormData();
      for (const [name, value] of Object.entries({
        ...(await pageForm({ html: formWith("Save profile") }, action)),
        ...fields,
      }))
        form.set(name, String(value));
      form.set("photo", photo, "me.png");
      await arrive(await browser.post(action, form));
    },
    async mailed(): Promise<void> {
      const mail = (await server.mails()).find(({ recipient }) => recipient === email);
      at = linkIn(mail!);
      await arrive(await browser.get(at));
    },
    /** Opens a page without counting, as a reload does. */
    async open(path: string): Promise<string> {
      at = path;
      page = await browser.get(at);
      return page.html;
    },
  };

  // The first five presses are the same for both plans.
  await walk.link("/submit");
  await walk.form("/submit", "Create draft", { url: website.url, email });
  await walk.mailed();
  await walk.form("/link", "Confirm and sign in");
  await server.drainJobs();
  await walk.open(at);
  const texts = { headline: "Invoices for bakeries that deliver before dawn", categories: "invoicing" };
  await walk.form(at, "Save and submit", { ...texts, do: "submit" });
  const path = at.replace(/\?.*/, "");
  expect(path).toMatch(/^\/account\/listings\/\d+\/launch$/);
  return { ...walk, launch: path };
}

test("paid: from the front page to a live listing in eight presses", async () => {
  const walk = await walker("paid@example.test");
  await walk.form(walk.launch, "Continue to total", { product: "launch" });
  const order = walk.launch.replace("/launch", "/order");
  const billing = { name: "Nia Harbour", street: "1 Quay", postcode: "20457", city: "Hamburg", country: "Germany" };
  await walk.form(`${order}?product=launch&launch_week=&change=billing`, "Show total", { ...billing, do: "bill" });
  expect(walk.html()).toContain("Nothing is ordered yet.");
  await walk.form(walk.path(), "TEST: simulate the payment of €117.81");
  expect(walk.html()).toContain("Payment received: <bdi>Loafledger is live.");
  expect((await server.call("get_listing", { slug: "loafledger" })).body.plan_label).toBe("sponsored");
  expect(walk.presses()).toBe(8);
});

test("free: from the front page to a place in a launch week in nine presses; it is live in that week", async () => {
  await server.stop();
  server = await startTestServer({ outbound, now: () => clock, periodic: scheduled("week-rollover") });
  const walk = await walker("free@example.test");
  await server.store.write(async (tx) =>
    tx.$client.run("UPDATE accounts SET created_at = '2026-11-01T00:00:00.000Z' WHERE email = 'free@example.test'"),
  );
  await walk.form(walk.launch, "Choose free launch", { do: "free" });
  for (const text of ["Free launch chosen.", "What is left", "Complete these steps before 7 December 2026."])
    expect(walk.html()).toContain(text);
  for (const once of [">Complete your profile</a>", ">Get the badge</a>"])
    expect(walk.html().split(once)).toHaveLength(2);
  // The automatic check runs before the person can have pasted the code.
  await server.drainJobs();
  await walk.link("/account/profile");
  const png = await sharp({ create: { width: 200, height: 200, channels: 3, background: "teal" } })
    .png()
    .toBuffer();
  const profile = { name: "Nia Harbour", bio: "Bakes bread in Leeds and writes software for other bakers at night." };
  await walk.upload(
    "/account/profile",
    { ...profile, website: "https://nia.example/" },
    new Blob([new Uint8Array(png)]),
  );
  expect(walk.path()).toBe(`${walk.launch}?done=profile`);
  badge = /<pre class="snippet copied"[^>]*><code>(.*?)<\/code>/
    .exec(walk.html())![1]!
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"');
  await walk.form(walk.launch.replace("/launch", ""), "Check now", { do: "check" });
  expect(walk.presses()).toBe(9);
  await server.drainJobs();
  expect(await walk.open(walk.launch)).toContain("Loafledger launches on 7 December 2026.");

  clock = startOfWeek("2026-W50")!;
  await server.drainJobs();
  const live = await walk.open(walk.launch);
  for (const text of ["Loafledger is live.", "until Sunday, 13 December 2026", "/listings/loafledger/share.png"])
    expect(live).toContain(text);
});
