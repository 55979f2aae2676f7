import { describe, expect, test } from "bun:test";
import { readVatId } from "./vat-id.ts";
import { vatIdForms } from "./vat-id-forms.ts";

/** VAT IDs that companies print on their websites, one for each prefix. */
const printed: [string, string][] = [
  ["AT", "ATU13585627"],
  ["BE", "BE0428759497"],
  ["BG", "BG175074752"],
  ["CY", "CY10259033P"],
  ["CZ", "CZ25123891"],
  ["DE", "DE136695976"],
  ["DK", "DK13585628"],
  ["EE", "EE100931558"],
  ["GR", "EL094259216"],
  ["ES", "ESB58378431"],
  ["FI", "FI20774740"],
  ["FR", "FR40303265045"],
  ["HR", "HR33392005961"],
  ["HU", "HU12892312"],
  ["IE", "IE6433435F"],
  ["IT", "IT00743110157"],
  ["LT", "LT119511515"],
  ["LU", "LU15027442"],
  ["LV", "LV40003521600"],
  ["MT", "MT11679112"],
  ["NL", "NL004495445B01"],
  ["PL", "PL8567346215"],
  ["PT", "PT501964843"],
  ["RO", "RO18547290"],
  ["SE", "SE556188840401"],
  ["SI", "SI50223054"],
  ["SK", "SK2022749619"],
  ["GB", "XI980780684"],
];

test("examples: one for each prefix", () =>
  expect(printed.map(([, id]) => id.slice(0, 2)).sort()).toEqual(vatIdForms.map(({ prefix }) => prefix).sort()));

describe.each(printed)("%s %s", (country, id) => {
  test("spaces, lower case or no prefix: accepted", async () => {
    for (const written of [
      id,
      ` ${id.toLowerCase()} `,
      `${id.slice(0, 2)} ${id.slice(2, 5)}.${id.slice(5)}`,
      id.slice(2),
    ])
      expect(await readVatId(written, country)).toEqual({ vatId: id });
  });

  test("changed digit: invalid_check_digits", async () => {
    const at = id.search(/\d(?=\D*$)/) - (id.startsWith("SE") || id.startsWith("NL") ? 3 : 0);
    const place = /\d/.test(id[at]!) ? at : at - 1;
    const changed = `${id.slice(0, place)}${(Number(id[place]) + 1) % 10}${id.slice(place + 1)}`;
    expect(await readVatId(changed, country)).toMatchObject({ fault: { code: "invalid_check_digits" } });
  });

  test("too short: invalid_format with the correct form", async () => {
    const short = await readVatId(id.slice(0, id.startsWith("RO") ? 3 : -3), country);
    expect(short).toMatchObject({ fault: { code: "invalid_format", message: expect.stringContaining("followed by") } });
  });

  test("another country: other_country", async () => {
    const elsewhere = country === "DE" ? "HR" : "DE";
    expect(await readVatId(id, elsewhere)).toMatchObject({ fault: { code: "other_country" } });
  });
});

test("wrong length: the error states the number of digits", async () => {
  expect(await readVatId("DE12345678", "DE")).toEqual({
    fault: {
      code: "invalid_format",
      message: "must have the format for DE (Germany): DE followed by 9 digits (this one has 8 digits after DE)",
      fix: expect.any(String),
    },
  });
});

test("German ID for a French buyer: other_country, although it fits the French form", async () => {
  // The ID has two letters and nine digits, like French IDs.
  expect(await readVatId("DE136695976", "FR")).toMatchObject({ fault: { code: "other_country" } });
});

test("Monaco uses French and the Canary Islands use Spanish VAT IDs", async () => {
  expect(await readVatId("FR40303265045", "MC")).toEqual({ vatId: "FR40303265045" });
  expect(await readVatId("ESB58378431", "IC")).toEqual({ vatId: "ESB58378431" });
});

test("IDs from outside the EU: kept without punctuation", async () => {
  expect(await readVatId("CHE-123.456.789 MWST", "CH")).toEqual({ vatId: "CHE123456789MWST" });
  expect(await readVatId("GB980780684", "GB")).toEqual({ vatId: "GB980780684" });
  expect(await readVatId("DE136695976", "US")).toMatchObject({ fault: { code: "other_country" } });
  expect(await readVatId("<script>", "US")).toMatchObject({ fault: { code: "invalid_format" } });
});
