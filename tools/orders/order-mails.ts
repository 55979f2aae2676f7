import { accountById } from "#db/queries/accounts/accounts.ts";
import type { MailContent } from "#db/queries/common/mail.ts";
import type { Order } from "#db/queries/orders/orders.ts";
import { teamReason } from "../core/text/mail-reasons.ts";
import { timeWords } from "../core/text/text.ts";
import type { OrderChange } from "./shared/order-change.ts";
import { bookedWords } from "./shared/order-record.ts";
import { priceText } from "./shared/price-text.ts";

type Message = Pick<MailContent, "subject" | "paragraphs" | "items">;
type Notified = Omit<OrderChange, "record">;

const orderPath = ({ number }: Order) => `/account/orders/${number}`;

export async function notifyBuyer({ tx, context, order }: Notified, message: Message): Promise<void> {
  if (order.isTest || order.accountId === null) return;
  const account = await accountById(tx, order.accountId);
  if (!account) return;
  const action = { label: "View order", url: context.urls.base + orderPath(order) };
  const reason = `You receive this email because you placed order ${order.number}.`;
  await context.mail(tx, account.email, { ...message, greeting: account.name, action, reason });
}

export async function notifyTeam({ tx, context, order }: Notified, message: Message): Promise<void> {
  const { mail, teamEmail, log, site } = context;
  if (order.isTest) return;
  log.warn({ order: order.number }, message.subject);
  if (teamEmail === null) return;
  await mail(tx, teamEmail, { ...message, greeting: "", reason: teamReason(site) });
}

interface Messages extends Pick<Message, "subject"> {
  buyer: string[];
  team: string[];
}

export async function notifyBoth(notified: Notified, { subject, buyer, team }: Messages): Promise<void> {
  await notifyBuyer(notified, { subject, paragraphs: buyer });
  await notifyTeam(notified, { subject, paragraphs: team });
}

const total = (order: Order) => priceText(order.gross ?? order.net, order.currency);
const purchased = (order: Order) => order.lines.map(({ name }) => name).join("; ");

export const receipt = (order: Order, invoiceNumber: string, base: string, now: Date): Message => ({
  subject: `Receipt for order ${order.number}`,
  paragraphs: [
    `Thank you. We have received ${total(order)} for order ${order.number}.`,
    `${bookedWords(order, now)} View invoice ${invoiceNumber}: ${base}${orderPath(order)}/invoice`,
  ],
  items: order.lines.map(({ name, listingId }) => ({
    title: name,
    url: `${base}/account/listings/${listingId}`,
    paragraphs: [],
  })),
});

export const cannotFulfil = (order: Order, why: string): Message => ({
  subject: `Refund of order ${order.number}`,
  paragraphs: [
    `We have received ${total(order)} for order ${order.number}, but we can no longer deliver what you ordered. ${why}`,
    "We are refunding the full amount to your payment method. This can take your bank a few days.",
  ],
});

export const cannotFulfilForTeam = (order: Order, why: string): Message => ({
  subject: `Order ${order.number} was paid but cannot be fulfilled`,
  paragraphs: [`Products: ${purchased(order)}. ${why}`, `${total(order)} will be refunded automatically.`],
});

export const wrongAmount = (order: Order, paid: string): Message => ({
  subject: `Wrong payment amount for order ${order.number}`,
  paragraphs: [
    `The provider reports a payment of ${paid}, but the total is ${total(order)}. The order was not fulfilled.`,
    "Check the payment, then refund it on the provider's website.",
  ],
});

export const refunded = (order: Order, why: string, base: string): Messages => ({
  subject: `Order ${order.number} was refunded`,
  buyer: [
    `${why} The amount is ${total(order)}. The products in this order are no longer active.`,
    `View credit note: ${base}${orderPath(order)}/invoice`,
  ],
  team: [`${why} No longer active: ${purchased(order)}.`],
});

