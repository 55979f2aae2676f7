import type Stripe from "stripe";
import type { PaymentEvent, PaymentState } from "#tools/core/ports/payments.ts";
import { fromStripe } from "./stripe-amounts.ts";

export function stateOf(session: Stripe.Checkout.Session): PaymentState {
  const { id, status, payment_status, payment_intent, amount_total, currency, customer_details } = session;
  const isPaid = payment_status === "paid" || payment_status === "no_payment_required";
  return {
    status: status === "complete" ? (isPaid ? "paid" : "processing") : status === "expired" ? "expired" : "open",
    sessionId: id,
    paymentId: idOf(payment_intent),
    amount: fromStripe(amount_total ?? 0, currency),
    currency: (currency ?? "").toUpperCase(),
    cardCountry: customer_details?.address?.country ?? null,
  };
}

export function newsOf(event: Stripe.Event): PaymentEvent {
  const { id, type } = event;
  switch (event.type) {
    case "checkout.session.completed":
    case "checkout.session.async_payment_succeeded":
    case "checkout.session.expired":
      return session(event, event.data.object);
    case "checkout.session.async_payment_failed":
      return { ...session(event, event.data.object), state: { ...stateOf(event.data.object), status: "failed" } };
    case "charge.refunded": {
      const { payment_intent, metadata, amount_refunded, amount, currency } = event.data.object;
      const paymentId = idOf(payment_intent);
      if (paymentId === null) return { id, type, about: "nothing" };
      const orderNumber = metadata?.order_number ?? null;
      const sums = { amount: fromStripe(amount_refunded, currency), total: fromStripe(amount, currency) };
      return { id, type, about: "refund", orderNumber, paymentId, ...sums, at: timeOf(event) };
    }
    case "refund.failed": {
      const { id: refundId, payment_intent, metadata, amount, currency, failure_reason } = event.data.object;
      const paymentId = idOf(payment_intent);
      if (paymentId === null) return { id, type, about: "nothing" };
      return {
        ...{ id, type, about: "failed_refund", paymentId, refundId, at: timeOf(event) },
        orderNumber: metadata?.order_number ?? null,
        amount: fromStripe(amount, currency),
        reason: failure_reason ?? "unknown",
        isVat: metadata?.why === "vat",
      };
    }
    case "charge.dispute.created":
      return dispute(event, event.data.object, "opened");
    case "charge.dispute.closed":
      return dispute(event, event.data.object, event.data.object.status === "lost" ? "lost" : "won");
    default:
      return { id, type, about: "nothing" };
  }
}

const timeOf = ({ created }: Stripe.Event) => new Date(created * 1000).toISOString();

const session = (event: Stripe.Event, object: Stripe.Checkout.Session) => ({
  id: event.id,
  type: event.type,
  about: "session" as const,
  orderNumber: object.metadata?.order_number ?? object.client_reference_id,
  state: { ...stateOf(object), paidAt: timeOf(event) },
});

function dispute({ id, type }: Stripe.Event, object: Stripe.Dispute, outcome: "opened" | "won" | "lost"): PaymentEvent {
  const paymentId = idOf(object.payment_intent);
  if (paymentId === null) return { id, type, about: "nothing" };
  const { reason, amount, currency } = object;
  const asked = { amount: fromStripe(amount, currency), currency: currency.toUpperCase() };
  return { id, type, about: "dispute", disputeId: object.id, paymentId, outcome, reason, ...asked };
}

const idOf = (thing: string | { id: string } | null): string | null =>
  thing === null || typeof thing === "string" ? thing : thing.id;
