import type { PaymentConfig } from "#bridge/start/call-context.ts";
import type { Payments } from "#tools/core/ports/payments.ts";

/** Payments are simulated. */
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

/** A provider without payments, for calls without a transport. */
export const idlePayments: Payments = {
  provider: "stripe",
  pages: [],
  open: async () => page,
  ask: async () => page,
  close: async () => {},
  refund: async () => {},
  read: async () => null,
};
