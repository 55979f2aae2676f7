import { expect, test } from "bun:test";
import fc from "fast-check";
import { ownersWithAccess } from "#db/queries/accounts/access.ts";
import { companyOfListing } from "#db/queries/accounts/owners.ts";
import { updateClaim } from "#db/queries/claims/claims.ts";
import { verificationOf } from "#db/queries/claims/verification.ts";
import { allSites } from "#db/queries/sites/sites.ts";
import { dayMs } from "#db/values/week.ts";
import applyProofResult from "#tools/claims/apply-proof-result.ts";
import changeAccess from "#tools/claims/change-access.ts";
import claimListing from "#tools/claims/claim-listing.ts";
import decideDispute from "#tools/claims/decide-dispute.ts";
import listDisputes from "#tools/claims/list-disputes.ts";
import removePerson from "#tools/claims/remove-person.ts";
import { Problem } from "#tools/core/errors/errors.ts";
import acceptInvite from "#tools/drafts/accept-invite.ts";
import inviteCofounder from "#tools/drafts/invite-cofounder.ts";
import submitDraft from "#tools/drafts/submit-draft.ts";
import updateMyListing from "#tools/listings/owner/update-my-listing.ts";
import { operationCaller } from "../support/clients/operation-caller.ts";
import { keyFor } from "../support/records/account.ts";
import { completeFields, draftFor } from "../support/records/draft.ts";
import { startTestServer, testNow } from "../support/server/harness.ts";
import { Ownership } from "./ownership.ts";

const account = fc.nat({ max: 3 });
const site = fc.nat({ max: 1 });
const step = fc.oneof(
  fc.record({ kind: fc.constant("submit" as const), who: account, site }),
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("invite" as const), who: account }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("accept" as const), who: account, which: fc.nat() }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant("prove" as const), who: account, site }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("decide" as const), which: fc.nat(), grant: fc.boolean() }) },
  fc.record({ kind: fc.constant("revoke" as const), who: account }),
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("remove" as const), who: account, whom: account }) },
  fc.record({ kind: fc.constant("teamRemove" as const), whom: account }),
  fc.record({ kind: fc.constant("teamRestore" as const), whom: account }),
);

/** Returns whether a call succeeded; only a refusal that says why counts as a failure. */
const succeeds = (call: Promise<unknown>): Promise<boolean> =>
  call.then(
    () => true,
    (error: unknown) => {
      if (error instanceof Problem && ["state_conflict", "conflict", "not_found"].includes(error.code)) return false;
      throw error;
    },
  );

