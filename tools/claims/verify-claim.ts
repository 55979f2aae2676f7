import * as z from "zod";
import { type Claim, claimById, updateClaim } from "#db/queries/claims/claims.ts";
import { disputeOfClaim } from "#db/queries/claims/disputes.ts";
import { enqueue } from "#db/queries/common/jobs.ts";
import { Problem } from "../core/errors/errors.ts";
import { defineTool } from "../core/operations/define.ts";
import { lines } from "../core/text/text.ts";
import followClaim from "./follow-claim.ts";
import { checkClaim } from "./jobs.ts";
import { claimOf } from "./own-claim.ts";
import { claimId, claimLines, claimRecord, nextActionsOf, readClaim, statusOf } from "./shared/records.ts";

const pollMs = 50;

export default defineTool({
  name: "verify_claim",
  title: "Verify a claim",
  description:
    "Checks whether the DNS record, meta tag or file of a pending claim is published. Use it after the user has published the proof, but not for the email method. Returns the claim. If poll_after_ms is set, call it again after that time. last_error explains a failure.",
  family: "Claims",
  rest: { method: "POST", path: "/claims/{claim_id}/verify" },
  page: "/account/claims",
  scopes: ["listings:write"],
  effect: "write",
  quota: { points: 10, seconds: 60 },
  openWorld: "Checks for a proof at the name servers or the website of the listing's domain.",
  notTried: () => ["Checking the record, tag or file."],
  errors: ["not_found", "state_conflict"],
  input: z.strictObject({ claim_id: claimId }),
  output: claimRecord,
  examples: [{ claim_id: 1 }],
  async run(context, { claim_id }) {
    const { now } = context;
    return async (tx, record) => {
      const claim = await claimOf(tx, context, claim_id);
      const status = statusOf(claim, await disputeOfClaim(tx, claim_id), now);
      // Repeating the call neither starts a second check nor changes a proved claim.
      if (status === "verified" || (status === "pending" && (claim.checkingSince !== null || claim.provedAt !== null)))
        return readClaim(tx, claim, context);
      const refuse = (why: string) => {
        throw new Problem("state_conflict", why, { nextActions: nextActionsOf(claim, status, context.urls) });
      };
      if (status !== "pending")
        refuse(`Claim ${claim_id} of ${claim.slug} has ${endWords[status]}, so there is nothing to check.`);
      if (claim.method === "email")
        refuse(`Claim ${claim_id} can be proved only by opening the link that we emailed to ${claim.email}.`);
      const attempts = claim.attempts + 1;
      const checking = await updateClaim(tx, claim_id, { attempts, checkingSince: now.toISOString() });
      await enqueue(tx, checkClaim.request({ claimId: claim_id }, claim.url, String(attempts)), now);
      record({ subjects: [`claim:${claim_id}`], before: { attempts: claim.attempts }, after: { attempts } });
      return readClaim(tx, checking, context);
    };
  },
  async awaitWork(context, output, patienceMs) {
    const until = Date.now() + patienceMs;
    let claim: Claim | undefined;
    do {
      claim = await claimById(context.read, output.claim_id);
      if (claim?.checkingSince == null) break;
      await Bun.sleep(pollMs);
    } while (Date.now() < until);
    return claim ? readClaim(context.read, claim, context) : output;
  },
  task: {
    subject: ({ claim_id, attempts, poll_after_ms }) =>
      poll_after_ms === null ? null : { claim_id, attempt: attempts },
    follow: followClaim,
  },
  text: (claim) => lines(claimLines(claim)),
});

const endWords = { pending: "", verified: "", failed: "failed", expired: "expired", revoked: "been revoked" };
