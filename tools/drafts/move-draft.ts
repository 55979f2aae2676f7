import type { AuditEntry } from "#db/queries/common/audit-log.ts";
import { type Draft, draftById, updateDraft } from "#db/queries/drafts/drafts.ts";
import type { DraftStatus } from "#db/schema/vocabulary.ts";
import type { Tx } from "#db/store/store.ts";
import { differences } from "../core/operations/differences.ts";
import { fieldsOf } from "./shared/rules.ts";

/** Changes a draft that still has one of these statuses and records the change. Otherwise returns null. */
export async function moveDraft(
  tx: Tx,
  record: (entry: AuditEntry) => void,
  { id, from, now }: { id: number; from: readonly DraftStatus[]; now: Date },
  changesOf: (draft: Draft) => Partial<Draft>,
): Promise<Draft | null> {
  const draft = await draftById(tx, id);
  if (!draft || !from.includes(draft.status)) return null;
  const moved = await updateDraft(tx, id, changesOf(draft), now);
  record({ subjects: [`draft:${id}`], ...differences(factsOf(draft), factsOf(moved)) });
  return moved;
}

const factsOf = (draft: Draft) => {
  const { status, url, writtenBy, logoHash, screenshotHash, errorCode, warnings } = draft;
  return {
    status,
    url,
    written_by: writtenBy,
    ...fieldsOf(draft),
    logo: logoHash,
    screenshot: screenshotHash,
    error: errorCode,
    warnings,
  };
};
