import type { NewJob } from "#db/queries/common/jobs.ts";

/** The work that orders cause, as it is asked for; jobs.ts runs it. */
export const askPaymentKind = "ask-payment";
export const refundOrderKind = "refund-order";
export const refundVatKind = "refund-vat";
export const confirmVatIdKind = "confirm-vat-id";
export const closeSessionKind = "close-session";

const lane = (number: string) => `order:${number}`;

/** Asks how the payment of an order stands; `nth` tells the questions apart. */
export const askPaymentJob = (number: string, nth: string): NewJob => ({
  kind: askPaymentKind,
  key: `${askPaymentKind}:${number}:${nth}`,
  lane: lane(number),
  payload: { number },
});

/**
 * Sends the money of an order back, again after each refund that failed. It must not be given up soon: somebody waits
 * for it.
 */
export const refundOrderJob = (number: string, failedBefore = 0): NewJob => ({
  kind: refundOrderKind,
  key: `${refundOrderKind}:${number}${failedBefore === 0 ? "" : `:${failedBefore}`}`,
  lane: lane(number),
  payload: { number, failedBefore },
  maxAttempts: 24,
});

/** Closes the page to pay an order at. */
export const closeSessionJob = (number: string): NewJob => ({
  kind: closeSessionKind,
  key: `${closeSessionKind}:${number}`,
  lane: lane(number),
  payload: { number },
});

/** Sends the VAT of an order back, `amount` in minor units. */
export const refundVatJob = (number: string, amount: number): NewJob => ({
  kind: refundVatKind,
  key: `${refundVatKind}:${number}`,
  lane: lane(number),
  payload: { number, amount },
  maxAttempts: 24,
});

/** Asks the register about an order's VAT id that it could not answer about before, for most of a day. */
export const confirmVatIdJob = (number: string): NewJob => ({
  kind: confirmVatIdKind,
  key: `${confirmVatIdKind}:${number}`,
  lane: lane(number),
  payload: { number },
  maxAttempts: 24,
});
