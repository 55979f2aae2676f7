import { accountById } from "#db/queries/accounts/accounts.ts";
import type { MailContent } from "#db/queries/common/mail.ts";
import type { Order } from "#db/queries/orders/orders.ts";
import type { Tx } from "#db/store/store.ts";
import type { CallContext } from "../core/operations/context.ts";
import { bookedWords } from "./shared/order-record.ts";
import { priceText } from "./shared/price-text.ts";

type Message = Pick<MailContent, "subject" | "paragraphs" | "closing">;

const orderPath = ({ number }: Order) => `/account/orders/${number}`;

/** Writes to who ordered; nobody is written to about a sandbox. */
export async function notifyBuyer(
  tx: Tx,
  { mail, urls }: Pick<CallContext, "mail" | "urls">,
  order: Order,
  message: Message,
): Promise<void> {
  if (order.isTest || order.accountId === null) return;
  const account = await accountById(tx, order.accountId);
  if (!account) return;
  const action = { label: "See the order", url: urls.base + orderPath(order) };
  await mail(tx, account.email, { ...message, greeting: account.name, action });
}

/** Emails the team of the site (`TEAM_EMAIL`); in the log alone where it has no address. */
export async function notifyTeam(
  tx: Tx,
  { mail, teamEmail, log }: Pick<CallContext, "mail" | "teamEmail" | "log">,
  order: Order,
  message: Message,
): Promise<void> {
  if (order.isTest) return;
  log.warn({ order: order.number }, message.subject);
  if (teamEmail === null) return;
  await mail(tx, teamEmail, { ...message, greeting: "" });
}

const total = (order: Order) => priceText(order.gross ?? order.net, order.currency);
const purchased = (order: Order) => order.lines.map(({ name }) => name).join("; ");

export const receipt = (order: Order, invoiceNumber: string, base: string, now: Date): Message => ({
  subject: `Receipt for order ${order.number}`,
  paragraphs: [
    `Thank you. We have received ${total(order)} for order ${order.number}: ${purchased(order)}.`,
    `${bookedWords(order, now)} Invoice ${invoiceNumber} is at ${base}${orderPath(order)}/invoice.`,
  ],
});

export const cannotGive = (order: Order, why: string): Message => ({
  subject: `Order ${order.number} is refunded`,
  paragraphs: [
    `We have received ${total(order)} for order ${order.number}, but what you ordered cannot be given any more. ${why}`,
    "All of the money goes back the way it came; banks take some days for it.",
  ],
});

export const cannotGiveForTeam = (order: Order, why: string): Message => ({
  subject: `Order ${order.number} was paid and cannot be fulfilled`,
  paragraphs: [`${purchased(order)}. ${why}`, `${total(order)} are sent back by themselves.`],
});

export const wrongAmount = (order: Order, paid: string): Message => ({
  subject: `The payment of order ${order.number} differs from it`,
  paragraphs: [
    `The provider says that ${paid} were paid; the order comes to ${total(order)}. Nothing was fulfilled.`,
    "Look at the payment, then refund it at the provider.",
  ],
});

export const refunded = (order: Order, why: string, base: string): Message => ({
  subject: `Order ${order.number} was refunded`,
  paragraphs: [
    `${why} You get back ${total(order)}, and what the order gave has ended.`,
    `The credit note is at ${base}${orderPath(order)}/invoice.`,
  ],
});

export const refundedForTeam = (order: Order, why: string): Message => ({
  subject: `Order ${order.number} was refunded`,
  paragraphs: [`${why} ${purchased(order)}: taken back.`],
});

export const partlyRefunded = (order: Order, amount: string, creditNote: string, base: string): Message => ({
  subject: `A part of order ${order.number} was refunded`,
  paragraphs: [
    `${amount} go back the way they came. What you ordered stays as it is.`,
    `Credit note ${creditNote} is at ${base}${orderPath(order)}/invoice.`,
  ],
});

