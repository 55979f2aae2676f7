import * as z from "zod";

/** The same fields as in tools/core/ports/payments.ts. */
export const paymentState = z.strictObject({
  status: z.enum(["open", "processing", "paid", "failed", "expired"]),
  sessionId: z.string(),
  paymentId: z.string().nullable(),
  amount: z.int(),
  currency: z.string(),
  cardCountry: z.string().nullable(),
  paidAt: z.iso.datetime().optional(),
});

const what = { id: z.string(), type: z.string() };
const orderNumber = z.string().nullable();

export const paymentEvent = z.discriminatedUnion("about", [
  z.strictObject({ ...what, about: z.literal("session"), orderNumber, state: paymentState }),
  z.strictObject({
    ...what,
    about: z.literal("refund"),
    orderNumber,
    paymentId: z.string(),
    amount: z.int(),
    total: z.int(),
    at: z.iso.datetime(),
  }),
  z.strictObject({
    ...what,
    about: z.literal("failed_refund"),
    orderNumber,
    paymentId: z.string(),
    refundId: z.string(),
    amount: z.int(),
    at: z.iso.datetime(),
    reason: z.string(),
    isVat: z.boolean(),
  }),
  z.strictObject({
    ...what,
    about: z.literal("dispute"),
    disputeId: z.string(),
    paymentId: z.string(),
    outcome: z.enum(["opened", "won", "lost"]),
    reason: z.string(),
    amount: z.int(),
    currency: z.string(),
  }),
  z.strictObject({ ...what, about: z.literal("nothing") }),
]);
