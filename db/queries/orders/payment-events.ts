import type { PaymentProvider } from "../../schema/vocabulary.ts";
import { preparedSql, type Tx } from "../../store/store.ts";

const rememberQuery = preparedSql<{ isNew: 1 }, [string, string, string, string | null, string]>(`
  INSERT INTO payment_events (provider, event_id, type, order_number, received_at) VALUES (?, ?, ?, ?, ?)
  ON CONFLICT DO NOTHING RETURNING 1 AS isNew`);

/** Remembers an event of a provider by its id; false where it came before. */
export const rememberEvent = async (
  tx: Tx,
  event: { provider: PaymentProvider; id: string; type: string; orderNumber: string | null },
  now: Date,
): Promise<boolean> =>
  (await rememberQuery.get(tx, event.provider, event.id, event.type, event.orderNumber, now.toISOString())) !== null;
