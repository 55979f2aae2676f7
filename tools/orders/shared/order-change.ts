import type { AuditEntry } from "#db/queries/common/audit-log.ts";
import type { Order } from "#db/queries/orders/orders.ts";
import type { Tx } from "#db/store/store.ts";
import type { CallContext } from "../../core/operations/context.ts";

export interface OrderChange {
  tx: Tx;
  record: (entry: AuditEntry) => void;
  context: CallContext;
  order: Order;
}
