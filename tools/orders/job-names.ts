import type { NewJob } from "../../db/queries/jobs.ts";

/** The work that orders cause, as it is asked for; jobs.ts runs it. */
export const askPaymentKind = "ask-payment";
export const refundOrderKind = "refund-order";
export const closeSessionKind = "close-session";

const lane = (number: string) => `order:${number}`;

/** Asks how the payment of an order stands; `nth` tells the questions apart. */
export const askPaymentJob = (number: string, nth: string): NewJob => ({
  kind: askPaymentKind,
  key: `${askPaymentKind}:${number}:${nth}`,
  lane: lane(number),
  payload: { number },
});

/** Sends the money of an order back. It must not be given up soon: somebody waits for it. */
export const refundOrderJob = (number: string): NewJob => ({
  kind: refundOrderKind,
  key: `${refundOrderKind}:${number}`,
  lane: lane(number),
  payload: { number },
  maxAttempts: 24,
});

/** Closes the page to pay an order at. */
export const closeSessionJob = (number: string): NewJob => ({
  kind: closeSessionKind,
  key: `${closeSessionKind}:${number}`,
  lane: lane(number),
  payload: { number },
});
