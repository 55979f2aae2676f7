import type { PaymentProvider } from "../../schema/vocabulary.ts";
import { preparedSql, type Tx } from "../../store/store.ts";

const rememberQuery = preparedSql<{ isNew: 1 }, [string, string, string, string | null, now: Date]>(`
  INSERT INTO payment_events (provider, event_id, type, order_number, received_at) VALUES (?, ?, ?, ?, ?)
  ON CONFLICT DO NOTHING RETURNING 1 AS isNew`);

export const rememberEvent = (
  tx: Tx,
  event: { provider: PaymentProvider; id: string; type: string; orderNumber: string | null },
  now: Date,
): Promise<boolean> => rememberQuery.changes(tx, event.provider, event.id, event.type, event.orderNumber, now);

/**
 * Orders for which a refund is still owed: the full refund failed, or a job of one of the `kinds` died. An order is
 * still `fulfilled` if the failure of its full refund was reported before the refund itself.
 */
export const owedOrders = preparedSql<{ number: string }, [kinds: readonly string[]]>(`
  SELECT number FROM orders WHERE status IN ('paid', 'fulfilled') AND reversals <> '[]' AND is_test = 0
    AND EXISTS (SELECT 1 FROM json_each(reversals) r WHERE r.value ->> 'kind' = 'failed_refund'
      AND (status = 'paid' OR r.value ->> 'amount' >= gross))
  UNION SELECT o.number FROM jobs j JOIN orders o ON o.number = j.payload ->> 'number'
    WHERE j.state = 'dead' AND j.kind IN (SELECT value FROM json_each(?)) AND o.status IN ('paid', 'fulfilled')`).values;
