import * as z from "zod";
import { accountById } from "#db/queries/accounts/accounts.ts";
import { listingOfClaim, nameOfClaimed } from "#db/queries/claims/claimed-listings.ts";
import { claimById, updateClaim } from "#db/queries/claims/claims.ts";
import { defineOperation } from "../core/operations/define.ts";
import { renewMail, renewOtherwiseMail, revokedMail } from "./mails.ts";
import { targetSentence, verificationTarget } from "./rules.ts";
import { revoke } from "./shared/end-proof.ts";
import { claimId } from "./shared/records.ts";

export default defineOperation({
  name: "renew_claim",
  scopes: [],
  actors: ["job"],
  effect: "write",
  input: z.strictObject({ claim_id: claimId }),
  output: z.strictObject({}),
  async run(context, { claim_id }) {
    const { now, urls, mail } = context;
    return async (tx, record) => {
      const claim = await claimById(tx, claim_id);
      const time = now.toISOString();
      if (claim?.status !== "verified" || claim.method !== "email") return {};
      if (claim.nextCheckAt === null || claim.nextCheckAt > time) return {};
      const name = await nameOfClaimed(tx, claim);
      const account = await accountById(tx, claim.accountId);
      const target = verificationTarget((await listingOfClaim(tx, claim))?.url ?? claim.url);
      const refusal = target.methods.includes("email") ? null : targetSentence(target);
      const until = claim.verifiedUntil ?? "";
      const isOver = until <= time;
      if (isOver) {
        const message = refusal ?? `The claim was not confirmed again with the link emailed to ${claim.email}.`;
        await revoke(tx, context, claim, { code: "not_renewed", message });
        if (account) await mail(tx, account.email, { greeting: account.name, ...revokedMail(name, message, urls) });
      } else if (refusal) {
        await updateClaim(tx, claim_id, { nextCheckAt: until });
        const content = renewOtherwiseMail(name, until, refusal, urls);
        if (account) await mail(tx, account.email, { greeting: account.name, ...content });
      } else {
        const { secret, hash } = context.newSecret();
        const link = { linkHash: hash, linkSentAt: time, linkExpiresAt: until };
        await updateClaim(tx, claim_id, { ...link, nextCheckAt: until });
        await mail(tx, claim.email!, { greeting: "", ...renewMail(name, until, `${urls.base}/claim?token=${secret}`) });
      }
      record({
        subjects: [`claim:${claim_id}`],
        before: { status: "verified" },
        after: { status: isOver ? "revoked" : "verified", asked: !isOver },
      });
      return {};
    };
  },
});
