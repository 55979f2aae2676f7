import type { Seller, VatScheme } from "#tools/core/ports/seller.ts";

/** A seller by country and scheme, such as `DE oss`. */
export function sellerFor(text: string): Seller {
  const [country, scheme] = text.split(" ");
  return {
    name: "Tidewell",
    address: "1 Quay",
    contact: "team@tidewell.test",
    country: country!,
    vatId: null,
    taxNumber: null,
    vatScheme: scheme as VatScheme,
  };
}
