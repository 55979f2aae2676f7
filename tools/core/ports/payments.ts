import type { PaymentProvider } from "#db/schema/vocabulary.ts";

/** What is to be paid, as a provider needs to know it. */
export interface Payable {
  /** The order's number; with it, and the same lines, a repeat of the question is answered the same. */
  number: string;
  email: string | null;
  currency: string;
  lines: { name: string; gross: number }[];
  /** When the page to pay at closes; at least 30 minutes ahead. */
  expiresAt: Date;
  /** Where the person is sent back to. */
  paidUrl: string;
  canceledUrl: string;
}

/** How a payment stands at the provider. */
export interface PaymentState {
  /** `processing`: it was ordered, and the money takes days. */
  status: "open" | "processing" | "paid" | "failed" | "expired";
  sessionId: string;
  paymentId: string | null;
  /** Minor units; what was asked for. */
  amount: number;
  currency: string;
  /** ISO 3166-1 alpha-2; null where it is not known. */
  cardCountry: string | null;
  /** When the provider received the money, if it says so. */
  paidAt?: string;
}

/** Something that happened to a payment. */
export type PaymentEvent = { id: string; type: string } & (
  | { about: "session"; orderNumber: string | null; state: PaymentState }
  /** Money went back: `amount` in all so far, of `total`, as it was at `at`. */
  | { about: "refund"; orderNumber: string | null; paymentId: string; amount: number; total: number; at: string }
  /** A refund did not reach the buyer; the money is with the seller again. */
  | {
      about: "failed_refund";
      orderNumber: string | null;
      paymentId: string;
      refundId: string;
      amount: number;
      at: string;
      reason: string;
      /** True if it was the VAT of an order whose VAT id was confirmed later. */
      isVat: boolean;
    }
  /** The buyer's bank asks `amount` back, which may be a part of the payment. */
  | {
      about: "dispute";
      disputeId: string;
      paymentId: string;
      outcome: "opened" | "won" | "lost";
      reason: string;
      amount: number;
      currency: string;
    }
  | { about: "nothing" }
);

/** Who takes the money. All may be asked again: `PaymentError` says whether that helps. */
export interface Payments {
  provider: PaymentProvider;
  /** Where its pages may be, as sources of a Content-Security-Policy. */
  pages: string[];
  /** Opens the page at which a person pays; the same one for the same order, as long as it comes to the same. */
  open(payable: Payable): Promise<{ sessionId: string; url: string | null; state: PaymentState }>;
  ask(sessionId: string): Promise<{ url: string | null; state: PaymentState }>;
  /** Closes the page, so that nobody pays any more; nothing where it is closed. */
  close(sessionId: string): Promise<void>;
  /**
   * Gives all of the money back that has not gone back yet, or a part in minor units; once for each reason and number of
   * refunds that failed before.
   */
  refund(
    orderNumber: string,
    paymentId: string,
    part?: { amount: number; currency: string; why: string },
    failedBefore?: number,
  ): Promise<void>;
  /** Reads what the provider sends, or null where it is not from there. */
  read(body: string, signature: string, now: Date): Promise<PaymentEvent | null>;
}

/** The provider could not be asked, or refused. The message names no secret. */
export class PaymentError extends Error {
  constructor(
    message: string,
    /** Whether the same question may be answered later. */
    readonly isPassing: boolean,
  ) {
    super(message);
    this.name = "PaymentError";
  }
}
