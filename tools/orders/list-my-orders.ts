import * as z from "zod";
import { ordersOf } from "#db/queries/orders/orders.ts";
import { orderStatuses } from "#db/schema/vocabulary.ts";
import { offsetOf, pageFrom, pageInput, pageLine, pageOf } from "../core/lists/pagination.ts";
import { accountOf } from "../core/operations/context.ts";
import { defineTool } from "../core/operations/define.ts";
import { facts, lines } from "../core/text/text.ts";
import { order, orderBrief, toBriefOrder, toOrder } from "./shared/order-record.ts";
import { priceText } from "./shared/price-text.ts";

export default defineTool({
  name: "list_my_orders",
  title: "List my orders",
  description:
    "Returns the account's orders, newest first, with status and total. Use it to find an order number; read one order with get_order. Open orders include their links.",
  family: "Orders",
  rest: { method: "GET", path: "/orders" },
  page: "/account/orders",
  scopes: ["account:read"],
  effect: "read",
  errors: [],
  input: z.strictObject({
    ...pageInput,
    status: z.enum(orderStatuses).optional().meta({ description: "Status of the orders", example: "pending" }),
  }),
  output: pageOf(order).meta({ id: "OrderList" }),
  examples: [{}],
  async run(context, { status, ...page }) {
    const { read, urls, now } = context;
    const slice = { status, limit: page.per_page, offset: offsetOf(page) };
    const { rows, total } = await ordersOf(read, accountOf(context), slice);
    const items = rows.map((row) => toOrder(read, row, urls, now));
    return pageFrom(items, total, page);
  },
  brief: {
    output: pageOf(orderBrief),
    from: ({ items, ...page }) => ({ ...page, items: items.map(toBriefOrder) }),
  },
  text: (found) =>
    lines(
      pageLine(found, "No orders found."),
      found.items.map(({ number, status, net, gross, currency, checkout_url, cancel_url }) =>
        facts(
          `${number}: ${status}`,
          currency,
          gross === null ? `${priceText(net, currency)} net` : priceText(gross, currency),
          checkout_url && `to pay: ${checkout_url}`,
          cancel_url && `to cancel: ${cancel_url}`,
        ),
      ),
    ),
});
