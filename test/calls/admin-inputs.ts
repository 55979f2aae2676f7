import { updateAccount } from "#db/queries/accounts/accounts.ts";
import { endLease, listJobs } from "#db/queries/common/job-records.ts";
import { enqueue } from "#db/queries/common/jobs.ts";
import { deleteListingsOf } from "#db/queries/listings/delete-listing.ts";
import { changeStatus, statusBySlug } from "#db/queries/listings/listing-status.ts";
import { saveRule } from "#db/queries/moderation/abuse-rules.ts";
import { openReview } from "#db/queries/moderation/reviews.ts";
import { castBallot, judgeBallots } from "#db/queries/votes/ballots.ts";
import type { Store } from "#db/store/store.ts";
import { weekOf } from "#db/values/week.ts";
import { keyFor } from "../support/records/account.ts";
import { addListing } from "../support/records/records.ts";
import { addVoters } from "../support/records/voters.ts";
import { testNow } from "../support/server/harness.ts";
import type { Fixture, Inputs, Preparation } from "./input.ts";

const listing = "tidepad";
const category = "note-taking";
const post = "how-launch-weeks-work";
const theAccount: Preparation = async ({ founder: { email } }) => ({ email });

const cast = async ({ store, founder: { site } }: Fixture, excluded: "team" | null) => {
  const [accountId] = await addVoters(store, 1);
  const vote = { listingId: 3, siteId: site.id, week: weekOf(testNow), castAt: testNow.toISOString(), excluded: null };
  await store.write(async (tx) => {
    const ballot = await castBallot(tx, accountId!, vote);
    await judgeBallots(tx, [{ ballot, excluded, note: excluded && "It was bought." }]);
  });
  return { slug: listing, email: "voter-0@example.test" };
};

export const reviewed = async (store: Store): Promise<string> => {
  await store.write(async (tx) => {
    const id = await addListing(tx, 1, "kelp-review", { status: "awaiting_badge", plan: "free" });
    await openReview(tx, { id, siteId: 1 }, "always", testNow);
  });
  return "kelp-review";
};

export const adminInputs: Inputs = {
  create_site: async () => ({ key: "harbours", name: "Harbours", host: "harbours.example" }),
  update_site: async () => ({ tagline: "All about harbours" }),
  delete_site: async ({ store, founder }) => {
    await store.write((tx) => deleteListingsOf(tx, founder.site.id));
    return {};
  },

  import_listings: async () => ({
    records: [
      {
        name: "Harbour Ledger",
        url: "https://harbour-ledger.example/",
        headline: "Bookkeeping for small marinas",
        summary: "Keeps the books of small marinas.",
        categories: ["Harbours"],
        platforms: ["Web"],
        pricing: "freemium",
        tags: [],
        socials: {},
      },
    ],
    is_strict: false,
  }),
  suspend_listing: async () => ({ slug: listing, ground: "dead", reason: "It is gone." }),
  suspend_listings: async () => ({ domain: `${listing}.example`, ground: "dead", reason: "It is gone." }),
  reject_listing: async ({ store }) => {
    await store.write((tx) => addListing(tx, 1, "kelp-harvest", { status: "scheduled", plan: "free" }));
    return { slug: "kelp-harvest", ground: "no_product", reason: "It is no product." };
  },
  approve_listing: async ({ store }) => ({ slug: await reviewed(store) }),
  restore_listing: async ({ store, founder }) => {
    await store.write(async (tx) => {
      const row = await statusBySlug(tx, founder.site.id, listing);
      await changeStatus(tx, row!, "suspended", "It is gone.", testNow);
    });
    return { slug: listing };
  },
  exclude_vote: async (fixture) => ({ ...(await cast(fixture, null)), reason: "It was bought." }),
  include_vote: async (fixture) => ({ ...(await cast(fixture, "team")), reason: "It was not." }),
  delete_listing: async () => ({ slug: listing }),
  create_listing: async () => ({
    url: "https://quay-planner.example/",
    fields: {
      name: "Quay Planner",
      headline: "Plans for small quays",
      summary: "Plans the berths and the visitors of small quays.",
      categories: [category],
    },
  }),
  edit_listing: async ({ store }) => {
    await store.write((tx) => addListing(tx, 1, "kelp-harvest", { status: "live", plan: "free" }));
    return { slug: "kelp-harvest", fields: { headline: "Harvests that last" } };
  },
  assign_owner: async ({ store, founder }) => {
    await store.write((tx) => addListing(tx, 1, "kelp-harvest", { status: "live", plan: "free" }));
    return { slug: "kelp-harvest", account_id: founder.accountId, reason: "It is theirs." };
  },

  create_category: async () => ({ name: "Harbours" }),
  update_category: async () => ({ slug: category, name: "Notebooks" }),
  delete_category: async () => ({ slug: category, unfile: true }),
  import_categories: async () => ({ records: [{ name: "Harbours - Locks" }] }),
  save_subject: async () => ({ name: "Pixbox", url: "https://pixbox.example/", also_known_as: ["Pix Box Pro"] }),
  import_exchange_rates: async () => ({
    source: "ECB",
    rates: [{ currency: "USD", day: "2026-11-17", rate: "1.0832" }],
  }),
  import_ratings: async () => ({
    source: "rank.example",
    checked_at: testNow.toISOString(),
    ratings: [{ domain: "tidepad.example", value: 1 }],
  }),
  delete_founder: async () => ({ slug: "amara-okonjo" }),

  create_blog_post: async () => ({ title: "Low water", excerpt: "Mind the keel.", body_markdown: "It is low." }),
  update_blog_post: async () => ({ slug: post, title: "Low water" }),
  delete_blog_post: async () => ({ slug: post }),

  create_review_account: async () => ({ email: "review@example.test", password_hash: "$argon2id$" }),
  create_account: async () => ({ email: "ada@example.test", name: "Ada", role: "member", password_hash: null }),
  suspend_account: async ({ store }) => {
    const { account } = await keyFor(store, { email: "bo@example.test" });
    return { email: account.email, reason: "Spam." };
  },
  restore_account: async (fixture) => {
    const suspendedAt = testNow.toISOString();
    await fixture.store.write((tx) => updateAccount(tx, fixture.founder.accountId, { suspendedAt }, testNow));
    return { ...(await theAccount(fixture)), reason: "It was no spam." };
  },
  set_account_role: async ({ store }) => ({ email: (await keyFor(store)).account.email, role: "moderator" }),
  set_account_password: async (fixture) => ({ ...(await theAccount(fixture)), password_hash: "a hash" }),
  delete_account: theAccount,
  delete_api_key: async ({ store }) => ({ id: (await keyFor(store)).id }),

  add_rule: async () => ({ kind: "word", value: "casino" }),
  delete_rule: async ({ store }) => {
    const rule = { siteId: null, kind: "word", effect: "deny", value: "casino" } as const;
    return { id: (await store.write((tx) => saveRule(tx, rule, "", null, testNow))).id };
  },
  invite_account: async () => ({ email: "noor@example.test" }),

  update_product: async () => ({ product: "launch", price: 12_900 }),
  retry_job: async ({ store }) => {
    await store.write((tx) => enqueue(tx, { kind: "mail", key: "given-up" }, testNow));
    const [job] = await listJobs(store.read, undefined, 1);
    await store.write((tx) => endLease(tx, job!.id, { state: "dead", error: "No answer." }, testNow));
    return { id: job!.id };
  },
};
