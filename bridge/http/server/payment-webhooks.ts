import type { Elysia } from "elysia";
import { type SiteRow, siteById } from "#db/queries/sites/sites.ts";
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

const maxBytes = 256 * 1024;
const stripe: ServiceActor = { kind: "webhook", via: "webhook:stripe" };

/**
 * Where Stripe tells what became of payments. The signature is over the bytes as they came, so nothing is read of them
 * before. An answer that is not 2xx makes Stripe send the event again, for three days.
 */
export function mountPaymentWebhooks(app: Elysia, runtime: Runtime): void {
  mountPath(app, "/webhooks/stripe", { POST: { operation: "stripe_webhook", handle } }, runtime);

  async function handle({ request, requestId }: Exchange): Promise<Response> {
    const { payments } = runtime.shop;
    if (payments?.provider !== "stripe") throw new Problem("not_found", "Nothing is expected from Stripe here.");
    const body = await readRequestBody(request, maxBytes);
    const news = await payments.read(body, request.headers.get("stripe-signature") ?? "", runtime.now());
    if (news === null)
      throw new Problem("bad_request", "The Stripe-Signature does not fit the body: check STRIPE_WEBHOOK_SECRET.");
    const site = await siteOf(news);
    const context = requestContext(request, requestId, runtime, { site, urls: siteUrls(runtime, site) }, stripe);
    const policy = { ...runtime.policy, limiter: null };
    const { output } = await callTool(receivePaymentNews, context, () => ({ provider: "stripe", news }), policy);
    runtime.log.info({ request_id: requestId, event: news.id, type: news.type, ...output }, "payment news");
    return Response.json(output);
  }

  /** The site of the order that news are about, in whose name its mails go out. */
  async function siteOf(news: PaymentEvent): Promise<SiteRow> {
    const order = await orderOf(runtime.store.read, news);
    return (order && (await siteById(runtime.store.read, order.siteId))) ?? noSite;
  }
}
