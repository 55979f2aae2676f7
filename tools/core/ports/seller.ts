/** The seller on invoices and for VAT, from the configuration. */
export interface Seller {
  /** Null if it is not configured, as in a demo. */
  name: string | null;
  address: string | null;
  /** ISO 3166-1 alpha-2. A member state of the EU unless the scheme is `exempt`. */
  country: string;
  /** With its prefix, such as `DE129273398`. */
  vatId: string | null;
  /** A national tax number that is not a VAT ID, such as `143/123/12345`. */
  taxNumber: string | null;
  /**
   * The VAT of consumers in other EU countries: their country's rate (`oss`), the seller's rate while such sales are
   * below the threshold (`domestic`), or none (`exempt`: a small business, or a seller outside the EU).
   */
  vatScheme: VatScheme;
}

export const vatSchemes = ["oss", "domestic", "exempt"] as const;
export type VatScheme = (typeof vatSchemes)[number];