export const partlyRefunded = (
  order: Order,
  { part, all }: { part: string; all: string },
  creditNote: string,
  base: string,
): Messages => ({
  subject: `Partial refund of order ${order.number}`,
  buyer: [
    `We are refunding ${part} to your payment method. Your order remains valid.`,
    `View credit note ${creditNote}: ${base}${orderPath(order)}/invoice`,
  ],
  team: [`${all} has been refunded so far. Credit note ${creditNote} was issued. The order remains valid.`],
});

export const refundFailed = (order: Order, why: string, isFinal: boolean): Message => ({
  subject: `Order ${order.number} cannot be refunded`,
  paragraphs: [
    isFinal
      ? `The payment provider permanently refused the refund. ${why}`
      : `Slipway tried the refund several times and then stopped. ${why}`,
    `We still owe the buyer ${total(order)}. ${isFinal ? `Send the money another way and record it with "admin order refund ${order.number} --sent".` : "Refund it on the provider's website, or retry the job on the Jobs page."}`,
  ],
});

export const refundReturned = (
  order: Order,
  amount: string,
  reason: string,
  document: string | undefined,
): Messages => ({
  subject: `The refund of order ${order.number} failed`,
  buyer: [
    `We sent you a refund of ${amount}, but your bank or card provider did not accept it.`,
    "We still owe you this amount. Our team will contact you to arrange another way to pay you.",
  ],
  team: [
    `The provider returned ${amount} to your balance with the reason "${reason}". The buyer has not received the money.`,
    `${document === undefined ? "" : `Invoice ${document} restores the credited amount. `}Ask the buyer how else to send the money. For a full refund, run "admin order refund ${order.number} --sent" after you have paid the buyer. Without "--sent", the command asks the provider to try again.`,
  ],
});

export const disputed = (order: Order, reason: string): Message => ({
  subject: `The payment for order ${order.number} is disputed`,
  paragraphs: [
    `The buyer's bank gave the reason "${reason}". Products: ${purchased(order)}. Total: ${total(order)}.`,
    "Respond on the provider's website before the deadline. The order stays fulfilled unless the dispute is lost.",
  ],
});

export const disputeWon = (order: Order): Message => ({
  subject: `The dispute over order ${order.number} was won`,
  paragraphs: ["The payment and the order remain valid."],
});

export const withdrawn = (order: Order, now: Date, isRefunded: boolean): Message => ({
  subject: `Your withdrawal from order ${order.number}`,
  paragraphs: [
    `We received your withdrawal from order ${order.number} (${purchased(order)}) on ${timeWords(now)}.`,
    isRefunded
      ? `We had not started work on the order, so we are refunding the full amount of ${total(order)} to your payment method.`
      : "At your request, we have already carried out part of the order. Our team will calculate the refund and contact you within 14 days.",
  ],
});

export const withdrawnForTeam = (order: Order, isRefunded: boolean): Message => ({
  subject: `Withdrawal from order ${order.number}`,
  paragraphs: [
    isRefunded
      ? `${purchased(order)}: work on the order had not started. ${total(order)} will be refunded automatically.`
      : `${purchased(order)}: part of the order has already been carried out. Calculate what the buyer owes, refund the rest on the provider's website, and contact the buyer within 14 days.`,
  ],
});

interface Corrected {
  creditNote: string;
  invoice: string;
}

export const vatCorrected = (
  order: Order,
  vat: string,
  { creditNote, invoice }: Corrected,
  base: string,
): Messages => ({
  subject: `VAT refund for order ${order.number}`,
  buyer: [
    `Your VAT ID ${order.billing?.vatId} is now confirmed, so reverse charge applies. We are refunding ${vat} of VAT to your payment method, and you account for the VAT yourself.`,
    `Credit note ${creditNote} cancels the old invoice, and invoice ${invoice} replaces it: ${base}${orderPath(order)}/invoice`,
  ],
  team: [
    `The VAT ID was confirmed after the payment. We are refunding ${vat} and have issued credit note ${creditNote} and invoice ${invoice}.`,
  ],
});
