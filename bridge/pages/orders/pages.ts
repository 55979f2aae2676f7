export { billingPage } from "./billing.ts";
export { checkoutPage } from "./checkout.ts";
export { invoicePage } from "./invoice.ts";
export { launchPage } from "./launch.ts";
export { orderPage, ordersPage } from "./orders.ts";
export { pricingPage } from "./pricing.ts";
export { quotePage } from "./quote.ts";
export { structuredInvoicePage } from "./structured.ts";
export { withdrawPage } from "./withdraw.ts";
