import type { Facts } from "../../schema/changes.ts";
import { type Db, preparedSql, type Tx } from "../../store/store.ts";

export interface BulkAction<Name extends string = string> {
  id: number;
  siteId: number;
  accountId: number;
  operation: Name;
  shared: Facts;
  items: Facts[];
  position: number;
  failed: number;
  skipped: number;
  failures: { item: Facts; reason: string }[];
  createdAt: string;
  finishedAt: string | null;
}

const insertQuery = preparedSql<{ id: number }, [number, number, string, string, Facts[], Date]>(`
  INSERT INTO bulk_actions (site_id, account_id, operation, shared, items, created_at) VALUES (?, ?, ?, ?, ?, ?)
  RETURNING id`);
export const addBulkAction = (
  tx: Tx,
  bulk: Pick<BulkAction, "siteId" | "accountId" | "operation" | "shared" | "items">,
  now: Date,
): Promise<number> =>
  insertQuery.value(tx, bulk.siteId, bulk.accountId, bulk.operation, JSON.stringify(bulk.shared), bulk.items, now);

const columns = `id, site_id AS siteId, account_id AS accountId, operation, shared, items, position, failed, skipped, failures,
  created_at AS createdAt, finished_at AS finishedAt`;
const byIdQuery = preparedSql<BulkAction<never>, [id: number]>(`SELECT ${columns} FROM bulk_actions WHERE id = ?`, {
  shared: JSON.parse,
  items: JSON.parse,
  failures: JSON.parse,
});
export const bulkAction = <Name extends string>(db: Db, id: number): Promise<BulkAction<Name> | null> =>
  byIdQuery.get(db, id);

/** The shared fields of the member's latest bulk action with one of the operations and a ground. */
export const lastShared = preparedSql<{ shared: Facts }, [siteId: number, accountId: number, operations: string[]]>(
  `SELECT shared FROM bulk_actions WHERE site_id = ? AND account_id = ?
    AND operation IN (SELECT value FROM json_each(?)) AND shared ->> '$.ground' IS NOT NULL ORDER BY id DESC LIMIT 1`,
  { shared: JSON.parse },
).get;

type Failure = BulkAction["failures"][number] & { isSkipped: boolean };

const maxFailures = 1000;
const countQuery = preparedSql<never, [id: number, failure: string | null]>(`
  UPDATE bulk_actions SET position = position + 1, failed = failed + ifnull(NOT ?2 ->> '$.isSkipped', 0),
    skipped = skipped + ifnull(?2 ->> '$.isSkipped', 0),
    failures = iif(?2 IS NULL OR failed + skipped >= ${maxFailures}, failures, json_insert(failures, '$[#]', json(?2)))
  WHERE id = ?1`);
export const countBulkItem = (tx: Tx, id: number, failure: Failure | null): Promise<void> =>
  countQuery.run(tx, id, failure && JSON.stringify(failure));

export const endBulkAction = preparedSql<never, [id: number, now: Date]>(
  "UPDATE bulk_actions SET finished_at = ?2 WHERE id = ?1",
).run;
