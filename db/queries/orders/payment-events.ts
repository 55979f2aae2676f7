import type { PaymentProvider } from "../../schema/vocabulary.ts";
import { type Db, preparedSql, type Tx } from "../../store/store.ts";

const rememberQuery = preparedSql<{ isNew: 1 }, [string, string, string, string | null, string]>(`
  INSERT INTO payment_events (provider, event_id, type, order_number, received_at) VALUES (?, ?, ?, ?, ?)
  ON CONFLICT DO NOTHING RETURNING 1 AS isNew`);

export const rememberEvent = async (
  tx: Tx,
  event: { provider: PaymentProvider; id: string; type: string; orderNumber: string | null },
  now: Date,
): Promise<boolean> =>
  (await rememberQuery.get(tx, event.provider, event.id, event.type, event.orderNumber, now.toISOString())) !== null;

// An order is still fulfilled if the failure of its whole refund was reported before the refund.
const owedQuery = preparedSql<{ number: string }, [string]>(`
  SELECT number FROM orders WHERE status IN ('paid', 'fulfilled') AND reversals <> '[]' AND is_test = 0
    AND EXISTS (SELECT 1 FROM json_each(reversals) r WHERE r.value ->> 'kind' = 'failed_refund'
      AND (status = 'paid' OR r.value ->> 'amount' >= gross))
  UNION SELECT o.number FROM jobs j JOIN orders o ON o.number = j.payload ->> 'number'
    WHERE j.state = 'dead' AND j.kind IN (SELECT value FROM json_each(?)) AND o.status IN ('paid', 'fulfilled')`);
/** Returns the numbers of the orders whose whole refund failed, or a job of `kinds` was given up, and that still owe it. */
export const owedOrders = async (db: Db, kinds: readonly string[]): Promise<string[]> =>
  (await owedQuery.all(db, JSON.stringify(kinds))).map(({ number }) => number);
