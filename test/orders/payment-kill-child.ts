import pino from "pino";
import { createStripe } from "#bridge/outbound/stripe.ts";
import { openStore } from "#db/store/file-store.ts";
import { startTestServer } from "../support/server/harness.ts";

/** Serves a database that receives Stripe's events, until it is killed while processing one. */
const { DATABASE, STRIPE_URL, SECRET_KEY, WEBHOOK_SECRET } = process.env;
const payments = createStripe({
  secretKey: SECRET_KEY!,
  webhookSecret: WEBHOOK_SECRET!,
  apiBase: STRIPE_URL,
  log: pino({ level: "silent" }),
});
const { url } = await startTestServer({ store: openStore(DATABASE!), shop: { payments } });
console.log(url);
