import * as z from "zod";
import { latestChange } from "#db/queries/common/audit-log.ts";
import { accountKinds } from "../core/operations/actor.ts";
import { defineOperation } from "../core/operations/define.ts";
import { type TaskStatus, taskState } from "../core/operations/task.ts";
import { claimOf } from "./own-claim.ts";
import { claimId, claimRecord, readClaim } from "./shared/records.ts";

export default defineOperation({
  name: "follow_claim",
  actors: accountKinds,
  scopes: ["account:read"],
  effect: "read",
  input: z.strictObject({ claim_id: claimId, attempt: z.int().min(1) }),
  output: taskState(claimRecord),
  async run(context, { claim_id, attempt }) {
    const { read } = context;
    const claim = await claimOf(read, context, claim_id);
    const request = await latestChange(read, `claim:${claim_id}`, "verify_claim");
    const isLatest = claim.attempts === attempt;
    const isWorking = isLatest && claim.checkingSince !== null;
    const began = (isLatest && request?.at) || claim.createdAt;
    const answer = await readClaim(read, claim, context);
    return {
      status: (isWorking ? "working" : "completed") as TaskStatus,
      note: isWorking ? "Checking for the proof." : "We have checked for the proof.",
      created_at: began,
      updated_at: (!isWorking && claim.checkedAt) || began,
      kept_until: claim.expiresAt,
      poll_after_ms: answer.poll_after_ms,
      answer,
    };
  },
});