test("any sequence of submissions, invitations, proofs, decisions and removals: access is what the rules say", async () => {
  let now = testNow;
  const server = await startTestServer({ now: () => now });
  const { store } = server;
  const call = operationCaller(server);
  const sites = (await allSites(store.read)).slice(0, 2);
  const categories = ["invoicing", "testing"];
  const accounts = await Promise.all(
    [0, 1, 2, 3].map(async (n) => (await keyFor(store, { email: `owner${n}@example.test` })).account.id),
  );
  const team = { accountId: (await keyFor(store, { email: "team@example.test" })).account.id, role: "admin" as const };
  let runs = 0;

  await fc.assert(
    fc.asyncProperty(account, fc.array(step, { minLength: 8, maxLength: 24 }), async (first, steps) => {
      const url = `https://berth${++runs}.example/`;
      const model = new Ownership();
      const tokens: string[] = [];
      const listings: (number | null)[] = [null, null];
      const slugs: string[] = ["", ""];
      let mailed = 0;

      const by = (who: number) => ({ accountId: accounts[who]! });
      const opened = new Map<string, { id: number }>();
      const drafts = new Map<number, { id: number; site: number }>();
      const submit = async (who: number, at: number) => {
        if (listings[at] !== null) return;
        const isFirst = listings.every((id) => id === null);
        const fields = { ...completeFields, categories: [categories[at]!] };
        const draft =
          opened.get(`${who} ${at}`) ??
          (await draftFor(store, accounts[who]!, {
            url,
            siteId: sites[at]!.id,
            urlKey: `berth${runs}.example`,
            arrivedKey: `berth${runs}.example`,
            fields,
            expiresAt: new Date(now.getTime() + 30 * dayMs).toISOString(),
          }));
        opened.set(`${who} ${at}`, draft);
        const isDone = await succeeds(
          call(by(who), sites[at]!, submitDraft, { id: draft.id }).then((made) => {
            listings[at] = made.listing_id;
            slugs[at] = made.slug;
          }),
        );
        expect(isDone).toBe(isFirst || model.mayEdit(who));
        if (!isDone) return;
        model.submit(who);
        drafts.set(who, { id: draft.id, site: at });
      };
      await submit(first, 0);
      const companyId = (await companyOfListing(store.read, listings[0]!))!;

      for (const one of steps) {
        now = new Date(now.getTime() + 20 * 60_000);
        switch (one.kind) {
          case "submit":
            await submit(one.who, one.site);
            break;
          case "invite": {
            const draft = drafts.get(one.who);
            if (!draft || tokens.length > 8) break;
            const email = `friend${runs}-${++mailed}@example.test`;
            const isSent = await succeeds(
              call(by(one.who), sites[draft.site]!, inviteCofounder, { id: draft.id, email }),
            );
            expect(isSent).toBe(model.mayEdit(one.who));
            if (!isSent) break;
            const mail = (await server.mails()).find(({ recipient }) => recipient === email)!;
            const token = /\/invite\?token=(\S+)/.exec(mail.textBody)![1]!;
            tokens.push(`${draft.site} ${token}`);
            model.invitations.set(tokens.at(-1)!, { by: one.who, isOpen: true });
            break;
          }
          case "accept": {
            if (tokens.length === 0) break;
            const entry = tokens[one.which % tokens.length]!;
            const [at, token] = [Number(entry.slice(0, 1)), entry.slice(2)];
            const isDone = await succeeds(call(by(one.who), sites[at]!, acceptInvite, { token, name: "Ada" }));
            expect(isDone).toBe(model.accept(entry, one.who));
            break;
          }
          case "prove": {
            const at = listings[one.site] === null ? 0 : one.site;
            const claimed = await call(by(one.who), sites[at]!, claimListing, {
              slug: slugs[at]!,
              method: "file",
              url,
            }).catch((error: unknown) => {
              if (error instanceof Problem && error.code === "state_conflict") return null;
              throw error;
            });
            expect(claimed === null).toBe(model.proved.has(one.who));
            if (claimed === null || model.disputes.has(one.who)) break;
            await call("job", sites[at]!, applyProofResult, { claim_id: claimed.claim_id, outcome: { isFound: true } });
            model.prove(one.who);
            break;
          }
          case "decide": {
            const disputes = [];
            for (const at of sites)
              for (const item of (await call(team, at, listDisputes, { per_page: 100 })).items)
                if (item.url === url && item.proved_at !== null) disputes.push({ at, ...item });
            if (disputes.length === 0) break;
            const dispute = disputes[one.which % disputes.length]!;
            const decision = one.grant ? ("grant" as const) : ("refuse" as const);
            const who = accounts.indexOf(dispute.claimant.id);
            await call(team, dispute.at, decideDispute, {
              dispute_id: dispute.dispute_id,
              decision,
              reason: "The register says so.",
            });
            model.decide(who, one.grant);
            break;
          }
          case "revoke": {
            const rows = store.read.$client
              .query(
                "SELECT id, site_id AS site FROM claims WHERE account_id = ? AND company_id = ? AND status = 'verified'",
              )
              .all(accounts[one.who]!, companyId) as { id: number; site: number }[];
            expect(rows.length > 0).toBe(model.proved.has(one.who));
            for (const { id, site } of rows) {
              await store.write((tx) => updateClaim(tx, id, { misses: 2 }));
              const outcome = { isFound: false as const, code: "no_file", message: "The file is gone." };
              await call("job", sites.find((each) => each.id === site)!, applyProofResult, { claim_id: id, outcome });
            }
            if (rows.length > 0) model.endProof(one.who);
            break;
          }
          case "remove": {
            if (!model.people.has(one.who) || !model.people.has(one.whom)) break;
            const isDone = await succeeds(
              call(by(one.who), sites[0]!, removePerson, {
                listing_id: listings.find((id) => id !== null)!,
                kind: "owner",
                id: accounts[one.whom]!,
              }),
            );
            expect(isDone).toBe(model.canRemove(one.who, one.whom));
            if (isDone) model.remove(one.whom);
            break;
          }
          case "teamRemove":
          case "teamRestore": {
            const at = listings[0] === null ? 1 : 0;
            const access = one.kind === "teamRemove" ? ("none" as const) : ("edit" as const);
            const isDone = await succeeds(
              call(team, sites[at]!, changeAccess, {
                slug: slugs[at]!,
                account_id: accounts[one.whom]!,
                access,
                reason: "They asked us to.",
              }),
            );
            const person = model.people.get(one.whom);
            expect(isDone).toBe(access === "none" ? person !== undefined : person?.mayEdit === false);
            if (isDone && access === "none") model.remove(one.whom);
            if (isDone && access === "edit") model.restore(one.whom);
            break;
          }
        }
        const owners = await ownersWithAccess(store.read, companyId);
        const access = owners.map(({ accountId, readOnlySince, method }) => ({
          who: accounts.indexOf(accountId),
          mayEdit: readOnlySince === null,
          isProved: method !== null,
        }));
        expect(access.sort((a, b) => a.who - b.who)).toEqual(
          [...model.people]
            .map(([who, { mayEdit }]) => ({ who, mayEdit, isProved: model.proved.has(who) }))
            .sort((a, b) => a.who - b.who),
        );
        const disputes = store.read.$client
          .query<{ id: number }, [number]>(
            `SELECT c.account_id AS id FROM disputes d JOIN claims c ON c.id = d.claim_id
              WHERE c.company_id = ? AND d.status = 'open' AND c.proved_at IS NOT NULL`,
          )
          .all(companyId);
        expect(disputes.map(({ id }) => accounts.indexOf(id)).sort()).toEqual([...model.disputes].sort());
        // A proved owner can always edit, and only the team leaves a company without owners.
        expect([...model.proved].filter((who) => !model.mayEdit(who))).toEqual([]);
        if (one.kind !== "teamRemove" && access.length === 0) expect(model.people.size).toBe(0);
        expect((await verificationOf(store.read, companyId)) !== null).toBe(model.proved.size > 0);
      }
      // The right to edit is what the people have, on every site.
      for (const [at, listing_id] of listings.entries()) {
        if (listing_id === null) continue;
        for (const who of [0, 1, 2, 3]) {
          const headline = `Bookkeeping for marinas ${runs} ${at} ${who}`;
          const isDone = await succeeds(
            call(by(who), sites[at]!, updateMyListing, { listing_id, fields: { headline } }),
          );
          expect({ at, who, isDone }).toEqual({ at, who, isDone: model.mayEdit(who) });
        }
      }
    }),
    { numRuns: 60 },
  );
  await server.stop();
}, 90_000);
