/** The format of a country's VAT IDs after the prefix (ec.europa.eu/taxation_customs/vies, FAQ, question 11). */
export interface VatIdForm {
  /** What a VAT ID begins with, such as `EL` for Greece and `XI` for Northern Ireland. */
  prefix: string;
  /** The name of this kind of number in the package stdnum. */
  kind: string;
  words: string;
  form: RegExp;
}

const form = (prefix: string, kind: string, words: string, form: RegExp): VatIdForm => ({ prefix, kind, words, form });

export const vatIdForms: readonly VatIdForm[] = [
  form("AT", "uid", "U and 8 digits", /^U\d{8}$/),
  form("BE", "vat", "10 digits that begin with 0 or 1", /^[01]\d{9}$/),
  form("BG", "vat", "9 or 10 digits", /^\d{9,10}$/),
  form("CY", "vat", "8 digits and a letter", /^\d{8}[A-Z]$/),
  form("CZ", "dic", "8, 9 or 10 digits", /^\d{8,10}$/),
  form("DE", "vat", "9 digits", /^\d{9}$/),
  form("DK", "cvr", "8 digits", /^\d{8}$/),
  form("EE", "kmkr", "9 digits", /^\d{9}$/),
  form("EL", "vat", "9 digits", /^\d{9}$/),
  form("ES", "nif", "9 characters, the first or last of them a letter", /^(?:[A-Z]\d{7}[0-9A-Z]|\d{8}[A-Z])$/),
  form("FI", "alv", "8 digits", /^\d{8}$/),
  form("FR", "tva", "2 letters or digits, then 9 digits", /^[0-9A-HJ-NP-Z]{2}\d{9}$/),
  form("HR", "oib", "11 digits", /^\d{11}$/),
  form("HU", "anum", "8 digits", /^\d{8}$/),
  form("IE", "vat", "7 digits and 1 or 2 letters", /^(?:\d{7}[A-W][A-IW]?|\d[A-Z+*]\d{5}[A-W])$/),
  form("IT", "iva", "11 digits", /^\d{11}$/),
  form("LT", "pvm", "9 or 12 digits", /^(?:\d{9}|\d{12})$/),
  form("LU", "tva", "8 digits", /^\d{8}$/),
  form("LV", "pvn", "11 digits", /^\d{11}$/),
  form("MT", "vat", "8 digits", /^\d{8}$/),
  form("NL", "btw", "9 digits, B and 2 digits", /^\d{9}B\d{2}$/),
  form("PL", "nip", "10 digits", /^\d{10}$/),
  form("PT", "nif", "9 digits", /^\d{9}$/),
  form("RO", "cui", "2 to 10 digits", /^\d{2,10}$/),
  form("SE", "vat", "12 digits that end in 01", /^\d{10}01$/),
  form("SI", "ddv", "8 digits", /^\d{8}$/),
  form("SK", "dph", "10 digits", /^\d{10}$/),
  form("XI", "vat", "9 or 12 digits, GD and 3 digits, or HA and 3 digits", /^(?:\d{9}|\d{12}|GD\d{3}|HA\d{3})$/),
];

// VAT ID prefixes that differ from the country code. Most territories use their member state's prefix; Northern Ireland
// uses XI.
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
