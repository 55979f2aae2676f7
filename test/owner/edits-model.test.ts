import { expect, test } from "bun:test";
import fc from "fast-check";
import { transports } from "../support/clients/tool-caller.ts";
import { keyFor } from "../support/records/account.ts";
import { ownedProduct } from "../support/records/owned-product.ts";
import { startTestServer } from "../support/server/harness.ts";

/** Any sequence of edits and reverts of one product on two sites, beside a model that keeps every version whole. */

const sites = ["main", "dev"] as const;
type Site = (typeof sites)[number];
type Texts = Record<string, unknown>;

const ofCompany = ["name", "description", "pricing", "platforms", "socials"];
const copied = ["headline", "summary", "seo_title"];

const words = (min: number) =>
  fc.constantFrom("tide", "kelp & <b>co</b>", "wrack").map((word) => word.padEnd(min, "."));
const edit = fc.record({
  kind: fc.constant("edit" as const),
  site: fc.constantFrom(...sites),
  isCopied: fc.boolean(),
  sent: fc.record(
    {
      name: words(2),
      description: words(0),
      pricing: fc.constantFrom("free", "paid", null),
      platforms: fc.subarray(["Web", "iOS"]),
      socials: fc.constantFrom({}, { x: "https://x.com/kelp" }),
      headline: words(10),
      summary: words(40),
      seo_title: fc.constantFrom("", "Kelp"),
      categories: fc.constantFrom(["first"], ["second"], ["second", "first"]),
      faqs: fc.constantFrom([], [{ question: "Salt?", answer: "Yes." }]),
    },
    { requiredKeys: [] },
  ),
});
const revert = fc.record({
  kind: fc.constant("revert" as const),
  site: fc.constantFrom(...sites),
  /** How far back, as a part of all versions. */
  back: fc.double({ min: 0, max: 1, noNaN: true }),
});

/** Slugs of categories differ by site. */
const slugs = { main: { first: "invoicing", second: "scheduling" }, dev: { first: "testing", second: "databases" } };
const onSite = (site: Site, texts: Texts): Texts =>
  Array.isArray(texts.categories)
    ? { ...texts, categories: texts.categories.map((name: "first" | "second") => slugs[site][name]) }
    : texts;

/** Every version of each listing whole, the present one last. */
class Model {
  constructor(readonly versions: Record<Site, Texts[]>) {}

  present = (site: Site) => this.versions[site].at(-1)!;

  apply(site: Site, asked: Texts, isCopied: boolean): void {
    for (const one of sites) {
      const reaches = (field: string) =>
        one === site || ofCompany.includes(field) || (isCopied && copied.includes(field));
      const taken = Object.entries(asked).filter(([field]) => reaches(field));
      const next = { ...this.present(one), ...Object.fromEntries(taken) };
      if (!Bun.deepEquals(next, this.present(one))) this.versions[one].push(next);
    }
  }
}

test("versions increase by one with every change, and the texts equal the model's", async () => {
  const server = await startTestServer();
  const { key, account } = await keyFor(server.store, { scopes: ["account:read", "listings:write"] });
  const as = server.as(key);
  let calls = 0;
  const call = (name: string, input: object) => as.over(transports[++calls % 2]!, name, { ...input });
  const textsOf = async (listing_id: number) => {
    const { body } = await as.over("REST", "get_my_listing", { listing_id });
    const { version, name, description, pricing, platforms, socials, headline, summary, faqs } = body;
    const categories = body.categories.map(({ slug }: { slug: string }) => slug);
    const seo_title = body.seo_title ?? "";
    const texts = { name, description, pricing, platforms, socials, headline, summary, seo_title, categories, faqs };
    return { version, texts, latest: body.versions[0] };
  };

  await fc.assert(
    fc.asyncProperty(fc.array(fc.oneof({ weight: 3, arbitrary: edit }, revert), { maxLength: 12 }), async (steps) => {
      const ids = await ownedProduct(server.store, account.id);
      const model = new Model({ main: [(await textsOf(ids.main)).texts], dev: [(await textsOf(ids.dev)).texts] });
      for (const step of steps) {
        const listing_id = ids[step.site];
        const before = { main: model.versions.main.length, dev: model.versions.dev.length };
        const if_version = before[step.site];
        if (step.kind === "revert") {
          const revert_to = 1 + Math.floor(step.back * (if_version - 1));
          const { status } = await call("update_my_listing", { listing_id, revert_to, if_version });
          expect(status).toBe(200);
          model.apply(step.site, model.versions[step.site][revert_to - 1]!, false);
        } else {
          const sent = onSite(step.site, step.sent);
          if (Object.keys(sent).length === 0) continue;
          const { socials, faqs, ...fields } = sent;
          const apply_to = step.isCopied ? ["all"] : [];
          const input = {
            listing_id,
            fields,
            socials,
            faqs,
            apply_to,
            if_version,
          };
          const { status, body } = await call("update_my_listing", input);
          expect([status, body.errors]).toEqual([200, undefined]);
          model.apply(step.site, sent, step.isCopied);
        }
        for (const site of sites) {
          const { version, texts, latest } = await textsOf(ids[site]);
          expect({ site, version, texts }).toEqual({
            site,
            version: model.versions[site].length,
            texts: model.present(site) as typeof texts,
          });
          if (version > before[site]) expect(latest.version).toBe(version);
        }
      }
    }),
    { numRuns: 40 },
  );
  await server.stop();
}, 180_000);
