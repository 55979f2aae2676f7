/** The VAT on a net amount in minor units, rounded half up. The rate is in basis points. */
export const vatOn = (net: number, rateBp: number): number => Math.floor((net * rateBp + 5000) / 10_000);

/** The VAT included in a gross amount, rounded half up. */
export const vatWithin = (gross: number, rateBp: number): number =>
  Math.floor((2 * gross * rateBp + 10_000 + rateBp) / (2 * (10_000 + rateBp)));
