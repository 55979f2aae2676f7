import { preparedSql, type Tx } from "../../store/store.ts";
import { dayMs } from "../../values/week.ts";

// A payment for an abandoned order may still arrive. The order is then invoiced and refunded.
const lateMoneyMs = 30 * dayMs;

const forgetAddress = preparedSql<never, [number]>(
  "UPDATE orders SET email = '', link_secret = '', via = NULL WHERE account_id = ?",
);
const forgetUnpaid = preparedSql<never, [accountId: number, latest: Date]>(`
  UPDATE orders SET billing = NULL, evidence = '[]'
  WHERE account_id = ?1 AND (is_test = 1 OR (paid_at IS NULL AND (session_id IS NULL OR ended_at < ?2)
    AND NOT EXISTS (SELECT 1 FROM invoices i WHERE i.order_id = orders.id)))`);
const forgetTrials = preparedSql<never, [number]>(`
  UPDATE invoices SET document = json_set(document, '$.buyer', json_object('name', 'Erased', 'company', NULL,
    'street', '', 'postcode', NULL, 'city', '', 'country', json_extract(document, '$.buyer.country'), 'vatId', NULL))
  WHERE order_id IN (SELECT id FROM orders WHERE account_id = ? AND is_test = 1)`);

/**
 * Erases the person's details in their orders, except for what the law requires: issued invoices, and the billing
 * details of paid orders, which are needed for credit notes. Unpaid orders and test orders lose all billing details.
 */
export async function forgetOrders(tx: Tx, accountId: number, now: Date): Promise<void> {
  await forgetTrials.run(tx, accountId);
  await forgetUnpaid.run(tx, accountId, new Date(now.getTime() - lateMoneyMs));
  await forgetAddress.run(tx, accountId);
}
