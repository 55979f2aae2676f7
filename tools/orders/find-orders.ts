import * as z from "zod";
import { listOrders } from "#db/queries/orders/orders.ts";
import { orderStatuses, paymentProviders } from "#db/schema/vocabulary.ts";
import { time } from "../core/input/fields.ts";
import { openPageFrom, openPageOf, openWindowOf, operatorPageInput } from "../core/lists/pagination.ts";
import { defineTeamTool } from "../core/operations/team-tool.ts";

const order = z.strictObject({
  number: z.string(),
  status: z.enum(orderStatuses),
  currency: z.string(),
  net: z.int(),
  gross: z.int().nullable(),
  email: z.string(),
  provider: z.enum(paymentProviders),
  sandbox: z.boolean(),
  created_at: time,
  paid_at: time.nullable(),
});

export default defineTeamTool({
  name: "find_orders",
  command: {
    name: "order list",
    description: "List the orders of all accounts, newest first, with amounts in minor units",
    columns: ["number", "status", "currency", "gross", "email", "provider", "paid_at"],
  },
  description: "Returns the orders of all accounts, newest first, with amounts in minor units.",
  rest: { method: "GET", path: "/team/orders" },
  scopes: ["team:admin"],
  effect: "read",
  input: z.strictObject({
    status: z.enum(orderStatuses).optional().describe("only orders with this status"),
    ...operatorPageInput,
  }),
  output: openPageOf(order),
  async run({ read }, { status, ...page }) {
    const { limit, offset } = openWindowOf(page);
    const rows = await listOrders(read, status, limit, offset);
    const items = rows.map(({ number, status, currency, net, gross, email, provider, isTest, createdAt, paidAt }) => ({
      number,
      status,
      currency,
      net,
      gross,
      email,
      provider,
      sandbox: isTest,
      created_at: createdAt,
      paid_at: paidAt,
    }));
    return openPageFrom(items, page);
  },
});
