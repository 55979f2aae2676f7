import { hashSecret } from "#auth/secrets.ts";
import { accountByEmail, updateAccount } from "#db/queries/accounts/accounts.ts";
import { saveInvite } from "#db/queries/accounts/invites.ts";
import { createGrant, registerClient } from "#db/queries/accounts/oauth.ts";
import { companyOfListing } from "#db/queries/accounts/owners.ts";
import { addFollowedSearch } from "#db/queries/followers/followed-searches.ts";
import { addFollow } from "#db/queries/followers/follows.ts";
import { syncFounders } from "#db/queries/listings/company-founders.ts";
import { saveAnswer } from "#db/queries/listings/interview.ts";
import { saveStory } from "#db/queries/moderation/owner-voice.ts";
import { addReport } from "#db/queries/moderation/reports.ts";
import { allSites } from "#db/queries/sites/sites.ts";
import { dayMs } from "#db/values/week.ts";
import { keyFor } from "../records/account.ts";
import { draftFor } from "../records/draft.ts";
import { editAs } from "../records/edits.ts";
import { buyer, simulatePayment } from "../records/orders.ts";
import { completeProfile } from "../records/owned-listing.ts";
import { sandboxListing } from "../records/owned-product.ts";
import { voting } from "../records/voters.ts";
import { type TestServer, testNow } from "../server/harness.ts";
import { signUpAs } from "./visitor.ts";

/** A password for sign-in, hashed once. */
export const wholePassword = "correct horse battery";

/**
 * A person with every kind of record: a live listing with a paid order, a story and an edit, a founder profile with an
 * interview, a draft with an invitation, a claim, a vote, a follow, a report, keys, a connected app and a sandbox.
 */
export async function wholePerson(server: TestServer, email = "wanda@example.org") {
  const { store } = server;
  const browser = await signUpAs(server, email, "Wanda Quill");
  const account = (await accountByEmail(store.read, email))!;
  const [site] = await allSites(store.read);
  const bought = await buyer(store, "wandas", { email, status: "live", plan: "free" });
  await completeProfile(store, account.id);
  const { founderId } = (await accountByEmail(store.read, email))!;
  const order: any = await server.as(bought.key).over("REST", "create_checkout", {
    items: [{ product: "sections", listing_id: bought.id }],
  });
  await simulatePayment(server, order.body.checkout_url);
  await editAs(store, account.id, site!, { listing_id: bought.id, fields: { headline: "Tools of Wanda Quill" } });
  const claimed: any = await server.as(bought.key).over("REST", "claim_listing", { slug: "lumenroll", method: "dns" });
  const draft = await draftFor(store, account.id);
  const sandbox = await sandboxListing(store, account.id);
  const test = await keyFor(store, { email, isTest: true });
  const tomorrow = new Date(testNow.getTime() + dayMs).toISOString();
  await store.write(async (tx) => {
    await updateAccount(tx, account.id, { passwordHash: await Bun.password.hash(wholePassword) }, testNow);
    const companyId = (await companyOfListing(tx, bought.id))!;
    await syncFounders(tx, companyId);
    await saveStory(
      tx,
      bought.id,
      { title: "How I began", sections: { problem: "Mine." }, isWhole: false, publishedAt: null },
      testNow,
    );
    await saveAnswer(tx, { founderId: founderId!, isTest: false }, { question_id: "why", answer: "Because." }, testNow);
    const invite = {
      draftId: draft.id,
      listingId: null,
      invitedBy: account.id,
      email: "other@example.org",
      tokenHash: hashSecret("invited"),
      expiresAt: tomorrow,
    };
    await saveInvite(tx, invite, testNow);
    await addReport(tx, { listingId: 4, kind: "other", sentence: "Its logo is ours.", email }, testNow);
    await addFollow(tx, account.id, 3, testNow);
    await addFollowedSearch(tx, account.id, 1, "q=photos", testNow);
    const redirectUri = "https://app.example/callback";
    const metadata = {
      redirect_uris: [redirectUri],
      client_name: "Wanda's app",
      grant_types: ["authorization_code"],
      response_types: ["code"],
      token_endpoint_auth_method: "none" as const,
    };
    await registerClient(tx, { id: "wanda-app", secretHash: null, metadata }, testNow);
    const grant = {
      accountId: account.id,
      clientId: "wanda-app",
      scopes: ["account:read"],
      resource: `${server.url}/mcp`,
    };
    await createGrant(tx, grant, { codeHash: "wanda", redirectUri, codeChallenge: "c", expiresAt: tomorrow }, testNow);
  });
  await voting(store, site!, () => testNow).vote(account.id, 3);
  return {
    browser,
    account,
    site: site!,
    listing: bought.id,
    key: bought.key,
    testKey: test.key,
    founderId: founderId!,
    order: order.body.number as string,
    claim: claimed.body.claim_id as number,
    draft: draft.id,
    sandbox,
  };
}

export type WholePerson = Awaited<ReturnType<typeof wholePerson>>;
