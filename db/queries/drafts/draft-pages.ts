import { eq, inArray, sql } from "drizzle-orm";
import { draftPages, drafts } from "../../schema/drafts.ts";
import type { Db, Tx } from "../../store/store.ts";

export async function keepDraftPage(tx: Tx, draftId: number, url: string, page: unknown): Promise<void> {
  const bytes = Buffer.from(Bun.zstdCompressSync(JSON.stringify(page)));
  const position = await tx.$count(draftPages, eq(draftPages.draftId, draftId));
  await tx.insert(draftPages).values({ draftId, url, position, page: bytes }).onConflictDoNothing();
}

export async function pagesOfDraft(db: Db, draftId: number): Promise<unknown[]> {
  const rows = await db
    .select({ page: draftPages.page })
    .from(draftPages)
    .where(eq(draftPages.draftId, draftId))
    .orderBy(draftPages.position);
  return rows.map(({ page }) => JSON.parse(new TextDecoder().decode(Bun.zstdDecompressSync(page))));
}

export async function forgetPagesOfEndedDrafts(tx: Tx): Promise<void> {
  const ended = tx
    .select({ id: drafts.id })
    .from(drafts)
    .where(sql`${drafts.status} IN ('failed', 'submitted', 'expired')`);
  await tx.delete(draftPages).where(inArray(draftPages.draftId, ended));
}
