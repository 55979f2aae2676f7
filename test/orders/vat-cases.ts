import type { TaxTreatment, VatIdStatus } from "#db/schema/vocabulary.ts";

/**
 * One buyer and the legal treatment. `D` is Directive 2006/112/EC, `R` Implementing Regulation 282/2011. Articles 6,
 * 58, 59c and 284 of `D` and the rates in tools/orders/vat/rates.ts were checked on 2026-11-22.
 */
export interface VatCase {
  seller: string;
  country: string;
  postcode: string | null;
  id: VatIdStatus;
  on: string;
  treatment: TaxTreatment;
  /** Basis points. */
  bp: number;
  source: string;
}

const today = "2026-11-18";

/** `seller` is `DE oss`, `DE domestic` or `DE exempt`; `buyer` is a country, with a postcode if that matters. */
const of = (
  seller: string,
  buyer: string,
  expected: `${TaxTreatment} ${number}`,
  source: string,
  { id = "none", on = today }: { id?: VatIdStatus; on?: string } = {},
): VatCase => {
  const [, country, postcode = null] = /^(\w\w)(?: (.+))?$/.exec(buyer)!;
  const [treatment, bp] = expected.split(" ");
  return {
    seller,
    country: country!,
    postcode,
    id,
    on,
    treatment: treatment as TaxTreatment,
    bp: Number(bp),
    source,
  };
};

const consumer = "D art. 58: consumers' electronic services are taxed where they live";
const article44 = "D art. 44 with 196: a business is taxed where it is established, and accounts for it";
const unconfirmed = "R art. 18(2): who gives no VAT ID that is confirmed may be taken for a consumer";

/** Consumers and businesses in every member state today. */
const everywhere: [string, number, string][] = [
  ["AT", 2000, "UStG 1994 § 10(1), bmf.gv.at"],
  ["BE", 2100, "financien.belgium.be, taux de TVA"],
  ["BG", 2000, "nra.bg, ЗДДС чл. 66"],
  ["CY", 1900, "mof.gov.cy, N. 95(I)/2000 as amended by N. 167(I)/2012"],
  ["CZ", 2100, "financnisprava.cz, zákon 235/2004 § 47"],
  ["DK", 2500, "skat.dk, momsloven § 33"],
  ["EE", 2400, "emta.ee: 24% from 1 July 2025"],
  ["ES", 2100, "agenciatributaria.es, Ley 37/1992 art. 90"],
  ["FI", 2550, "vero.fi: 25.5% from 1 September 2024"],
  ["FR", 2000, "impots.gouv.fr, CGI art. 278"],
  ["GR", 2400, "aade.gr, N. 2859/2000 art. 21"],
  ["HR", 2500, "porezna-uprava.hr, ZPDV čl. 38"],
  ["HU", 2700, "nav.gov.hu, Áfa tv. 82. §"],
  ["IE", 2300, "revenue.ie, current VAT rates"],
  ["IT", 2200, "agenziaentrate.gov.it, DPR 633/72 art. 16"],
  ["LT", 2100, "vmi.lt, PVMĮ 19 str."],
  ["LU", 1700, "pfi.public.lu: 17% again from 1 January 2024"],
  ["LV", 2100, "vid.gov.lv, PVN likums 41. p."],
  ["MT", 1800, "cfr.gov.mt, VAT Act art. 19"],
  ["NL", 2100, "belastingdienst.nl, Wet OB art. 9"],
  ["PL", 2300, "podatki.gov.pl, ustawa o VAT art. 146ef"],
  ["PT", 2300, "portaldasfinancas.gov.pt, CIVA art. 18"],
  ["RO", 2100, "anaf.ro, Legea 141/2025: 21% from 1 August 2025"],
  ["SE", 2500, "skatteverket.se, ML 9 kap. 2 §"],
  ["SI", 2200, "fu.gov.si, ZDDV-1 41. čl."],
  ["SK", 2300, "financnasprava.sk: 23% from 1 January 2025"],
];

