import sharp from "sharp";
import { addOwner } from "#db/queries/accounts/owners.ts";
import { saveCompany } from "#db/queries/listings/save-company.ts";
import { saveListing } from "#db/queries/listings/write-listing.ts";
import { allSites } from "#db/queries/sites/sites.ts";
import { dayMs, startOfWeek, weekOf } from "#db/values/week.ts";
import saveFounderProfile from "#tools/founders/save-founder-profile.ts";
import { type ServedSite, serveSite } from "../drafts/sites/serve.ts";
import { personCaller } from "../support/clients/person-caller.ts";
import { teamCaller } from "../support/clients/team.ts";
import { keyFor } from "../support/records/account.ts";
import { oldAccount } from "../support/records/owned-listing.ts";
import { addSite } from "../support/records/records.ts";
import { emptyStore, startTestServer, testNow } from "../support/server/harness.ts";
import { scheduled } from "../support/server/scheduled.ts";
import { LaunchModel, type ModelListing, type Rules } from "./launch-model.ts";

const photo = (
  await sharp({ create: { width: 200, height: 200, channels: 3, background: "teal" } })
    .png()
    .toBuffer()
).toString("base64");
const launchJobs = scheduled("badge-checks", "week-rollover");

interface Owner {
  name: string;
  key: string;
  accountId: number;
}

/** A small directory of two sites, with a product of each of three owners on both, and a clock that is ours. */
export async function startLaunches(rules: Rules) {
  let now = testNow;
  const store = emptyStore();
  for (const key of ["main", "dev"]) await store.write((tx) => addSite(tx, key, { freeQueue: rules }));
  const server = await startTestServer({
    store,
    now: () => now,
    periodic: launchJobs,
    outbound: { allowNetworks: ["127.0.0.0/8"] },
    // The websites answer at once, however long this machine stands still; what it made of a slow one is no rule of launches.
    drafting: { limits: { totalMs: 600_000, pageMs: 600_000, pauseMs: 0 } },
  });
  const sites = await allSites(store.read);
  const { account: team } = await keyFor(store, { email: "team@example.test" });
  const owners: Owner[] = [];
  const products: { id: number; site: string; owner: string; slug: string }[] = [];
  const websites: ServedSite[] = [];
  let model: LaunchModel;

  const baseOf = (site: string) => (site === "main" ? server.url : `http://dev.localhost:${new URL(server.url).port}`);
  const page = (owner: string) =>
    `<!doctype html><title>${owner}</title><h1>${owner} counts seaweed for divers</h1>${model.listings
      .filter((one) => one.owner === owner && one.isShown)
      .map(({ site, id }) => {
        const base = baseOf(site);
        const { slug } = products.find((one) => one.id === id)!;
        return `<a href="${base}/listings/${slug}"><img src="${base}/badges/site.svg" alt="Listed"></a>`;
      })
      .join("")}`;

  for (const name of ["ada", "bo", "cem"]) {
    await oldAccount(store, `${name}@example.test`);
    const { key, account } = await keyFor(store, {
      email: `${name}@example.test`,
      scopes: ["account:read", "listings:write"],
    });
    owners.push({ name, key, accountId: account.id });
    const website = await serveSite({
      pages: { "/": () => new Response(page(name), { headers: { "content-type": "text/html" } }) },
    });
    websites.push(website);
    await store.write(async (tx) => {
      const stamp = testNow.toISOString();
      const companyId = await saveCompany(tx, { name, url: website.url }, stamp);
      await addOwner(tx, { companyId, accountId: account.id, via: "test" }, testNow);
      for (const { id: siteId, key: site } of sites) {
        const texts = { headline: `${name} headline`, summary: `${name} summary`, categoryIds: [], tags: [] };
        const { id } = await saveListing(
          tx,
          { siteId, companyId, slug: name, status: "draft", plan: "none", ...texts },
          stamp,
        );
        products.push({ id, site, owner: name, slug: name });
      }
    });
  }
  model = new LaunchModel(rules, products);

  const ownerOf = ({ owner }: { owner: string }) => owners.find(({ name }) => name === owner)!;
  const advance = async (to: number) => {
    now = new Date(to);
    await server.drainJobs();
  };

  return {
    server,
    model,
    owners,
    /** The product of one site in words the operations take. */
    productOf: ({ id }: ModelListing) => products.find((one) => one.id === id)!,
    siteOf: ({ site }: ModelListing) => sites.find(({ key }) => key === site)!,
    asOwner: (listing: { owner: string }) => server.as(ownerOf(listing).key),
    get now() {
      return now.getTime();
    },
    asTeam: ({ site }: ModelListing) =>
      teamCaller(store, sites.find(({ key }) => key === site)!, { now, accountId: team.id }),
    asPerson: (listing: ModelListing) => personCaller(server, ownerOf(listing).accountId),
    /** Saves the founder profile of an owner, whole or without what a launch takes. */
    async saveProfile({ name, accountId }: Owner, isComplete: boolean) {
      const bio = isComplete ? "Builds small tools for small companies, and has done so for years." : "";
      const profile = { name, bio, links: { website: `https://${name}.example/` }, photo };
      await personCaller(server, accountId)(saveFounderProfile, profile);
      await server.drainJobs();
    },
    /** Lets a day pass with its work, on the server and in the model. */
    async passDay() {
      const next = now.getTime() + dayMs;
      const monday = startOfWeek(weekOf(new Date(next)))!.getTime();
      // The week turns before the websites are looked at.
      if (monday > now.getTime()) {
        await advance(monday);
        model.openWeek(monday);
        model.daily(monday);
      }
      await advance(next);
      if (monday + dayMs <= next) model.daily(next);
    },
    async stop() {
      await server.stop();
      for (const website of websites) await website.stop();
    },
  };
}
