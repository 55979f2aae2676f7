/** `unavailable` says nothing about the ID. Its cause may be temporary or permanent. */
export interface VatIdAnswer {
  status: "valid" | "invalid" | "unavailable";
  /** Proof of the check, which the register returns if the seller's own ID is sent. */
  consultationNumber: string | null;
  name: string | null;
  address: string | null;
}

/** The EU's VAT ID register, VIES. */
export interface VatRegister {
  /** `vatId` includes its prefix, such as `EL094259216`. Never throws; errors give `unavailable`. */
  lookUp(vatId: string): Promise<VatIdAnswer>;
}
