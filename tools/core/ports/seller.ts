/** The seller's details for invoices and VAT rules, from the configuration. */
export interface Seller {
  name: string | null;
  address: string | null;
  /** The team's email address or, if there is none, a page about the site. */
  contact: string;
  /** The ISO 3166-1 alpha-2 code of an EU member state, or of any country if the scheme is `exempt`. */
  country: string;
  /** The VAT ID with its prefix, such as `DE129273398`. */
  vatId: string | null;
  /** A national tax number that is not a VAT ID, such as `143/123/12345`. */
  taxNumber: string | null;
  /**
   * Whether consumers elsewhere in the EU pay their own country's VAT rate, the seller's rate (below the threshold) or
   * no VAT.
   */
  vatScheme: VatScheme;
}

export const vatSchemes = ["oss", "domestic", "exempt"] as const;
export type VatScheme = (typeof vatSchemes)[number];
