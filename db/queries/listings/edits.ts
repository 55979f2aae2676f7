import type { ActionName } from "../../schema/action-names.ts";
import type { Facts } from "../../schema/changes.ts";
import { type Db, preparedSql } from "../../store/store.ts";
import { type ChangeRow, changeReaders, throughColumn } from "../common/audit-log.ts";
import { asked, type CaseMarks, caseQuery } from "../moderation/cases.ts";

export interface Author {
  accountId: number | null;
  byName: string | null;
  byEmail: string | null;
  via: string;
  through: string | null;
}

export interface EditRow extends Author {
  id: number;
  at: string;
  action: ActionName;
  listingId: number;
  slug: string;
  name: string;
  subjects: ChangeRow["subjects"];
  before: Facts;
  after: Facts;
  takenBackAt: string | null;
  takenBackFor: string | null;
}

const authorColumns = `c.account_id AS accountId, a.name AS byName, a.email AS byEmail, c.via, ${throughColumn}`;
const subjectsColumn = `(SELECT json_group_array(subject) FROM
  (SELECT subject FROM change_subjects WHERE change_id = c.id ORDER BY position)) AS subjects`;
// An entry that reverts an edit records the edit's id and has the same subjects.
const reverted =
  "(SELECT json_extract(after, '$.takes_back') FROM changes WHERE action = 'revert_edit' AND json_extract(after, '$.takes_back') IS NOT NULL)";
const takenBack = (what: string) => `(SELECT ${what} FROM change_subjects t JOIN changes r ON r.id = t.change_id
  WHERE t.subject = 'listing:' || l.id AND t.change_id > c.id AND json_extract(r.after, '$.takes_back') = c.id)`;
const columns = `c.id, c.action, ${authorColumns}, l.id AS listingId, l.slug, co.name, ${subjectsColumn},
  c.before, c.after, ${takenBack("r.at")} AS takenBackAt, ${takenBack("json_extract(r.after, '$.reason')")} AS takenBackFor`;
// A company has at most one listing on a site, so each edit appears once.
const joins = `JOIN json_each(c.after, '$.versions') v JOIN listings l ON l.id = v.key
  JOIN companies co ON co.id = l.company_id LEFT JOIN accounts a ON a.id = c.account_id`;
const isEdit = "json_type(c.after, '$.versions') = 'object'";

export const listedEdits = caseQuery<EditRow & CaseMarks>("edit", {
  columns: `c.id AS itemId, l.id AS listingId, l.slug, substr(c.via, 1, instr(c.via || ':', ':') - 1) AS kinds, 1 AS total`,
  from: `changes c CROSS JOIN json_each(c.after, '$.versions') v CROSS JOIN listings l ON l.id = v.key
    WHERE ${isEdit} AND l.site_id = ?1 AND (${asked("slug")} IS NULL OR c.id IN (SELECT change_id FROM change_subjects
      WHERE subject = 'listing:' || (SELECT id FROM listings WHERE site_id = ?1 AND slug = ${asked("slug")})))
    AND (${asked("author")} IS NULL OR c.id IN (SELECT id FROM changes WHERE account_id = ${asked("author")}))`,
  open: { where: `c.id NOT IN ${reverted}`, at: "c.at" },
  decided: { where: `c.id IN ${reverted}`, at: "c.at" },
  listing: "l.id",
  order: "c.id DESC",
  pageColumns: columns,
  pageTables: `CROSS JOIN changes c ON c.id = w.itemId JOIN listings l ON l.id = w.listingId
    JOIN companies co ON co.id = l.company_id LEFT JOIN accounts a ON a.id = c.account_id`,
  readers: changeReaders,
});

export const editById = preparedSql<EditRow, [siteId: number, id: number]>(
  `SELECT c.at, ${columns} FROM changes c ${joins} WHERE c.id = ?2 AND ${isEdit} AND l.site_id = ?1`,
  changeReaders,
).get;

const toldQuery = preparedSql<{ told: number | null; latest: number }, [number]>(
  "SELECT told_change_id AS told, (SELECT ifnull(max(id), 0) FROM changes) AS latest FROM sites WHERE id = ?",
);

export const toldChange = async (db: Db, siteId: number) => (await toldQuery.get(db, siteId))!;

export const setToldChange = preparedSql<never, [siteId: number, id: number]>(
  "UPDATE sites SET told_change_id = ?2 WHERE id = ?1",
).run;

// If an edit changed listings on several sites, only the first listing's site reports it.
const isHome = "l.id = (SELECT min(h.id) FROM json_each(c.after, '$.versions') w JOIN listings h ON h.id = w.key)";
const untold = `FROM changes c ${joins}
  WHERE ${isEdit} AND c.id > ?2 AND l.site_id = ?1 AND ${isHome} AND c.action <> ?3`;
const untoldQuery = preparedSql<EditRow, [siteId: number, after: number, but: ActionName, limit: number]>(
  `SELECT c.at, ${columns} ${untold} ORDER BY c.id LIMIT ?4`,
  changeReaders,
);
const untoldCountQuery = preparedSql<{ total: number }, [number, number, string]>(`SELECT count(*) AS total ${untold}`);

export async function editsAfter(
  db: Db,
  siteId: number,
  { after, but, limit }: { after: number; but: ActionName; limit: number },
): Promise<{ rows: EditRow[]; total: number }> {
  const rows = await untoldQuery.all(db, siteId, after, but, limit);
  const total = rows.length < limit ? rows.length : await untoldCountQuery.value(db, siteId, after, but);
  return { rows, total };
}

export interface ChosenAgain {
  listingId: number;
  slug: string;
  name: string;
  plan: string;
}

export const chosenAgainAfter = preparedSql<ChosenAgain, [siteId: number, id: number, by: ActionName]>(`
  SELECT l.id AS listingId, l.slug, co.name, l.plan FROM changes c
  JOIN change_subjects s ON s.change_id = c.id AND s.position = 0 JOIN listings l ON l.id = CAST(substr(s.subject, 9) AS INTEGER)
  JOIN companies co ON co.id = l.company_id
  WHERE c.action = ?3 AND c.id > ?2 AND json_extract(c.before, '$.status') = 'rejected' AND l.site_id = ?1 ORDER BY c.id`).all;
