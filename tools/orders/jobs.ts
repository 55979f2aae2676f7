import * as z from "zod";
import { defineJob, defineScheduledJob } from "../core/operations/declare-job.ts";

const payload = z.object({ number: z.string() });
const laneOf = (number: string) => `order:${number}`;

/** Asks how the payment of an order stands; `nth` tells the questions apart. */
export const askPayment = defineJob({
  kind: "ask-payment",
  payload,
  key: ({ number }, nth: string) => `ask-payment:${number}:${nth}`,
  lane: ({ number }) => laneOf(number),
  concurrency: 4,
});

/** Sends the money of an order back, again after each refund that failed. Somebody waits for it, so it is not given up soon. */
export const refundOrder = defineJob({
  kind: "refund-order",
  payload: payload.extend({ failedBefore: z.int().default(0) }),
  key: ({ number, failedBefore }) => `refund-order:${number}${failedBefore ? `:${failedBefore}` : ""}`,
  lane: ({ number }) => laneOf(number),
  attempts: 24,
});

/** Sends the VAT of an order back, `amount` in minor units. */
export const refundVat = defineJob({
  kind: "refund-vat",
  payload: payload.extend({ amount: z.int() }),
  key: ({ number }) => `refund-vat:${number}`,
  lane: ({ number }) => laneOf(number),
  attempts: 24,
});

/** Asks the register, for most of a day, about an order's VAT id that it could not answer about before. */
export const confirmVatId = defineJob({
  kind: "confirm-vat-id",
  payload,
  key: ({ number }) => `confirm-vat-id:${number}`,
  lane: ({ number }) => laneOf(number),
  attempts: 24,
});

/** Closes the page to pay an order at. */
export const closeSession = defineJob({
  kind: "close-session",
  payload,
  key: ({ number }) => `close-session:${number}`,
  lane: ({ number }) => laneOf(number),
});

/**
 * Asks after the payments that we should have heard of, each once an hour, and ends the orders that nobody paid in
 * time.
 */
export const watchOrders = defineScheduledJob({ kind: "order-watch", every: "ten minutes" });

/** Forgets quotes that expired some time ago. */
export const sweepQuotes = defineScheduledJob({ kind: "sweep-quotes", every: "day" });