export const partlyRefundedForTeam = (order: Order, all: string, creditNote: string): Message => ({
  subject: `A part of order ${order.number} was refunded`,
  paragraphs: [`${all} went back so far. Credit note ${creditNote} is written; the order stays as it is.`],
});

export const refundFailed = (order: Order, why: string, isFinal: boolean): Message => ({
  subject: `The refund of order ${order.number} does not go through`,
  paragraphs: [
    isFinal
      ? `The payment provider refused the refund for good. ${why}`
      : `Slipway tried the refund many times and gave up. ${why}`,
    `We still owe the buyer ${total(order)}. ${isFinal ? `Send the money another way and record it with "admin order refund ${order.number} --sent".` : "Refund it at the provider, or run the job again on the page of jobs."}`,
  ],
});

export const refundReturned = (order: Order, amount: string): Message => ({
  subject: `The refund of order ${order.number} failed`,
  paragraphs: [
    `We sent ${amount} back, but your bank or card did not accept the money.`,
    "We still owe you this amount. Our team contacts you about another way to pay it.",
  ],
});

export const refundReturnedForTeam = (
  order: Order,
  amount: string,
  reason: string,
  document: string | null,
): Message => ({
  subject: `The refund of order ${order.number} failed`,
  paragraphs: [
    `The provider returned ${amount} to your balance with the reason "${reason}". The buyer has not received the money.`,
    `${document === null ? "" : `Invoice ${document} replaces what was credited. `}Ask the buyer for another way to pay. After a whole refund, "admin order refund ${order.number} --sent" records your payment, and without "--sent" the provider tries again.`,
  ],
});

export const disputed = (order: Order, reason: string): Message => ({
  subject: `The payment of order ${order.number} is disputed`,
  paragraphs: [
    `The buyer's bank gives the reason "${reason}". ${purchased(order)}; ${total(order)}.`,
    "Answer at the provider in time. Nothing is taken back unless the dispute is lost.",
  ],
});

export const disputeWon = (order: Order): Message => ({
  subject: `The dispute about order ${order.number} is won`,
  paragraphs: ["The money stays here, and so does what was ordered."],
});

export const withdrawn = (order: Order, now: Date, isRefunded: boolean): Message => ({
  subject: `You have withdrawn from order ${order.number}`,
  paragraphs: [
    `We received your withdrawal from order ${order.number} (${purchased(order)}) on ${now.toISOString()}.`,
    isRefunded
      ? `Nothing of it has begun, so all of ${total(order)} goes back the way it came.`
      : "Something of it was done already, as you had asked. Our team works out what goes back, and writes to you within 14 days.",
  ],
});

export const withdrawnForTeam = (order: Order, isRefunded: boolean): Message => ({
  subject: `The buyer withdraws from order ${order.number}`,
  paragraphs: [
    isRefunded
      ? `${purchased(order)}: nothing of it has begun, and ${total(order)} go back by themselves.`
      : `${purchased(order)}: something of it is done. Work out what is owed, refund the rest at the provider and write to the buyer within 14 days.`,
  ],
});

interface Corrected {
  creditNote: string;
  invoice: string;
}

export const vatCorrected = (order: Order, vat: string, { creditNote, invoice }: Corrected, base: string): Message => ({
  subject: `The VAT of order ${order.number} goes back`,
  paragraphs: [
    `Your VAT id ${order.billing?.vatId} is confirmed now, so the charge is reversed: ${vat} of VAT go back the way they came, and you account for the VAT yourself.`,
    `Credit note ${creditNote} takes the old invoice back, and invoice ${invoice} is in its place: ${base}${orderPath(order)}/invoice.`,
  ],
});

export const vatCorrectedForTeam = (order: Order, vat: string, { creditNote, invoice }: Corrected): Message => ({
  subject: `The VAT of order ${order.number} goes back`,
  paragraphs: [
    `Its VAT id was confirmed after the payment. ${vat} are sent back; ${creditNote} and ${invoice} are written.`,
  ],
});
