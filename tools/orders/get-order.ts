import * as z from "zod";
import { defineTool } from "../core/operations/define.ts";
import { order, orderNumber, orderText, toOrder } from "./shared/order-record.ts";
import { ownOrder } from "./shared/own-order.ts";

export default defineTool({
  name: "get_order",
  title: "Get an order",
  description:
    "Returns one of the account's orders: status, lines, totals and the pages to pay or cancel it, or its invoice. Use it to check whether the user has paid.",
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
