import type { Logger } from "pino";
import type { Shop } from "./call-context.ts";
import type { Config } from "./config.ts";
import { createStripe } from "./outbound/stripe.ts";

/** Who takes the money of orders, as the environment says. */
export function shopOf(config: Config, log: Logger): Shop {
  const { STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET, STRIPE_API_BASE, isProduction } = config;
  return {
    payments:
      STRIPE_SECRET_KEY && STRIPE_WEBHOOK_SECRET
        ? createStripe({
            secretKey: STRIPE_SECRET_KEY,
            webhookSecret: STRIPE_WEBHOOK_SECRET,
            apiBase: STRIPE_API_BASE,
            log,
          })
        : null,
    playsPayments: !isProduction,
  };
}
