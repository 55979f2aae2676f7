import { eq, inArray, sql } from "drizzle-orm";
import { draftPages, drafts } from "../../schema/drafts.ts";
import type { Db, Tx } from "../../store/store.ts";

/** Keeps a page of a draft's site; a page that is there already stays as it is. */
export async function keepDraftPage(tx: Tx, draftId: number, url: string, page: unknown): Promise<void> {
  const bytes = Buffer.from(Bun.zstdCompressSync(JSON.stringify(page)));
  const position = await tx.$count(draftPages, eq(draftPages.draftId, draftId));
  await tx.insert(draftPages).values({ draftId, url, position, page: bytes }).onConflictDoNothing();
}

/** The kept pages in the order they were read, each as the JSON value that was kept. */
export async function pagesOfDraft(db: Db, draftId: number): Promise<unknown[]> {
  const rows = await db
    .select({ page: draftPages.page })
    .from(draftPages)
    .where(eq(draftPages.draftId, draftId))
    .orderBy(draftPages.position);
  return rows.map(({ page }) => JSON.parse(new TextDecoder().decode(Bun.zstdDecompressSync(page))));
}

/** Forgets the pages of drafts that are no longer open; their evidence stays with them. */
export async function forgetPagesOfEndedDrafts(tx: Tx): Promise<void> {
  const ended = tx
    .select({ id: drafts.id })
    .from(drafts)
    .where(sql`${drafts.status} IN ('failed', 'submitted', 'expired')`);
  await tx.delete(draftPages).where(inArray(draftPages.draftId, ended));
}
