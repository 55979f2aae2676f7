import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { siteById } from "#db/queries/sites/sites.ts";
import { updateSite } from "#db/queries/sites/write-site.ts";
import { pageForm } from "../support/clients/page-form.ts";
import { type PageVisit, signUpAs } from "../support/clients/visitor.ts";
import { startStripeServer } from "../support/fakes/stripe-server.ts";
import { ownedListing } from "../support/records/owned-listing.ts";
import { startTestServer, type TestServer, testNow } from "../support/server/harness.ts";

/** Any walk over the pages that show a price, beside a model that knows for which listings the button was pressed. */

const listing = fc.constantFrom("first" as const, "second" as const);
const step = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant("continue" as const),
      listing,
      week: fc.constantFrom("", "2026-11-30", "2026-12-14", "soon"),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant("bill" as const),
      listing,
      country: fc.constantFrom("France", "Germany", "Norway", "Narnia"),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("goBack" as const), nth: fc.nat(20) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant("look" as const),
      path: fc.constantFrom("/pricing", "/account/orders", "/account/billing"),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("wait" as const), minutes: fc.constantFrom(5, 31) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("stranger" as const), nth: fc.nat(20) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("mix" as const), nth: fc.nat(20) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant("order" as const),
      nth: fc.nat(20),
      presses: fc.constantFrom("once", "twice", "doubled"),
      agreed: fc.boolean(),
    }),
  },
);

/** Every walk begins with totals to go back to. */
const firstTotal = (listing: "first" | "second") => ({ kind: "bill" as const, listing, country: "France" });

describe.each(["sandbox", "stripe"] as const)("payments by %s", (provider) => {
  test("no order exists before the order button, and one per listing after it", async () => {
    const stripe = provider === "stripe" ? startStripeServer() : null;
    let clock = testNow;
    const server = await startTestServer({
      now: () => clock,
      ...(stripe && { shop: { payments: stripe.payments(500) } }),
    });
    await manyPlaces(server);
    const stranger = await signUpAs(server, "stranger@example.test");
    let runs = 0;
    let ordersMade = 0;

    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (walk) => {
        clock = testNow;
        const name = `${provider}-${++runs}`;
        const email = `${name}@example.test`;
        const person = await signUpAs(server, email);
        const own = async (slug: string) => (await ownedListing(server.store, slug, { email, hasProfile: false })).id;
        const ids = { first: await own(`${name}-a`), second: await own(`${name}-b`) };
        const ordered = new Set<number>();
        /** The totals that the person has seen, as the browser's history has them. */
        const totals: { path: string; id: number }[] = [];
        const at = (nth: number) => totals[nth % Math.max(1, totals.length)];
        const follow = async (id: number, answer: PageVisit) => {
          if (answer.location?.includes("/order?quote=")) totals.push({ path: formPath(answer.location), id });
        };

        const steps = [...(["first", "second"] as const).map(firstTotal), ...walk];
        for (const one of steps) {
          if (one.kind === "continue") {
            const id = ids[one.listing];
            const fields = { product: "launch", launch_week: one.week };
            const answer = await person.post(`/account/listings/${id}/launch`, fields);
            // Without billing details, the page asks for them first.
            if (answer.location && !answer.location.includes("quote=")) await person.get(answer.location);
            await follow(id, answer);
          } else if (one.kind === "bill") {
            const id = ids[one.listing];
            const path = `/account/listings/${id}/order?product=launch&launch_week=2026-12-14`;
            await follow(
              id,
              await person.post(path, {
                ...payer(one.country),
                do: "bill",
                product: "launch",
                launch_week: "2026-12-14",
              }),
            );
          } else if (one.kind === "goBack") {
            const total = at(one.nth);
            if (!total) continue;
            const answer = await person.get(total.path);
            expect(answer.status).toBeLessThan(400);
            await follow(total.id, answer);
          } else if (one.kind === "look") expect((await person.get(one.path)).status).toBe(200);
          else if (one.kind === "wait") clock = new Date(clock.getTime() + one.minutes * 60_000);
          else if (one.kind === "stranger") {
            const total = at(one.nth);
            if (!total) continue;
            expect((await stranger.get(total.path)).status).toBe(404);
            const fields = { do: "order", agreed: "yes", quote: /\d+$/.exec(total.path)![0] };
            expect((await stranger.post(total.path, fields)).status).toBe(404);
          } else if (one.kind === "mix") {
            const total = at(one.nth);
            if (!total) continue;
            const other = total.id === ids.first ? ids.second : ids.first;
            const fields = { do: "order", agreed: "yes", quote: /\d+$/.exec(total.path)![0] };
            const mixed = total.path.replace(`/${total.id}/`, `/${other}/`);
            expect((await person.post(mixed, fields)).location).toBe(`/account/listings/${other}/launch`);
          } else {
            const total = at(one.nth);
            if (!total) continue;
            const shown = await person.get(total.path);
            await follow(total.id, shown);
            // The price may have been renewed, or the listing may have its launch already.
            if (shown.location) continue;
            const form = { ...(await pageForm(shown, total.path)), ...(one.agreed && { agreed: "yes" }) };
            const press = () => person.post(total.path, form);
            const answers = one.presses === "doubled" ? await Promise.all([press(), press()]) : [await press()];
            if (one.presses === "twice") answers.push(await press());
            if (one.agreed || provider === "sandbox") ordered.add(total.id);
            else expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 422));
            for (const { status } of answers) expect(status).toBeLessThan(500);
          }
          const found = orderedListings(server, email);
          expect({ step: one, found }).toEqual({ step: one, found: [...ordered].sort((a, b) => a - b) });
        }
        ordersMade += ordered.size;
      }),
      { numRuns: 25 },
    );
    // Random walks that never reach the button would prove nothing.
    expect(ordersMade).toBeGreaterThan(0);
    await server.stop();
    await stripe?.stop();
  }, 120_000);
});

const payer = (country: string) => ({
  ...{ name: "Ada Quill", street: "1 Quay", city: "Harbour", country },
  postcode: country === "Germany" ? "20457" : country === "Norway" ? "0150" : "29200",
});

const formPath = (location: string) => location.replace(/&done=.*/, "");

/** The listings of all orders of an account, one entry per order. */
const orderedListings = ({ store }: TestServer, email: string): number[] =>
  store.read.$client
    .query<{ id: number }, [string]>(
      `SELECT l.listing_id AS id FROM orders o JOIN order_lines l ON l.order_id = o.id
      JOIN accounts a ON a.id = o.account_id WHERE a.email = ? ORDER BY 1`,
    )
    .all(email)
    .map(({ id }) => id);

async function manyPlaces({ store }: TestServer): Promise<void> {
  const site = (await siteById(store.read, 1))!;
  const settings = { ...site.settings, freeQueue: { ...site.settings.freeQueue, paidPlacesPerWeek: 1000 } };
  await store.write((tx) => updateSite(tx, 1, { ...site, settings }));
}
