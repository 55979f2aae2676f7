import { afterAll, beforeAll, expect, test } from "bun:test";
import { accountByEmail } from "#db/queries/accounts/accounts.ts";
import { signUpAs, type Visitor, visitor } from "#test/support/clients/visitor.ts";
import { addCounts, daysAgo } from "#test/support/records/insights.ts";
import { ownedProduct } from "#test/support/records/owned-product.ts";
import { startTestServer, type TestServer, testNow } from "#test/support/server/harness.ts";
import { scheduled } from "#test/support/server/scheduled.ts";

let server: TestServer;
let clock = testNow;
let ada: Visitor;
let listing: number;
beforeAll(async () => {
  server = await startTestServer({ now: () => clock, periodic: scheduled("insights-mails") });
  ada = await signUpAs(server, "ada@example.org");
  const account = (await accountByEmail(server.store.read, "ada@example.org"))!;
  listing = (await ownedProduct(server.store, account.id)).main;
  await addCounts(server.store, listing, [
    [daysAgo(9), "page_views", "page", 4],
    [daysAgo(2), "page_views", "page", 7],
    [daysAgo(-4), "page_views", "mcp", 5],
    [daysAgo(-4), "outbound_clicks", "page", 2],
    [daysAgo(-5), "page_views", "page", 900],
  ]);
});
afterAll(() => server.stop());

const monday = (week: number) => new Date(Date.parse("2026-11-23T00:10:00.000Z") + (week - 48) * 7 * 86_400_000);
/** The emails about insights that the Monday of a week brings. */
async function mailsOn(week: number) {
  const before = (await server.mails()).length;
  clock = monday(week);
  await server.drainJobs();
  const all = await server.mails();
  return all.slice(0, all.length - before).filter(({ subject }) => subject.startsWith("Weekly insights"));
}

test("off by default; once switched on, an email on Monday has the figures of the week", async () => {
  expect((await ada.get("/account/following")).html).toContain("Emails about the insights of your listings are off.");
  const wanted = await ada.post("/account/following", { do: "on", mails: "insights" });
  expect((await ada.get(wanted.location!)).html).toContain("Emails about the insights of your listings are on.");
  const [mail, ...others] = await mailsOn(48);
  expect(others).toEqual([]);
  expect([mail!.recipient, mail!.subject]).toEqual(["ada@example.org", "Weekly insights of Kelpworks (Slipway)"]);
  for (const text of [
    "in the week of 16 to 22 November 2026",
    "Page views: 12 (4) · Outbound clicks: 2 (0)",
    `${server.url}/account/listings/${listing}/insights`,
    "because you switched on weekly insights on Slipway",
  ])
    expect(mail!.textBody).toContain(text);
});

test("a week without events, and a job that runs again, send nothing", async () => {
  expect(await mailsOn(48)).toEqual([]);
  expect((await mailsOn(49)).length).toBe(1);
  expect((await mailsOn(50)).length).toBe(1);
  expect(await mailsOn(51)).toEqual([]);
});

test("people who lost access get none, and one click unsubscribes", async () => {
  await addCounts(server.store, listing, [[daysAgo(-34), "page_views", "page", 1]]);
  const readOnly = (since: string) =>
    server.store.write(
      async (tx) => void (await tx.$client.run(`UPDATE company_owners SET read_only_since = ${since}`)),
    );
  await readOnly("'2026-11-01T00:00:00.000Z'");
  expect(await mailsOn(52)).toEqual([]);
  await readOnly("NULL");
  const [mail] = await mailsOn(53);
  const url = /http\S+\/unsubscribe\S+/.exec(mail!.textBody)![0];
  expect(url).toEndWith("&mails=insights");
  const pressed = await visitor(server).post(url.replace(server.url, ""), { "List-Unsubscribe": "One-Click" });
  expect(pressed.html).toContain("We will no longer send you emails about the insights of your listings.");
  expect(await mailsOn(54)).toEqual([]);
});
