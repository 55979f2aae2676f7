/** What VAT IDs of a country look like after their prefix (ec.europa.eu/taxation_customs/vies, FAQ, question 11). */
export interface VatIdForm {
  /** What an id begins with: `EL` for Greece, `XI` for Northern Ireland. */
  prefix: string;
  words: string;
  form: RegExp;
}

const form = (prefix: string, words: string, form: RegExp): VatIdForm => ({ prefix, words, form });

export const vatIdForms: readonly VatIdForm[] = [
  form("AT", "U and 8 digits", /^U\d{8}$/),
  form("BE", "10 digits, the first of which is 0 or 1", /^[01]\d{9}$/),
  form("BG", "9 or 10 digits", /^\d{9,10}$/),
  form("CY", "8 digits and a letter", /^\d{8}[A-Z]$/),
  form("CZ", "8, 9 or 10 digits", /^\d{8,10}$/),
  form("DE", "9 digits", /^\d{9}$/),
  form("DK", "8 digits", /^\d{8}$/),
  form("EE", "9 digits", /^\d{9}$/),
  form("EL", "9 digits", /^\d{9}$/),
  form("ES", "9 characters, of which the first, the last or both are letters", /^(?:[A-Z]\d{7}[0-9A-Z]|\d{8}[A-Z])$/),
  form("FI", "8 digits", /^\d{8}$/),
  form("FR", "2 letters or digits and 9 digits", /^[0-9A-HJ-NP-Z]{2}\d{9}$/),
  form("HR", "11 digits", /^\d{11}$/),
  form("HU", "8 digits", /^\d{8}$/),
  form("IE", "7 digits and 1 or 2 letters", /^(?:\d{7}[A-W][A-IW]?|\d[A-Z+*]\d{5}[A-W])$/),
  form("IT", "11 digits", /^\d{11}$/),
  form("LT", "9 or 12 digits", /^(?:\d{9}|\d{12})$/),
  form("LU", "8 digits", /^\d{8}$/),
  form("LV", "11 digits", /^\d{11}$/),
  form("MT", "8 digits", /^\d{8}$/),
  form("NL", "9 digits, B and 2 digits", /^\d{9}B\d{2}$/),
  form("PL", "10 digits", /^\d{10}$/),
  form("PT", "9 digits", /^\d{9}$/),
  form("RO", "2 to 10 digits", /^\d{2,10}$/),
  form("SE", "12 digits, the last two of which are 01", /^\d{10}01$/),
  form("SI", "8 digits", /^\d{8}$/),
  form("SK", "10 digits", /^\d{10}$/),
  form("XI", "9 or 12 digits, or GD or HA and 3 digits", /^(?:\d{9}|\d{12}|GD\d{3}|HA\d{3})$/),
];

// Territories whose businesses are registered with their member state; Northern Ireland has both.
const prefixes = new Map<string, readonly string[]>([
  ["GR", ["EL"]],
  ["GB", ["XI", "GB"]],
  ["IM", ["XI", "GB"]],
  ["MC", ["FR"]],
  ["AX", ["FI"]],
  ["IC", ["ES"]],
  ["EA", ["ES"]],
  ...["GP", "MQ", "RE", "GF", "YT", "MF"].map((code): [string, readonly string[]] => [code, ["FR"]]),
]);

export const prefixesOf = (country: string): readonly string[] => prefixes.get(country) ?? [country];

const byPrefix = new Map(vatIdForms.map((one) => [one.prefix, one]));

export const vatIdForm = (prefix: string): VatIdForm | undefined => byPrefix.get(prefix);
