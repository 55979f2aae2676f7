import { type Db, preparedSql } from "../../store/store.ts";

/** The sum of orders in one currency, in minor units. `total` includes VAT for orders with billing details. */
export interface Spent {
  currency: string;
  net: number;
  total: number;
}

const spentQuery = preparedSql<Spent, [accountId: number, via: string, isTest: boolean, since: string]>(`
  SELECT o.currency, sum(o.net) AS net, sum(coalesce(o.gross, o.net)) AS total FROM orders o
  WHERE o.account_id = ?1 AND o.via = ?2 AND o.is_test = ?3 AND o.created_at >= ?4
    AND o.status NOT IN ('expired', 'canceled', 'failed', 'refunded')
    AND NOT EXISTS (SELECT 1 FROM change_subjects s JOIN changes c ON c.id = s.change_id
      WHERE s.subject = 'order:' || o.number AND c.approved_by IS NOT NULL)
  GROUP BY o.currency`);

/**
 * An app's or key's order totals by currency since the given time. Orders that a person approved do not count, nor do
 * expired, cancelled, failed and refunded orders.
 */
export const spentBy = (
  db: Db,
  { accountId, via, isTest }: { accountId: number; via: string; isTest: boolean },
  since: string,
): Promise<Spent[]> => spentQuery.all(db, accountId, via, isTest, since);
