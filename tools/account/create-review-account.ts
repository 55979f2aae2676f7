import * as z from "zod";
import { accountByEmail, createAccount } from "#db/queries/accounts/accounts.ts";
import { addOwner } from "#db/queries/accounts/owners.ts";
import { openSandbox } from "#db/queries/accounts/sandbox.ts";
import { saveCompany } from "#db/queries/listings/save-company.ts";
import { saveListing } from "#db/queries/listings/write-listing.ts";
import { Problem } from "../core/errors/errors.ts";
import { defineOperation } from "../core/operations/define.ts";
import { productKey } from "../site/shared/caller-site.ts";

/** example.com is reserved for examples (RFC 2606 section 3). */
const example = {
  name: "Example Harbour",
  url: "https://example.com/",
  headline: "Free berths in small harbours, counted each morning",
  summary:
    "Example Harbour shows which berths are free. It is an example for reviewers: only this account can see this listing and anything the account publishes.",
};

/** Creates an account for reviewers of assistant directories. Its apps and keys work only in the sandbox. */
export default defineOperation({
  name: "create_review_account",
  actors: ["admin"],
  scopes: [],
  effect: "write",
  input: z.strictObject({ email: z.string(), password_hash: z.string() }),
  output: z.strictObject({ id: z.int(), email: z.string(), listing_id: z.int() }),
  async run({ site, now }, { email, password_hash: passwordHash }) {
    return async (tx, record) => {
      if (await accountByEmail(tx, email))
        throw new Problem(
          "conflict",
          `an account for ${email} already exists; a review account needs its own email address`,
        );
      const person = { email, name: "Reviewer", passwordHash, isVerified: true, isReview: true };
      const account = await createAccount(tx, person, now);
      const siteId = await openSandbox(tx, site, now);
      const { name, url, headline, summary } = example;
      const time = now.toISOString();
      const key = productKey({ accountId: account.id, siteId, isTest: true }, url);
      const companyId = await saveCompany(tx, { name, url, key }, time);
      const facts = { siteId, companyId, headline, summary, categoryIds: [], tags: [] };
      const { id } = await saveListing(tx, { ...facts, slug: "example-harbour", status: "draft", plan: "none" }, time);
      await addOwner(tx, { companyId, accountId: account.id, via: "review" }, now);
      record({
        subjects: [`account:${account.id}`, `listing:${id}`],
        after: { email: account.email, is_review: true },
      });
      return { id: account.id, email: account.email, listing_id: id };
    };
  },
});
