// These currencies have no minor units, but Stripe writes their amounts with two decimals and accepts only whole units
// (docs.stripe.com/currencies, "Special cases").
const inHundredths = new Set(["ISK", "UGX"]);

const factorOf = (currency: string | null) => (inHundredths.has(currency?.toUpperCase() ?? "") ? 100 : 1);

export const toStripe = (amount: number, currency: string): number => amount * factorOf(currency);

export const fromStripe = (amount: number, currency: string | null): number => amount / factorOf(currency);
