import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { saveCompany } from "#db/queries/listings/save-company.ts";
import { saveListing } from "#db/queries/listings/write-listing.ts";
import { allSites } from "#db/queries/sites/sites.ts";
import type { Store } from "#db/store/store.ts";
import { type ClaimTown, startClaimTown } from "../support/records/claims.ts";
import { demoStore } from "../support/server/harness.ts";
import { isNightly } from "../support/server/nightly.ts";
import { type Reads, readings, type Tally, tokensOf, walk } from "./agent.ts";
import { ableToAll, clients, eras } from "./clients.ts";
import { type Journey, journeys } from "./journeys.ts";
import { personFor } from "./person.ts";

const able = "one able to all";

interface Walked {
  era: (typeof eras)[number];
  client: string;
  reads: Reads;
}

let town: ClaimTown;
beforeAll(async () => {
  const store = await demoStore();
  // Every walk may launch a product in the same week.
  const manyPlaces = '{"freeQueue":{"paidPlacesPerWeek":1000}}';
  await store.write(async (tx) => tx.$client.run(`UPDATE sites SET settings = json_patch(settings, '${manyPlaces}')`));
  await addNotionAlternatives(store);
  town = await startClaimTown({ store });
});
afterAll(() => town.stop());

/** Products to host oneself: one with single sign-on, one without, and one that does not say. */
async function addNotionAlternatives(store: Store): Promise<void> {
  const site = (await allSites(store.read))[0]!;
  const now = "2026-10-01T00:00:00.000Z";
  const source = { url: null, quote: null, checked_at: now, by: "owner", confirmed: true } as const;
  const factSources = { self_hosted: source, license: source, alternative_to: source, sso: source };
  const products = { Pageloft: "paid", Deskwiki: "no", Leafbook: null } as const;
  for (const [name, sso] of Object.entries(products))
    await store.write(async (tx) => {
      const facts = { selfHosted: "yes", sso, license: "AGPL-3.0-only" } as const;
      const company = {
        name,
        url: `https://${name}.example`,
        pricing: null,
        platforms: [],
        socials: {},
        ...facts,
        factSources,
      };
      const texts = { headline: "Notes and a wiki for teams", summary: "Notes and a wiki for teams and firms." };
      const listing = { siteId: site.id, slug: name.toLowerCase(), categoryIds: [], tags: [], ...texts };
      const companyId = await saveCompany(tx, { ...company, alternativeTo: ["Notion"] }, now);
      await saveListing(tx, { ...listing, companyId, status: "live", plan: "free" }, now);
    });
}

const walked = eras.flatMap((era) => [
  ...Object.keys(clients).flatMap((client) => readings.map((reads): Walked => ({ era, client, reads }))),
  ...(era === "2026-07-28" ? [{ era, client: able, reads: "both" } as const] : []),
]);

/** The journeys of the `nth` client: all in nightly runs, otherwise a share. */
const journeysOf = (nth: number) => journeys.filter((_, i) => isNightly || i % walked.length === nth);

async function tallyOf(journey: Journey, { era, client, reads }: Walked): Promise<Tally> {
  const { bearer, start, deeds } = await personFor(town, journey);
  const recorded = client === able ? ableToAll : clients[client]!;
  const fixture = { url: town.server.url, era, client: recorded, bearer, reads, deeds, work: town.server.drainJobs };
  return walk(journey, fixture, start);
}

// First, because later walks find more listings and longer ids.
describe("budgets: the text of all responses", () => {
  const rows: object[] = [];
  for (const journey of journeys)
    test(journey.name, async () => {
      const { calls, tokens } = await tallyOf(journey, { era: "2026-07-28", client: "Claude Code", reads: "text" });
      rows.push({
        journey: journey.name,
        calls,
        "at most": journey.budget.calls,
        tokens,
        "at most ": journey.budget.tokens,
      });
      expect(calls).toBeLessThanOrEqual(journey.budget.calls);
      expect(tokens).toBeLessThanOrEqual(journey.budget.tokens);
    });
  afterAll(() => console.table(rows));
});

describe.each(walked.map((one, nth) => ({ ...one, nth })))("$era, $client, $reads", ({ nth, ...one }) => {
  for (const journey of journeysOf(nth)) test(journey.name, async () => void (await tallyOf(journey, one)));
});

test("random ports, secrets and slug endings do not change the count", () => {
  const drawn = [
    { port: "37999", secret: "yt7Af5ijcrtaNs22dOPLikntkCTsQp7gvFJz_9FyBCo", ending: "00bcf9ff" },
    { port: "8080", secret: "83L__AEQITDGr_yRwQNmvscCnQS15Ejg47Moan1CGII", ending: "77055777" },
  ];
  const textOf = ({ port, secret, ending }: (typeof drawn)[number]) =>
    `Founders: Ada (ada-${ending})\nhttp://localhost:${port}/checkout/SW-2026-000002?key=${secret}`;
  expect(new Set(drawn.map((random) => tokensOf(textOf(random)))).size).toBe(1);
  expect(tokensOf("photo-gallery")).toBeLessThan(tokensOf("photo-gallery-574a6054"));
});

test("at least twenty journeys with unique names", () => {
  const names = new Set(journeys.map(({ name }) => name));
  expect([names.size >= 20, names.size]).toEqual([true, journeys.length]);
});
