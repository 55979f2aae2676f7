import type { Elysia } from "elysia";
import { type SiteRow, siteById } from "#db/queries/sites/sites.ts";
import { count } from "#db/values/counters.ts";
import { callTool } from "#tools/core/calls/call.ts";
import { Problem } from "#tools/core/errors/errors.ts";
import type { ServiceActor } from "#tools/core/operations/actor.ts";
import type { PaymentEvent } from "#tools/core/ports/payments.ts";
import receivePaymentNews, { orderOf } from "#tools/orders/payments/receive-payment-news.ts";
import { noSite } from "../../start/call-context.ts";
import { readRequestBody } from "./read-request-body.ts";
import type { Exchange } from "./respond.ts";
import { mountPath } from "./routes.ts";
import { type Runtime, requestContext, siteUrls } from "./runtime.ts";

const countEvent = (about: string, result: string, by = 1) =>
  count(`slipway_payment_webhooks_total{about="${about}",result="${result}"}`, by);
// Prometheus sees the first failure only as an increase from 0.
for (const result of ["refused", "failed"]) countEvent("unknown", result, 0);

const maxBytes = 256 * 1024;
const stripe: ServiceActor = { kind: "webhook", via: "webhook:stripe" };

/**
 * Receives payment events from Stripe. The signature covers the raw bytes, so the body is verified before it is parsed.
 * If the response is not 2xx, Stripe sends the event again for up to three days.
 */
export function mountPaymentWebhooks(app: Elysia, runtime: Runtime): void {
  mountPath(app, "/webhooks/stripe", { POST: { operation: "stripe_webhook", handle } }, runtime);

  async function handle({ request, requestId }: Exchange): Promise<Response> {
    const { payments } = runtime.shop;
    if (payments?.provider !== "stripe") throw new Problem("not_found", "This server does not receive Stripe events.");
    const body = await readRequestBody(request, maxBytes);
    const event = await payments.read(body, request.headers.get("stripe-signature") ?? "", runtime.now());
    if (event === null) {
      countEvent("unknown", "refused");
      throw new Problem(
        "bad_request",
        "The Stripe-Signature header does not match the body. Check STRIPE_WEBHOOK_SECRET.",
      );
    }
    const site = await siteOf(event);
    const context = requestContext(request, requestId, runtime, { site, urls: siteUrls(runtime, site) }, stripe);
    const policy = { ...runtime.policy, limiter: null };
    const input = () => ({ provider: "stripe" as const, news: event });
    const { output } = await callTool(receivePaymentNews, context, input, policy).catch((error: unknown) => {
      countEvent("unknown", "failed");
      throw error;
    });
    countEvent(event.about === "session" ? event.state.status : event.about, output.outcome);
    runtime.log.info({ request_id: requestId, event: event.id, type: event.type, ...output }, "payment event received");
    return Response.json(output);
  }

  async function siteOf(event: PaymentEvent): Promise<SiteRow> {
    const order = await orderOf(runtime.store.read, event);
    return (order && (await siteById(runtime.store.read, order.siteId))) ?? noSite;
  }
}
