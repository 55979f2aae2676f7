import { accountById } from "#db/queries/accounts/accounts.ts";
import type { MailContent } from "#db/queries/common/mail.ts";
import type { Order } from "#db/queries/orders/orders.ts";
import type { OrderChange } from "./shared/order-change.ts";
import { bookedWords } from "./shared/order-record.ts";
import { priceText } from "./shared/price-text.ts";

type Message = Pick<MailContent, "subject" | "paragraphs">;
type Notified = Omit<OrderChange, "record">;

const orderPath = ({ number }: Order) => `/account/orders/${number}`;

export async function notifyBuyer({ tx, context, order }: Notified, message: Message): Promise<void> {
  if (order.isTest || order.accountId === null) return;
  const account = await accountById(tx, order.accountId);
  if (!account) return;
  const action = { label: "View order", url: context.urls.base + orderPath(order) };
  await context.mail(tx, account.email, { ...message, greeting: account.name, action });
}

export async function notifyTeam({ tx, context, order }: Notified, message: Message): Promise<void> {
  const { mail, teamEmail, log } = context;
  if (order.isTest) return;
  log.warn({ order: order.number }, message.subject);
  if (teamEmail === null) return;
  await mail(tx, teamEmail, { ...message, greeting: "" });
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
    `Thank you. We have received ${total(order)} for order ${order.number}: ${purchased(order)}.`,
    `${bookedWords(order, now)} View invoice ${invoiceNumber}: ${base}${orderPath(order)}/invoice`,
  ],
});

export const cannotFulfil = (order: Order, why: string): Message => ({
  subject: `Refund of order ${order.number}`,
  paragraphs: [
    `We have received ${total(order)} for order ${order.number}, but we can no longer deliver what you ordered. ${why}`,
    "We refund the full amount to your payment method. Banks take some days for it.",
  ],
});

export const cannotFulfilForTeam = (order: Order, why: string): Message => ({
  subject: `Order ${order.number} was paid and cannot be fulfilled`,
  paragraphs: [`${purchased(order)}. ${why}`, `We automatically refund ${total(order)}.`],
});

export const wrongAmount = (order: Order, paid: string): Message => ({
  subject: `Wrong payment amount for order ${order.number}`,
  paragraphs: [
    `The provider reports a payment of ${paid}, but the total is ${total(order)}. The order was not fulfilled.`,
    "Check the payment, then refund it at the provider.",
  ],
});

export const refunded = (order: Order, why: string, base: string): Messages => ({
  subject: `Order ${order.number} was refunded`,
  buyer: [
    `${why} We refund ${total(order)}. The products of this order have ended.`,
    `View credit note: ${base}${orderPath(order)}/invoice`,
  ],
  team: [`${why} ${purchased(order)}: taken back.`],
});

export const partlyRefunded = (
  order: Order,
  { part, all }: { part: string; all: string },
  creditNote: string,
  base: string,
): Messages => ({
  subject: `Partial refund of order ${order.number}`,
  buyer: [
    `We refund ${part} to your payment method. Your order stays valid.`,
    `View credit note ${creditNote}: ${base}${orderPath(order)}/invoice`,
  ],
  team: [`${all} was refunded so far. Credit note ${creditNote} was issued. The order stays valid.`],
});

export const refundFailed = (order: Order, why: string, isFinal: boolean): Message => ({
  subject: `The refund of order ${order.number} is not possible`,
  paragraphs: [
    isFinal
      ? `The payment provider permanently refused the refund. ${why}`
      : `Slipway tried the refund many times and gave up. ${why}`,
    `We still owe the buyer ${total(order)}. ${isFinal ? `Send the money another way and record it with "admin order refund ${order.number} --sent".` : "Refund it at the provider, or retry the job on the Jobs page."}`,
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
    `We sent ${amount} back, but your bank or card did not accept the money.`,
    "We still owe you this amount. Our team will contact you about another way to pay it.",
  ],
  team: [
    `The provider returned ${amount} to your balance with the reason "${reason}". The buyer has not received the money.`,
    `${document === undefined ? "" : `Invoice ${document} replaces what was credited. `}Ask the buyer for another way to pay. After a whole refund, "admin order refund ${order.number} --sent" records your payment, and without "--sent" the provider tries again.`,
  ],
});

export const disputed = (order: Order, reason: string): Message => ({
  subject: `The payment of order ${order.number} is disputed`,
  paragraphs: [
    `The buyer's bank gives the reason "${reason}". ${purchased(order)}; ${total(order)}.`,
    "Respond at the provider before the deadline. The order stays fulfilled unless the dispute is lost.",
  ],
});

export const disputeWon = (order: Order): Message => ({
  subject: `Dispute about order ${order.number} won`,
  paragraphs: ["The payment and the order stay valid."],
});

export const withdrawn = (order: Order, now: Date, isRefunded: boolean): Message => ({
  subject: `Your withdrawal from order ${order.number}`,
  paragraphs: [
    `We received your withdrawal from order ${order.number} (${purchased(order)}) on ${now.toISOString()}.`,
    isRefunded
      ? `Nothing of the order has begun, so we refund the full amount of ${total(order)} to your payment method.`
      : "At your request, a part of the order was already performed. Our team calculates the refund and will contact you within 14 days.",
  ],
});

export const withdrawnForTeam = (order: Order, isRefunded: boolean): Message => ({
  subject: `Withdrawal from order ${order.number}`,
  paragraphs: [
    isRefunded
      ? `${purchased(order)}: nothing has begun. We automatically refund ${total(order)}.`
      : `${purchased(order)}: a part was already performed. Calculate what the buyer owes, refund the rest at the provider, and contact the buyer within 14 days.`,
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
    `Your VAT ID ${order.billing?.vatId} is now confirmed, so reverse charge applies. We refund ${vat} of VAT to your payment method, and you account for the VAT yourself.`,
    `Credit note ${creditNote} cancels the old invoice, and invoice ${invoice} replaces it: ${base}${orderPath(order)}/invoice`,
  ],
  team: [`The VAT ID was confirmed after the payment. We refund ${vat} and issued ${creditNote} and ${invoice}.`],
});
