import { lookup } from "#db/values/lookup.ts";

/** The kind of number that each country uses as VAT ID, in the names of stdnum. */
const kinds: Readonly<Record<string, readonly [country: string, number: string]>> = {
  AT: ["AT", "uid"],
  BE: ["BE", "vat"],
  BG: ["BG", "vat"],
  CY: ["CY", "vat"],
  CZ: ["CZ", "dic"],
  DE: ["DE", "vat"],
  DK: ["DK", "cvr"],
  EE: ["EE", "kmkr"],
  EL: ["GR", "vat"],
  ES: ["ES", "nif"],
  FI: ["FI", "alv"],
  FR: ["FR", "tva"],
  HR: ["HR", "oib"],
  HU: ["HU", "anum"],
  IE: ["IE", "vat"],
  IT: ["IT", "iva"],
  LT: ["LT", "pvm"],
  LU: ["LU", "tva"],
  LV: ["LV", "pvn"],
  MT: ["MT", "vat"],
  NL: ["NL", "btw"],
  PL: ["PL", "nip"],
  PT: ["PT", "nif"],
  RO: ["RO", "cui"],
  SE: ["SE", "vat"],
  SI: ["SI", "ddv"],
  SK: ["SK", "dph"],
  XI: ["GB", "vat"],
};

/** `number` follows the prefix. */
export async function hasRightCheckDigits(prefix: string, number: string): Promise<boolean> {
  // Loaded with the first VAT ID, because it covers the numbers of all countries.
  const { stdnum } = await import("stdnum");
  const [country, kind] = lookup(kinds, prefix) ?? [];
  const ofCountry = country && lookup(stdnum, country);
  const validator = ofCountry && kind && lookup(ofCountry, kind);
  if (!validator) throw new Error(`no check digits are known for ${prefix}`);
  return validator.validate(number).isValid;
}
