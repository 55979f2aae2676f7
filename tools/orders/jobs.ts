import * as z from "zod";
import { defineJob, defineScheduledJob } from "../core/operations/declare-job.ts";

const payload = z.object({ number: z.string() });
const laneOf = (number: string) => `order:${number}`;

/** `nth` distinguishes repeated requests about the same order. */
export const askPayment = defineJob({
  kind: "ask-payment",
  payload,
  key: ({ number }, nth: string) => `ask-payment:${number}:${nth}`,
  lane: ({ number }) => laneOf(number),
  concurrency: 4,
});

/** Makes many attempts, because the buyer is waiting for the refund. */
export const refundOrder = defineJob({
  kind: "refund-order",
  payload: payload.extend({ failedBefore: z.int().default(0) }),
  key: ({ number, failedBefore }) => `refund-order:${number}${failedBefore ? `:${failedBefore}` : ""}`,
  lane: ({ number }) => laneOf(number),
  attempts: 24,
});

export const refundVat = defineJob({
  kind: "refund-vat",
  payload: payload.extend({ amount: z.int() }),
  key: ({ number }) => `refund-vat:${number}`,
  lane: ({ number }) => laneOf(number),
  attempts: 24,
});

/** Asks the register about an order's unconfirmed VAT ID. The attempts continue for most of a day. */
export const confirmVatId = defineJob({
  kind: "confirm-vat-id",
  payload,
  key: ({ number }) => `confirm-vat-id:${number}`,
  lane: ({ number }) => laneOf(number),
  attempts: 24,
});

export const closeSession = defineJob({
  kind: "close-session",
  payload,
  key: ({ number }) => `close-session:${number}`,
  lane: ({ number }) => laneOf(number),
});

/**
 * Asks the provider once an hour about payments whose events are overdue, and ends orders that were not paid in time.
 */
export const watchOrders = defineScheduledJob({ kind: "order-watch", every: "ten minutes" });

export const sweepQuotes = defineScheduledJob({ kind: "sweep-quotes", every: "day" });
