// Stripe keeps two decimals for these, which have none, and takes whole units only (docs.stripe.com/currencies, "Special cases").
const inHundredths = new Set(["ISK", "UGX"]);

const factorOf = (currency: string | null) => (inHundredths.has(currency?.toUpperCase() ?? "") ? 100 : 1);

/** An amount in minor units of ISO 4217 as Stripe counts it. */
export const toStripe = (amount: number, currency: string): number => amount * factorOf(currency);

/** An amount of Stripe's in minor units of ISO 4217. */
export const fromStripe = (amount: number, currency: string | null): number => amount / factorOf(currency);
