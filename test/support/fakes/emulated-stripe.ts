import { createEmulator } from "emulate";
import pino from "pino";
import Stripe from "stripe";
import { createStripe } from "#bridge/outbound/stripe.ts";
import { testNow } from "../server/harness.ts";

const secretKey = "sk_test_emulated";
const webhookSecret = "whsec_emulated";

/**
 * The Stripe emulator of the package `emulate` behind a proxy that adds what it lacks: an inline `price_data` becomes a
 * Product and a Price; a session gets the sum of its lines and its `client_reference_id`; an event gets an id and a
 * time, and is signed again at the time of the tests after the emulator's signature was checked. Everything else passes
 * unchanged.
 */
export async function startEmulatedStripe() {
  /** Fields that the emulator leaves out of each session. */
  const missing = new Map<string, object>();
  const proxy = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: answer });
  const url = `http://127.0.0.1:${proxy.port}`;
  const webhooks = [{ url: `${url}/deliver`, events: ["*"], secret: webhookSecret }];
  const emulator = await createEmulator({ service: "stripe", port: 0, seed: { stripe: { webhooks } } });
  const { hostname: host, port } = new URL(emulator.url);
  const client = new Stripe(secretKey, { host, port, protocol: "http", telemetry: false });
  const payments = createStripe({ secretKey, webhookSecret, apiBase: url, log: pino({ level: "silent" }) });
  const emulated = {
    payments,
    /** URL that receives the signed events. */
    deliverTo: "",
    /** Types of the events that the emulator signed correctly. */
    heard: [] as string[],
    async stop(): Promise<void> {
      await emulator.close();
      await proxy.stop(true);
    },
  };
  return emulated;

  async function answer(request: Request): Promise<Response> {
    const { pathname, search } = new URL(request.url);
    const body = request.method === "POST" ? await request.text() : null;
    if (pathname === "/deliver") return deliver(body!, request.headers.get("stripe-signature") ?? "");
    const isOpening = request.method === "POST" && pathname === "/v1/checkout/sessions";
    const { form, known } = isOpening ? await priced(new URLSearchParams(body!)) : { form: body, known: {} };
    const headers = new Headers(request.headers);
    headers.delete("host");
    headers.delete("content-length");
    const target = emulator.url + pathname + search;
    const found = await fetch(target, { method: request.method, headers, body: form, redirect: "manual" });
    if (!found.ok || !pathname.startsWith("/v1/checkout/sessions")) return found;
    const session = (await found.json()) as Stripe.Checkout.Session;
    if (isOpening) missing.set(session.id, known);
    return Response.json(whole(session));
  }

  /** Returns the session form with a Price for each inline one, and the fields to add to the response. */
  async function priced(given: URLSearchParams) {
    const form = new URLSearchParams();
    for (const [name, value] of given) if (!name.includes("[price_data]")) form.set(name, value);
    let total = 0;
    let currency = "";
    for (let line = 0; given.has(`line_items[${line}][quantity]`); line++) {
      const of = (name: string) => given.get(`line_items[${line}][price_data]${name}`)!;
      const product = await client.products.create({ name: of("[product_data][name]") });
      const amount = Number(of("[unit_amount]"));
      currency = of("[currency]");
      const price = await client.prices.create({ product: product.id, currency, unit_amount: amount });
      form.set(`line_items[${line}][price]`, price.id);
      total += amount * Number(given.get(`line_items[${line}][quantity]`));
    }
    const known = { amount_total: total, currency, client_reference_id: given.get("client_reference_id") };
    return { form, known };
  }

  function whole(session: Stripe.Checkout.Session) {
    const address = session.url && url + new URL(session.url).pathname;
    return { ...session, payment_intent: null, customer_details: null, ...missing.get(session.id), url: address };
  }

  async function deliver(body: string, signature: string): Promise<Response> {
    const event = await client.webhooks.constructEventAsync(body, signature, webhookSecret);
    const id = `evt_${emulated.heard.length + 1}`;
    emulated.heard.push(event.type);
    const timestamp = Math.floor(testNow.getTime() / 1000);
    const data = { object: whole(event.data.object as never) };
    const payload = JSON.stringify({ ...event, id, created: timestamp, data });
    const header = await client.webhooks.generateTestHeaderStringAsync({ payload, secret: webhookSecret, timestamp });
    return fetch(emulated.deliverTo, { method: "POST", body: payload, headers: { "stripe-signature": header } });
  }
}
