import pino from "pino";
import Stripe from "stripe";
import { createStripe } from "#bridge/outbound/stripe.ts";

/** How the server fails one request before it works again. */
export type StripeFault = 400 | 429 | 503 | "hang" | "reset";

type Session = Record<string, any>;

interface StripeRequest {
  method: string;
  path: string;
  form: Record<string, string>;
  headers: Record<string, string>;
}

export type StripeServer = ReturnType<typeof startStripeServer>;

export interface SignedEvent {
  body: string;
  headers: Record<string, string>;
}

/** Starts a loopback server in the format of Stripe's API, limited to Checkout and refunds. */
export function startStripeServer() {
  const secretKey = "sk_test_slipway";
  const webhookSecret = "whsec_slipway";
  const requests: StripeRequest[] = [];
  const sessions = new Map<string, Session>();
  const answers = new Map<string, { form: string; body: object }>();
  let faults: StripeFault[] = [];
  let made = 0;

  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    idleTimeout: 60,
    async fetch(request) {
      const { pathname } = new URL(request.url);
      const text = await request.text();
      const form = Object.fromEntries(new URLSearchParams(text));
      requests.push({ method: request.method, path: pathname, form, headers: Object.fromEntries(request.headers) });
      if (request.headers.get("authorization") !== `Bearer ${secretKey}`)
        return fault(401, "invalid_request_error", "Invalid API Key provided");
      const next = faults.shift();
      if (next === "hang") return new Promise<Response>(() => {});
      if (next === "reset") return new Response(new ReadableStream({ start: (one) => one.error(new Error("reset")) }));
      if (next === 400) return fault(400, "invalid_request_error", "Amount too small", "amount_too_small");
      if (next === 429) return fault(429, "rate_limit_error", "Too many requests", "rate_limit");
      if (next === 503) return fault(503, "api_error", "Service unavailable");
      const key = request.headers.get("idempotency-key");
      const known = key === null ? undefined : answers.get(key);
      if (known && known.form !== text)
        return fault(
          400,
          "idempotency_error",
          "Keys for idempotent requests can only be used with the same parameters",
        );
      if (known) return Response.json(known.body, { headers: { "idempotent-replayed": "true" } });
      const answer = answerTo(request.method, pathname, form);
      if (answer instanceof Response) return answer;
      // Stripe repeats its first response, not the current state.
      if (key !== null) answers.set(key, { form: text, body: structuredClone(answer) });
      return Response.json(answer);
    },
  });

  function answerTo(method: string, path: string, form: Record<string, string>): object | Response {
    const [, id, act] = /^\/v1\/checkout\/sessions(?:\/([\w-]+))?(?:\/(expire))?$/.exec(path) ?? [];
    if (method === "POST" && path === "/v1/checkout/sessions") return open(form);
    if (method === "POST" && path === "/v1/refunds" && stripe.refuseRefunds)
      return fault(400, "invalid_request_error", "The charge cannot be refunded", "charge_not_refundable");
    if (method === "POST" && path === "/v1/refunds")
      return { id: "re_1", object: "refund", status: "succeeded", payment_intent: form.payment_intent };
    const session = id === undefined ? undefined : sessions.get(id);
    if (!session) return fault(404, "invalid_request_error", "No such checkout.session", "resource_missing");
    if (act !== "expire") return session;
    if (session.status !== "open") return fault(400, "invalid_request_error", "Only open sessions can be expired");
    return Object.assign(session, { status: "expired", url: null });
  }

  function open(form: Record<string, string>): Session {
    const id = `cs_test_${++made}`;
    const lines = Object.entries(form).filter(([name]) => name.endsWith("[price_data][unit_amount]"));
    const session = {
      id,
      object: "checkout.session",
      mode: form.mode,
      status: "open",
      payment_status: "unpaid",
      client_reference_id: form.client_reference_id,
      metadata: { order_number: form["metadata[order_number]"] },
      amount_total: lines.reduce((sum, [, amount]) => sum + Number(amount), 0),
      currency: form["line_items[0][price_data][currency]"],
      payment_intent: null,
      customer_details: null,
      expires_at: Number(form.expires_at),
      url: `${url}/pay/${id}`,
    };
    sessions.set(id, session);
    return session;
  }

  const url = `http://127.0.0.1:${server.port}`;
  const { webhooks } = new Stripe(secretKey);
  let events = 0;
  const stripe = {
    url,
    secretKey,
    webhookSecret,
    requests,
    sessions,
    /** Whether it permanently refuses refunds. */
    refuseRefunds: false,
    /** The payments of a server under test, made through this one. */
    payments: (timeoutMs?: number) =>
      createStripe({ secretKey, webhookSecret, apiBase: url, log: pino({ level: "silent" }), timeoutMs }),
    sessionOf: ({ number }: { number: string }): Session =>
      [...sessions.values()].find((one) => one.client_reference_id === number)!,
    /** Sets the failures of the next requests, one each. */
    fail(...next: StripeFault[]): void {
      faults = next;
    },
    /** Simulates a payment. */
    pay(id: string, changes: Session = {}): Session {
      const payment = { payment_intent: `pi_${id}`, customer_details: { address: { country: "FR" } } };
      return Object.assign(sessions.get(id)!, {
        status: "complete",
        payment_status: "paid",
        url: null,
        ...payment,
        ...changes,
      });
    },
    /** Returns an event with its signature, as Stripe sends it. */
    async event(
      type: string,
      object: object,
      { id = `evt_${++events}`, at = new Date(), secret = webhookSecret } = {},
    ): Promise<SignedEvent> {
      const timestamp = Math.floor(at.getTime() / 1000);
      const head = { id, object: "event", type, api_version: "2026-10-28.endive", created: timestamp };
      const payload = JSON.stringify({ ...head, data: { object } });
      const signature = await webhooks.generateTestHeaderStringAsync({ payload, secret, timestamp });
      return { body: payload, headers: { "stripe-signature": signature, "content-type": "application/json" } };
    },
    stop: () => server.stop(true),
  };
  return stripe;
}

const fault = (status: number, type: string, message: string, code?: string): Response =>
  Response.json(
    { error: { type, message, ...(code && { code }) } },
    {
      status,
      headers: { "request-id": "req_slipway", "stripe-should-retry": String(status === 429 || status >= 500) },
    },
  );
