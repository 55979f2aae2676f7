import type { PaymentConfig } from "#bridge/start/call-context.ts";
import type { Payments } from "#tools/core/ports/payments.ts";

/** Payments are only played. */
export const testPayments: PaymentConfig = { payments: null, simulatesPayments: true, dailyOrderLimit: null };

const open = {
  status: "open",
  sessionId: "cs_1",
  paymentId: null,
  amount: 3480,
  currency: "EUR",
  cardCountry: null,
} as const;
const page = { sessionId: "cs_1", url: "https://checkout.stripe.com/pay/cs_1", state: open };

/** A provider whose pages nobody pays at, for calls that no transport makes. */
export const idlePayments: Payments = {
  provider: "stripe",
  pages: [],
  open: async () => page,
  ask: async () => page,
  close: async () => {},
  refund: async () => {},
  read: async () => null,
};
