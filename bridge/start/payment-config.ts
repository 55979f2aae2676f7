import type { Logger } from "pino";
import { createStripe } from "../outbound/stripe.ts";
import type { PaymentConfig } from "./call-context.ts";
import type { Config } from "./config.ts";

export function paymentConfigOf(config: Config, log: Logger): PaymentConfig {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret, STRIPE_API_BASE: apiBase } = config;
  return {
    payments: secretKey && webhookSecret ? createStripe({ secretKey, webhookSecret, apiBase, log }) : null,
    simulatesPayments: !config.isProduction,
    dailyOrderLimit: config.ORDER_CEILING_PER_DAY ?? null,
  };
}
