import { preparedSql, type Tx } from "../../store/store.ts";
import { dayMs } from "../../values/week.ts";

// Money for an order that was given up may still come, and then takes an invoice and goes back.
const lateMoneyMs = 30 * dayMs;

const forgetAddress = preparedSql<never, [number]>(
  "UPDATE orders SET email = '', link_secret = '', via = NULL WHERE account_id = ?",
);
const forgetUnpaid = preparedSql<never, [number, string]>(`
  UPDATE orders SET billing = NULL, evidence = '[]'
  WHERE account_id = ?1 AND (is_test = 1 OR (paid_at IS NULL AND (session_id IS NULL OR ended_at < ?2)
    AND NOT EXISTS (SELECT 1 FROM invoices i WHERE i.order_id = orders.id)))`);
const forgetTrials = preparedSql<never, [number]>(`
  UPDATE invoices SET document = json_set(document, '$.buyer', json_object('name', 'Erased', 'company', NULL,
    'street', '', 'postcode', NULL, 'city', '', 'country', json_extract(document, '$.buyer.country'), 'vatId', NULL))
  WHERE order_id IN (SELECT id FROM orders WHERE account_id = ? AND is_test = 1)`);

/**
 * Keeps of a person's orders what the law asks for: invoices as they were issued, and of paid orders whom they are
 * billed to, which a credit note needs. Their address, their links, what was never paid and test orders lose the person.
 */
export async function forgetOrders(tx: Tx, accountId: number, now: Date): Promise<void> {
  await forgetTrials.run(tx, accountId);
  await forgetUnpaid.run(tx, accountId, new Date(now.getTime() - lateMoneyMs).toISOString());
  await forgetAddress.run(tx, accountId);
}
