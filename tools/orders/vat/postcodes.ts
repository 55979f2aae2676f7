interface Form {
  words: string;
  form: RegExp;
}

const digits = (count: number): Form => ({ words: `${count} digits`, form: new RegExp(`^\\d{${count}}$`) });

// Postcode formats are checked because a mistyped postcode must not determine the VAT (tax-location.ts).
const forms = new Map<string, Form>([
  ["AT", digits(4)],
  ["DE", digits(5)],
  ["DK", digits(4)],
  ["ES", digits(5)],
  ["FI", digits(5)],
  ["FR", digits(5)],
  ["GR", digits(5)],
  ["IT", digits(5)],
  ["PT", { words: "4 or 7 digits", form: /^\d{4}(?:\d{3})?$/ }],
  ["GB", { words: "a format such as BT1 5GS", form: /^(?:[A-Z]{1,2}\d[A-Z\d]?(?:\d[A-Z]{2})?|BFPO\d{1,4})$/ }],
]);

export function postcodeFault(postcode: string, country: string): string | null {
  const known = forms.get(country);
  return known && !known.form.test(plainPostcode(postcode, country)) ? known.words : null;
}

/** Removes prefixes and separators, as in `FI-22100`, `9500-321` and `22 100`. */
export function plainPostcode(postcode: string, country: string): string {
  const code = postcode.toUpperCase().replace(/[^0-9A-Z]/g, "");
  return code.startsWith(country) && /\d/.test(code.charAt(2)) ? code.slice(2) : code;
}
