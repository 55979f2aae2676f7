import { type Db, preparedSql } from "../../store/store.ts";
import { actionsIn } from "../common/changes.ts";

const spentQuery = preparedSql<{ amount: number; others: number }, [number, string, string, string]>(`
  SELECT coalesce(sum(CASE WHEN o.currency = ?4 THEN coalesce(o.gross, o.net) ELSE 0 END), 0) AS amount,
    coalesce(sum(o.currency <> ?4), 0) AS others
  FROM changes c JOIN change_subjects s ON s.change_id = c.id AND s.position = 0
    JOIN orders o ON o.number = substr(s.subject, 7)
  WHERE c.account_id = ?1 AND c.via = ?2 AND c.at >= ?3 AND c.approved_by IS NULL AND c.action = ${actionsIn("create_checkout")}
    AND s.subject LIKE 'order:%' AND o.is_test = 0 AND o.status NOT IN ('expired', 'canceled', 'failed', 'refunded')`);

/**
 * What the orders come to that an app or key has made since a time without asking, ended ones left out: in minor units
 * of `currency`, and how many are in another. Of an order whose buyer's country is not known yet, before VAT.
 */
export const spentThrough = async (
  db: Db,
  { accountId, via, since, currency }: { accountId: number; via: string; since: string; currency: string },
): Promise<{ amount: number; others: number }> => (await spentQuery.get(db, accountId, via, since, currency))!;

const orderedThroughQuery = preparedSql<{ currency: string; net: number }, [number, string, string]>(`
  SELECT currency, sum(net) AS net FROM orders
  WHERE account_id = ?1 AND via = ?2 AND created_at >= ?3 AND needs_approval = 0
    AND status NOT IN ('canceled', 'expired', 'failed')
  GROUP BY currency`);

/** What an account has ordered through one key or app since a time, net by currency; without what its owner had to approve, and what was given up. */
export const orderedThrough = (db: Db, accountId: number, via: string, since: Date) =>
  orderedThroughQuery.all(db, accountId, via, since.toISOString());
