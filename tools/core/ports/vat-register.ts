/** What the register of VAT ids answered; `unavailable` says nothing about the id, however long one asks. */
export interface VatIdAnswer {
  status: "valid" | "invalid" | "unavailable";
  /** Proof that we asked; given where the seller's own id is sent along. */
  consultationNumber: string | null;
  /** As the register has them; null where it does not say. */
  name: string | null;
  address: string | null;
}

/** Where VAT ids of the EU are looked up (VIES). */
export interface VatRegister {
  /** `vatId` with its prefix, such as `EL094259216`. Never throws: what goes wrong is `unavailable`. */
  lookUp(vatId: string): Promise<VatIdAnswer>;
}
