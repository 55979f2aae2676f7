import type { PaymentProvider } from "#db/schema/vocabulary.ts";

export interface Payable {
  /** The order number. A repeated call with the same number and lines returns the same session. */
  number: string;
  email: string | null;
  currency: string;
  lines: { name: string; gross: number }[];
  /** When the payment page closes, at least 30 minutes from now. */
  expiresAt: Date;
  paidUrl: string;
  canceledUrl: string;
}

export interface PaymentState {
  /** `processing` means that the buyer has paid by a method that takes several days. */
  status: "open" | "processing" | "paid" | "failed" | "expired";
  sessionId: string;
  paymentId: string | null;
  /** The requested amount, in minor units. */
  amount: number;
  currency: string;
  /** ISO 3166-1 alpha-2, or null if unknown. */
  cardCountry: string | null;
  paidAt?: string;
}

export type PaymentEvent = { id: string; type: string } & (
  | { about: "session"; orderNumber: string | null; state: PaymentState }
  /** A refund at the time `at`. `amount` is the part of `total` that has been refunded so far. */
  | { about: "refund"; orderNumber: string | null; paymentId: string; amount: number; total: number; at: string }
  /** A refund that did not reach the buyer, so the seller has the money again. */
  | {
      about: "failed_refund";
      orderNumber: string | null;
      paymentId: string;
      refundId: string;
      amount: number;
      at: string;
      reason: string;
      /** True if the refund was only for VAT, because the VAT ID was confirmed after the payment. */
      isVat: boolean;
    }
  /** The buyer's bank is demanding `amount` back, which may be only part of the payment. */
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

/** All methods may be called again after an error. `PaymentError` says whether a retry may succeed. */
export interface Payments {
  provider: PaymentProvider;
  /** The origins of the provider's pages, for the Content-Security-Policy. */
  pages: string[];
  /** Opens the payment page. The same order and amount get the same page. */
  open(payable: Payable): Promise<{ sessionId: string; url: string | null; state: PaymentState }>;
  ask(sessionId: string): Promise<{ url: string | null; state: PaymentState }>;
  close(sessionId: string): Promise<void>;
  /**
   * Refunds the remaining amount, or a part in minor units. Calls with the same `why` and `failedBefore` cause only one
   * refund.
   */
  refund(
    orderNumber: string,
    paymentId: string,
    part?: { amount: number; currency: string; why: string },
    failedBefore?: number,
  ): Promise<void>;
  /** Parses an event. Returns null if the signature is invalid. */
  read(body: string, signature: string, now: Date): Promise<PaymentEvent | null>;
}

/** The provider rejected the request or could not be reached. The message contains no secret. */
export class PaymentError extends Error {
  constructor(
    message: string,
    /** Whether the same request may succeed later. */
    readonly isPassing: boolean,
  ) {
    super(message);
    this.name = "PaymentError";
  }
}
