import * as z from "zod";
import { defineTool } from "../core/operations/define.ts";
import { order, orderNumber, orderText, toOrder } from "./shared/order-record.ts";
import { ownOrder } from "./shared/own-order.ts";

export default defineTool({
  name: "get_order",
  title: "Get an order",
  description: "One order of the account: status, lines, totals, the link to pay while it is open, then the invoice.",
  family: "Orders",
  rest: { method: "GET", path: "/orders/{number}" },
  page: "/account/orders/{number}",
  app: "quote",
  scopes: ["account:read"],
  effect: "read",
  errors: ["not_found"],
  input: z.strictObject({ number: orderNumber }),
  output: order,
  examples: [{ number: "SW-2026-000001" }],
  run: async (context, { number }) =>
    toOrder(context.read, await ownOrder(context.read, context, number), context.urls, context.now),
  text: orderText,
});
