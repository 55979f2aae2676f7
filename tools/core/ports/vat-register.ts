/** `unavailable` says nothing about the ID, whether temporary or permanent. */
export interface VatIdAnswer {
  status: "valid" | "invalid" | "unavailable";
  /** Proof of the check. Returned if the seller's own ID is sent. */
  consultationNumber: string | null;
  name: string | null;
  address: string | null;
}

/** VIES. */
export interface VatRegister {
  /** `vatId` has its prefix, such as `EL094259216`. Never throws; errors are `unavailable`. */
  lookUp(vatId: string): Promise<VatIdAnswer>;
}
