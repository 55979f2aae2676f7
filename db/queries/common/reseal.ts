import { resealText } from "../../keys/sealed-text.ts";
import { preparedSql, type Store } from "../../store/store.ts";

const stepRows = 500;

/** The columns that contain sealed text, with the place for which each text is sealed. */
const columns = [
  { table: "mails", column: "text_body", place: "message_id || ':text'" },
  { table: "mails", column: "html_body", place: "message_id || ':html'" },
  { table: "mails", column: "unsubscribe_url", place: "message_id || ':unsubscribe'" },
  { table: "orders", column: "link_secret", place: "'order:' || number" },
  { table: "webhooks", column: "url", place: "key || ':url'" },
  { table: "webhooks", column: "secret", place: "key || ':secret'" },
  { table: "webhooks", column: "former_secret", place: "key || ':secret'" },
].map(({ table, column, place }) => ({
  pageAfter: preparedSql<{ id: number; sealed: string; place: string }, [id: number]>(`
    SELECT id, ${column} AS sealed, ${place} AS place FROM ${table} WHERE id > ? AND ${column} IS NOT NULL
    ORDER BY id LIMIT ${stepRows}`).all,
  // The row may have changed since it was read.
  replace: preparedSql<never, [text: string, id: number, sealed: string]>(
    `UPDATE ${table} SET ${column} = ?1 WHERE id = ?2 AND ${column} = ?3`,
  ).run,
}));

/**
 * Seals stored text with the current key, in one transaction for each step. Returns how many texts needed a former key.
 */
export async function resealAll({ read, write }: Store, isDryRun: boolean): Promise<number> {
  let count = 0;
  for (const { pageAfter, replace } of columns)
    for (let page = await pageAfter(read, 0); page.length > 0; page = await pageAfter(read, page.at(-1)!.id)) {
      const texts = page.map((row) => ({ ...row, text: resealText(read, row.sealed, row.place) }));
      const resealed = texts.filter(({ text }) => text !== null);
      count += resealed.length;
      if (isDryRun || resealed.length === 0) continue;
      await write(async (tx) => {
        for (const { id, sealed, text } of resealed) await replace(tx, text!, id, sealed);
      });
    }
  return count;
}

/** The number of rules whose hash needs a key that was replaced at this time. */
export const rulesHashedBefore = preparedSql<{ count: number }, [replacedAt: string]>(
  "SELECT count(*) AS count FROM abuse_rules WHERE kind = 'email_hash' AND created_at < ?",
).value;
