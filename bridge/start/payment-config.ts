import type { Logger } from "pino";
import { createStripe } from "../outbound/stripe.ts";
import type { PaymentConfig } from "./call-context.ts";
import type { Config } from "./config.ts";

export function paymentConfigOf(config: Config, log: Logger): PaymentConfig {
  const { STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET, STRIPE_API_BASE, ORDER_CEILING_PER_DAY, isProduction } = config;
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
    simulatesPayments: !isProduction,
    dailyOrderLimit: ORDER_CEILING_PER_DAY ?? null,
  };
}
