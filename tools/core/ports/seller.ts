/** The seller on invoices and for VAT, from the configuration. */
export interface Seller {
  name: string | null;
  address: string | null;
  /** ISO 3166-1 alpha-2. A member state of the EU unless the scheme is `exempt`. */
  country: string;
  /** With its prefix, such as `DE129273398`. */
  vatId: string | null;
  /** A national tax number that is not a VAT ID, such as `143/123/12345`. */
  taxNumber: string | null;
  /** VAT of consumers elsewhere in the EU: their country's rate, the seller's (below the threshold) or none. */
  vatScheme: VatScheme;
}

export const vatSchemes = ["oss", "domestic", "exempt"] as const;
export type VatScheme = (typeof vatSchemes)[number];
