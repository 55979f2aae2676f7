/** VAT on a net amount, both in minor units, rounded half up; the rate in basis points. */
export const vatOn = (net: number, rateBp: number): number => Math.floor((net * rateBp + 5000) / 10_000);