export const vatCases: readonly VatCase[] = [
  ...everywhere.map(([country, bp, source]) => of("DE oss", country, `oss ${bp}`, `${consumer}; ${source}`)),
  of("DE oss", "DE", "domestic 1900", "D art. 45 and 58: the same country; UStG § 12(1)"),
  of("DE oss", "DE", "domestic 1900", "D art. 193: the seller owes it within one country", { id: "not_checked" }),
  of("EE oss", "DE", "oss 1900", consumer),
  of("FR oss", "FR", "domestic 2000", "CGI art. 278"),

  of("DE oss", "FR", "reverse_charge 0", article44, { id: "valid" }),
  of("DE oss", "GR", "reverse_charge 0", article44, { id: "valid" }),
  of("FR oss", "DE", "reverse_charge 0", article44, { id: "valid" }),
  of("DE domestic", "AT", "reverse_charge 0", `${article44}; the threshold is about consumers`, { id: "valid" }),
  of("DE oss", "FR", "oss 2000", unconfirmed, { id: "invalid" }),
  of("DE oss", "FR", "oss 2000", unconfirmed, { id: "unavailable" }),
  of("DE oss", "FR", "oss 2000", unconfirmed, { id: "not_checked" }),
  of("DE domestic", "FR", "domestic 1900", unconfirmed, { id: "invalid" }),
  of("DE domestic", "FR", "domestic 1900", "D art. 59c: below 10,000 euros a year, the seller's country"),
  of("DE domestic", "HU", "domestic 1900", "D art. 59c"),
  of("IE domestic", "HU", "domestic 2300", "D art. 59c"),
  of("DE domestic", "DE", "domestic 1900", "UStG § 12(1)"),

  of("DE exempt", "DE", "exempt 0", "D art. 284; UStG § 19(1)"),
  of("DE exempt", "FR", "exempt 0", "D art. 284 and 59c: the small business exemption at home"),
  of("DE exempt", "FR", "exempt 0", "D art. 284", { id: "not_checked" }),
  of("DE exempt", "US", "exempt 0", "The seller shows no VAT at all"),
  of("US exempt", "DE", "exempt 0", "A foreign seller without a scheme shows no VAT"),
  of("CH exempt", "CH", "exempt 0", "A foreign seller without a scheme shows no VAT"),

  of("DE oss", "US", "outside_scope 0", "D art. 44 and 58: the place is outside the EU"),
  of("DE oss", "CH", "outside_scope 0", "D art. 44 and 58", { id: "not_checked" }),
  of("DE oss", "NO", "outside_scope 0", "D art. 58"),
  of("DE oss", "GB", "outside_scope 0", "Withdrawal Agreement art. 126: a third country from 2021"),
  of("DE domestic", "US", "outside_scope 0", "D art. 59c is about other member states only"),
  of("DE oss", "GB BT1 5GS", "outside_scope 0", "Protocol on Ireland/Northern Ireland art. 8: goods only"),
  of("IE oss", "GB BT48 6DQ", "outside_scope 0", "revenue.ie: services to Northern Ireland are third-country"),
  of("DE oss", "GB BT1 5GS", "outside_scope 0", "An XI id is for goods", { id: "not_checked" }),
  of("DE oss", "IM IM1 1AG", "outside_scope 0", "D art. 7(1) treats it as the United Kingdom, a third country"),
  of("DE oss", "JE", "outside_scope 0", "D art. 6(1)(e): the Channel Islands"),
  of("DE oss", "GB BFPO 57", "oss 1900", "D art. 7(1): Akrotiri counts as Cyprus"),
  of("DE oss", "GB BFPO 58", "reverse_charge 0", "D art. 7(1): Dhekelia counts as Cyprus", { id: "valid" }),

  of("DE oss", "ES 35001", "outside_scope 0", "D art. 6(1)(b): the Canary Islands"),
  of("DE oss", "ES 38400", "outside_scope 0", "D art. 6(1)(b): the Canary Islands"),
  of("ES oss", "ES 35001", "outside_scope 0", "Ley 37/1992 art. 3: IGIC in place of IVA"),
  of("ES oss", "ES 28001", "domestic 2100", "Ley 37/1992 art. 3"),
  of("DE oss", "ES 07001", "oss 2100", "The Balearic Islands belong to the territory"),
  of("DE oss", "IC", "outside_scope 0", "D art. 6(1)(b): the Canary Islands"),
  of("DE oss", "ES 51001", "outside_scope 0", "D art. 6(2)(c): Ceuta"),
  of("DE oss", "ES 52001", "outside_scope 0", "D art. 6(2)(d): Melilla"),
  of("DE domestic", "ES 52001", "outside_scope 0", "D art. 6(2)(d), no member state in the sense of art. 59c"),
  of("DE oss", "FI 22100", "outside_scope 0", "D art. 6(1)(d): the Åland Islands"),
  of("DE oss", "AX", "outside_scope 0", "D art. 6(1)(d): the Åland Islands"),
  of("FI oss", "FI 22100", "outside_scope 0", "AVL 1 a §, laki 1266/1996"),
  of("DE oss", "FI 00100", "oss 2550", "vero.fi"),
  of("DE oss", "IT 23041", "outside_scope 0", "D art. 6(2)(e): Livigno; DPR 633/72 art. 7"),
  of("DE oss", "IT 22061", "outside_scope 0", "D art. 6(1)(f): Campione d'Italia; DPR 633/72 art. 7"),
  of("IT oss", "IT 23041", "outside_scope 0", "DPR 633/72 art. 7(1)(a) and 7-ter"),
  of("DE oss", "IT 47890", "outside_scope 0", "San Marino is a third country"),
  of("DE oss", "DE 78266", "outside_scope 0", "D art. 6(2)(b): Büsingen; UStG § 1(2)"),
  of("DE oss", "DE 27498", "outside_scope 0", "D art. 6(2)(a): Heligoland; UStG § 1(2)"),
  of("FR oss", "DE 78266", "outside_scope 0", "D art. 6(2)(b): Büsingen"),
  of("DE oss", "GR 63086", "outside_scope 0", "D art. 6(1)(a): Mount Athos"),
  of("DE oss", "MC 98000", "oss 2000", "D art. 7(1): Monaco counts as France"),
  of("DE oss", "FR 98000", "oss 2000", "D art. 7(1): Monaco by its French postcode"),
  of("DE oss", "MC 98000", "reverse_charge 0", "D art. 7(1) with 44", { id: "valid" }),
  of("FR oss", "MC 98000", "domestic 2000", "D art. 7(1); CGI art. 256-0"),
  of("DE oss", "FR 97400", "outside_scope 0", "D art. 6(1)(c): Réunion"),
  of("DE oss", "RE 97400", "outside_scope 0", "D art. 6(1)(c): Réunion"),
  of("DE oss", "FR 97200", "outside_scope 0", "D art. 6(1)(c): Martinique"),
  of("DE oss", "FR 97300", "outside_scope 0", "D art. 6(1)(c): Guyane"),
  of("FR oss", "FR 97110", "domestic 850", "CGI art. 296 1° b: 8.5% in Guadeloupe"),
  of("FR oss", "RE 97400", "domestic 850", "CGI art. 296 1° b: 8.5% in Réunion"),
  of("FR oss", "FR 97300", "outside_scope 0", "CGI art. 294: not in Guyane"),
  of("FR oss", "FR 97600", "outside_scope 0", "CGI art. 294: not in Mayotte"),
  of("FR oss", "FR 97133", "outside_scope 0", "LO 6214-4 CGCT: Saint-Barthélemy makes its own tax law"),
  of("DE oss", "FR 20000", "oss 2000", "CGI art. 297: Corsica's rates are for goods and some services on the island"),
  of("DE oss", "PT 9000-001", "oss 2200", "D art. 105; Lei 14-A/2012: Madeira"),
  of("DE oss", "PT 9500-321", "oss 1600", "D art. 105; DLR 15-A/2021/A: the Azores"),
  of("PT oss", "PT 9500-321", "domestic 1600", "D art. 105; DLR 15-A/2021/A: the Azores"),
  of("PT oss", "PT 1000-001", "domestic 2300", "CIVA art. 18 n. 1 c)"),
  of("PT domestic", "DE", "domestic 2300", "D art. 59c"),
  of("DE oss", "AT 6691", "oss 1900", "D art. 104; UStG 1994 § 10(4): Jungholz"),
  of("DE oss", "AT 6991", "oss 1900", "D art. 104; UStG 1994 § 10(4): Mittelberg"),
  of("DE oss", "DK 3900", "outside_scope 0", "TFEU art. 204: Greenland is outside the EU"),
  of("DE oss", "FO", "outside_scope 0", "TFEU art. 355(5)(a): the Faroe Islands"),
  of("DE oss", "GR 85100", "oss 2400", "N. 2859/2000 art. 21(4): island rates are for what is done there bodily"),

  of("DE oss", "EE", "oss 2000", "KMS § 15: 20% until the end of 2023", { on: "2023-12-31" }),
  of("DE oss", "EE", "oss 2200", "KMS § 15: 22% from 2024", { on: "2024-01-01" }),
  of("DE oss", "EE", "oss 2200", "KMS § 15: 22% until June 2025", { on: "2025-06-30" }),
  of("DE oss", "EE", "oss 2400", "KMS § 15: 24% from July 2025", { on: "2025-07-01" }),
  of("DE oss", "FI", "oss 2400", "AVL 84 §: 24% until August 2024", { on: "2024-08-31" }),
  of("DE oss", "FI", "oss 2550", "AVL 84 §: 25.5% from September 2024", { on: "2024-09-01" }),
  of("DE oss", "SK", "oss 2000", "Zákon 222/2004 § 27: 20% until the end of 2024", { on: "2024-12-31" }),
  of("DE oss", "SK", "oss 2300", "Zákon 278/2024: 23% from 2025", { on: "2025-01-01" }),
  of("DE oss", "RO", "oss 1900", "Legea 227/2015 art. 291: 19% until July 2025", { on: "2025-07-31" }),
  of("DE oss", "RO", "oss 2100", "Legea 141/2025: 21% from August 2025", { on: "2025-08-01" }),
  of("DE oss", "LU", "oss 1600", "Loi du 26 octobre 2022: 16% in 2023", { on: "2023-06-01" }),
  of("DE oss", "LU", "oss 1700", "17% before and after 2023", { on: "2022-12-31" }),
  of("DE oss", "DE", "domestic 1600", "UStG § 28: 16% in the second half of 2020", { on: "2020-07-01" }),
  of("DE oss", "DE", "domestic 1900", "UStG § 12(1): 19% again from 2021", { on: "2021-01-01" }),
  of("DE oss", "IE", "oss 2100", "Financial Provisions (Covid-19) (No. 2) Act 2020 s. 12: 21% to February 2021", {
    on: "2021-02-28",
  }),
  of("DE oss", "IE", "oss 2300", "revenue.ie: 23% again from March 2021", { on: "2021-03-01" }),
  of("DE oss", "PT 9500-321", "oss 1800", "Lei 63-A/2015: 18% in the Azores until June 2021", { on: "2021-06-30" }),
];
