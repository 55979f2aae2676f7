import type { Logger } from "pino";
import type Stripe from "stripe";
import {
  type Payable,
  PaymentError,
  type PaymentEvent,
  type PaymentState,
  type Payments,
} from "#tools/core/ports/payments.ts";
import { outboundRequest } from "./outbound-request.ts";
import { toStripe } from "./stripe-amounts.ts";
import { newsOf, stateOf } from "./stripe-events.ts";

export interface StripeSettings {
  secretKey: string;
  webhookSecret: string;
  apiBase?: string;
  log: Logger;
  timeoutMs?: number;
}

// The version is pinned, so that updating the package cannot change Stripe's responses.
const apiVersion = "2026-10-28.endive";
const maxRetries = 2;
const maxAgeSeconds = 300;

export function createStripe(settings: StripeSettings): Payments {
  const { webhookSecret, log } = settings;
  let loading: Promise<{ client: Stripe; sdk: typeof Stripe }> | undefined;
  const loaded = () => {
    loading ??= loadClient(settings);
    return loading;
  };

  async function asking<T>(what: string, question: (client: Stripe) => Promise<T>): Promise<T> {
    const { client, sdk } = await loaded();
    try {
      return await outboundRequest("payment", () => question(client));
    } catch (error) {
      if (!(error instanceof sdk.errors.StripeError)) throw error;
      const { type, code, statusCode, requestId } = error;
      log.warn({ type, code, status: statusCode, stripe_request: requestId }, `stripe: ${what} failed`);
      throw new PaymentError(`Stripe could not ${what} (${code ?? type})`, isPassing(error));
    }
  }

  return {
    provider: "stripe",
    // The payment page may be on the operator's own domain, so any https origin is allowed.
    pages: ["https:", ...(settings.apiBase ? [new URL(settings.apiBase).origin] : [])],

    async open(payable) {
      const session = await asking("open a payment page", (client) =>
        // The key combines the order and its total, so a retry gets the same page. Stripe refuses a known key with
        // different content, so a changed total needs a new key.
        client.checkout.sessions.create(sessionOf(payable), { idempotencyKey: keyOf(payable) }),
      );
      return { sessionId: session.id, url: session.url, state: stateOf(session) };
    },

    async ask(sessionId) {
      const { sdk } = await loaded();
      const session = await asking("return the state of a payment", (client) =>
        client.checkout.sessions.retrieve(sessionId).catch((error: unknown) => {
          // The operator may have changed the API key, so the session may belong to another account or to test mode.
          if (error instanceof sdk.errors.StripeError && error.code === "resource_missing") return null;
          throw error;
        }),
      );
      if (session === null) return { url: null, state: lost(sessionId) };
      return { url: session.url, state: stateOf(session) };
    },

    async close(sessionId) {
      const { state } = await this.ask(sessionId);
      if (state.status === "open")
        await asking("close a payment page", (client) => client.checkout.sessions.expire(sessionId));
    },

    async refund(orderNumber, paymentId, part, failedBefore = 0) {
      const { sdk } = await loaded();
      await asking("refund a payment", (client) =>
        client.refunds
          .create(
            {
              payment_intent: paymentId,
              metadata: { order_number: orderNumber, ...(part && { why: part.why }) },
              ...(part && { amount: toStripe(part.amount, part.currency) }),
            },
            { idempotencyKey: [orderNumber, "refund", part?.why, failedBefore].filter(Boolean).join(":") },
          )
          .catch((error: unknown) => {
            // The payment was already refunded manually.
            if (error instanceof sdk.errors.StripeError && error.code === "charge_already_refunded") return;
            throw error;
          }),
      );
    },

    async read(body, signature, now): Promise<PaymentEvent | null> {
      const { client, sdk } = await loaded();
      try {
        const { webhooks } = client;
        // The synchronous version needs Node cryptography that Bun does not provide.
        return newsOf(
          await webhooks.constructEventAsync(body, signature, webhookSecret, maxAgeSeconds, undefined, now.getTime()),
        );
      } catch (error) {
        if (error instanceof sdk.errors.StripeSignatureVerificationError) return null;
        throw error;
      }
    },
  };
}

const keyOf = ({ number, lines }: Payable) => `${number}:${lines.reduce((sum, { gross }) => sum + gross, 0)}`;

const sessionOf = (payable: Payable): Stripe.Checkout.SessionCreateParams => {
  const { number, email, currency, lines, expiresAt, paidUrl, canceledUrl } = payable;
  const metadata = { order_number: number };
  return {
    mode: "payment",
    client_reference_id: number,
    metadata,
    // The metadata is repeated here because refunds and disputes refer to the payment, not to the session.
    payment_intent_data: { metadata },
    ...(email !== null && { customer_email: email }),
    line_items: lines.map(({ name, gross }) => ({
      quantity: 1,
      price_data: { currency: currency.toLowerCase(), unit_amount: toStripe(gross, currency), product_data: { name } },
    })),
    expires_at: Math.floor(expiresAt.getTime() / 1000),
    success_url: paidUrl,
    cancel_url: canceledUrl,
  };
};

const lost = (sessionId: string): PaymentState => ({
  status: "expired",
  sessionId,
  paymentId: null,
  amount: 0,
  currency: "",
  cardCountry: null,
});

// Network failures, rate limits and server errors may be temporary. Other errors are permanent.
const isPassing = ({ statusCode = 0 }: { statusCode?: number }) =>
  statusCode === 0 || statusCode === 409 || statusCode === 429 || statusCode >= 500;

async function loadClient({ secretKey, apiBase, timeoutMs = 20_000 }: StripeSettings) {
  const { default: sdk } = await import("stripe");
  const base = apiBase === undefined ? null : new URL(apiBase);
  const client = new sdk(secretKey, {
    apiVersion,
    maxNetworkRetries: maxRetries,
    timeout: timeoutMs,
    telemetry: false,
    ...(base && {
      host: base.hostname,
      port: base.port || (base.protocol === "https:" ? 443 : 80),
      protocol: base.protocol === "https:" ? "https" : "http",
    }),
  });
  return { client, sdk };
}
