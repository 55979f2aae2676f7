import * as z from "zod";
import { invitesOfDraft } from "#db/queries/accounts/invites.ts";
import { latestChange } from "#db/queries/common/audit-log.ts";
import type { Draft } from "#db/queries/drafts/drafts.ts";
import type { Db } from "#db/store/store.ts";
import { accountKinds } from "../core/operations/actor.ts";
import { defineOperation } from "../core/operations/define.ts";
import { type TaskStatus, taskState } from "../core/operations/task.ts";
import { readDraft } from "./shared/own-draft.ts";
import { draftId, draftRecord, toDraft } from "./shared/records.ts";
import { isBeingWritten, pollAfterMs } from "./shared/rules.ts";

/** Returns a draft's progress for clients that follow it as a task. */
export default defineOperation({
  name: "follow_draft",
  actors: accountKinds,
  scopes: ["account:read"],
  effect: "read",
  input: z.strictObject({ id: draftId }),
  output: taskState(draftRecord),
  async run(context, { id }) {
    const { read, urls, now } = context;
    const draft = await readDraft(context, id);
    return {
      status: await statusOf(read, draft),
      note: draft.note,
      created_at: draft.createdAt,
      updated_at: draft.updatedAt,
      kept_until: draft.expiresAt,
      poll_after_ms: pollAfterMs(draft),
      answer: toDraft(draft, await invitesOfDraft(read, id), { urls, now }),
    };
  },
});

// A draft that ended before it was ready has either failed or been stopped.
async function statusOf(db: Db, draft: Draft): Promise<TaskStatus> {
  if (isBeingWritten(draft)) return "working";
  if (draft.status !== "expired" || draft.step === draft.steps) return "completed";
  return (await latestChange(db, `draft:${draft.id}`, "fail_draft")) ? "completed" : "cancelled";
}
