/** Who sells, as invoices name them and VAT is worked out for; read from the configuration. */
export interface Seller {
  /** Null where it is not configured, as for trying things out. */
  name: string | null;
  /** In one line. */
  address: string | null;
  /** ISO 3166-1 alpha-2; a member state of the EU unless the scheme is `exempt`. */
  country: string;
  /** With its prefix, such as `DE129273398`; null where the seller has none. */
  vatId: string | null;
  /** What the seller's own country knows it by where that is no VAT id, such as `143/123/12345`; null where there is none. */
  taxNumber: string | null;
  /**
   * What consumers elsewhere in the EU pay: their own country's rate (`oss`), the seller's, as long as such sales stay
   * below the threshold (`domestic`), or nothing (`exempt`: a small business, or one from outside the EU).
   */
  vatScheme: VatScheme;
}

export const vatSchemes = ["oss", "domestic", "exempt"] as const;
export type VatScheme = (typeof vatSchemes)[number];
