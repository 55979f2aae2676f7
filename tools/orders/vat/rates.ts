import { lookup } from "#db/values/lookup.ts";

/**
 * Standard VAT rates, each valid from its first day until the next one starts. We sell an electronically supplied
 * service. A reduced rate can apply to such a service only if it is a book, the press, a broadcast or a streamed event
 * (Directive 2006/112/EC, article 98 as amended by Directive (EU) 2022/542). We therefore need only the standard rate.
 */
export interface Rate {
  /** The first day on which the rate applies, in local time. */
  from: string;
  /** The rate in basis points. */
  bp: number;
  source: string;
}

/**
 * The day on which all current rates were compared with other tables (the package sales-tax; eurofiscalis.com, 2
 * February 2026; easytax.co, whose changes in 2026 include no standard rate). We read the sources for CY, EE, FI, IE,
 * LU, RO, SK, the Azores, Madeira and the French departments. The other sources are cited as in those tables.
 */
export const ratesCheckedOn = "2026-11-22";

export const ratesAgeDays = (now: Date): number =>
  Math.max(0, Math.floor((now.getTime() - Date.parse(ratesCheckedOn)) / 86_400_000));

const rate = (from: string, percent: number, source: string): Rate => ({ from, bp: Math.round(percent * 100), source });

/**
 * Rates by ISO code of the member state, and for parts of member states with a standard rate of their own. Each list
 * starts before 2015, when services became taxable where the consumer lives (Directive 2008/8/EC, article 5).
 */
const rates: Readonly<Record<string, readonly Rate[]>> = {
  AT: [rate("1984-01-01", 20, "UStG 1994 § 10(1)")],
  BE: [rate("1996-01-01", 21, "Arrêté royal n° 20 of 20 July 1970, article 1")],
  BG: [rate("1999-01-01", 20, "ЗДДС чл. 66(1)")],
  CY: [rate("2014-01-13", 19, "Ν. 167(I)/2012, in Ν. 95(I)/2000")],
  CZ: [rate("2013-01-01", 21, "Zákon č. 235/2004 Sb. § 47(1)(a)")],
  DE: [
    rate("2007-01-01", 19, "UStG § 12(1)"),
    rate("2020-07-01", 16, "UStG § 28(1), Zweites Corona-Steuerhilfegesetz"),
    rate("2021-01-01", 19, "UStG § 12(1)"),
  ],
  DK: [rate("1992-01-01", 25, "Momsloven § 33")],
  EE: [
    rate("2009-07-01", 20, "KMS § 15(1)"),
    rate("2024-01-01", 22, "KMS § 15(1), RT I, 01.07.2023, 2"),
    rate("2025-07-01", 24, "KMS § 15(1), julgeolekumaksu seadus, RT I, 02.01.2025, 2"),
  ],
  ES: [rate("2012-09-01", 21, "Ley 37/1992, artículo 90, RDL 20/2012")],
  FI: [rate("2013-01-01", 24, "AVL 84 §"), rate("2024-09-01", 25.5, "AVL 84 §, vero.fi")],
  FR: [rate("2014-01-01", 20, "CGI article 278")],
  GR: [rate("2010-07-01", 23, "Ν. 2859/2000, article 21"), rate("2016-06-01", 24, "Ν. 4389/2016, article 52")],
  HR: [rate("2012-03-01", 25, "Zakon o PDV-u, članak 38(1)")],
  HU: [rate("2012-01-01", 27, "2007. évi CXXVII. törvény 82. § (1)")],
  IE: [
    rate("2012-01-01", 23, "VAT Consolidation Act 2010, section 46(1)(a)"),
    rate("2020-09-01", 21, "Financial Provisions (Covid-19) (No. 2) Act 2020, section 12"),
    rate("2021-03-01", 23, "VAT Consolidation Act 2010, section 46(1)(a)"),
  ],
  IT: [rate("2013-10-01", 22, "DPR 633/1972, articolo 16, DL 98/2011 articolo 40(1-ter)")],
  LT: [rate("2009-09-01", 21, "PVM įstatymas, 19 straipsnis 1 dalis")],
  LU: [
    rate("2015-01-01", 17, "Loi TVA du 12 février 1979, article 39"),
    rate("2023-01-01", 16, "Loi du 26 octobre 2022, article 1"),
    rate("2024-01-01", 17, "Loi TVA du 12 février 1979, article 39"),
  ],
  LV: [rate("2012-07-01", 21, "PVN likums, 41. pants (1)")],
  MT: [rate("2004-01-01", 18, "VAT Act, Cap. 406, article 19")],
  NL: [rate("2012-10-01", 21, "Wet OB 1968, artikel 9(1)")],
  PL: [rate("2011-01-01", 23, "Ustawa o VAT, art. 41 ust. 1 and art. 146ef")],
  PT: [rate("2011-01-01", 23, "CIVA artigo 18.º, n.º 1, alínea c)")],
  RO: [
    rate("2010-07-01", 24, "OUG 58/2010"),
    rate("2016-01-01", 20, "Legea 227/2015, articolul 291(1)"),
    rate("2017-01-01", 19, "Legea 227/2015, articolul 291(1)"),
    rate("2025-08-01", 21, "Legea 227/2015, articolul 291(1), Legea 141/2025"),
  ],
  SE: [rate("1990-07-01", 25, "ML (2023:200) 9 kap. 2 §")],
  SI: [rate("2013-07-01", 22, "ZDDV-1, 41. člen")],
  SK: [
    rate("2011-01-01", 20, "Zákon č. 222/2004 Z. z. § 27(1) and § 85j"),
    rate("2025-01-01", 23, "Zákon č. 278/2024 Z. z., čl. VII"),
  ],
  // Directive 2006/112/EC, article 105, allows lower rates in the two regions; the buyer's region determines the rate.
  // The regions have set the rates since Lei 12/2022, article 286. The current rates are in Ofício Circulado
  // 25045/2024.
  "PT-20": [
    rate("2014-01-01", 18, "Lei 83-C/2013; Lei 63-A/2015, artigo 2.º"),
    rate("2021-07-01", 16, "DLR 15-A/2021/A"),
  ],
  "PT-30": [rate("2012-04-01", 22, "Lei 14-A/2012, artigo 2.º")],
  // See Directive 2006/112/EC, article 104.
  "AT-JM": [rate("1995-01-01", 19, "UStG 1994 § 10(4)")],
  // These departments are outside the EU's VAT territory, but French law taxes sales from France to them (CGI article
  // 296).
  "FR-DOM": [rate("2014-01-01", 8.5, "CGI article 296, 1° b")],
};

const own = /^[A-Z]{2}-/;

export const memberStates: readonly string[] = Object.keys(rates).filter((place) => !own.test(place));

export const isMemberState = (country: string): boolean => memberStates.includes(country);

export const rateTable: readonly (readonly [string, readonly Rate[]])[] = Object.entries(rates);

// Rates change at local midnight, between three hours before and one hour after midnight UTC.
const zones: Readonly<Record<string, string>> = {
  BG: "Europe/Sofia",
  CY: "Asia/Nicosia",
  EE: "Europe/Tallinn",
  FI: "Europe/Helsinki",
  GR: "Europe/Athens",
  IE: "Europe/Dublin",
  LT: "Europe/Vilnius",
  LV: "Europe/Riga",
  PT: "Europe/Lisbon",
  "PT-20": "Atlantic/Azores",
  "PT-30": "Atlantic/Madeira",
  RO: "Europe/Bucharest",
};

const dayAt = (place: string, time: Date) =>
  // The Swedish date format is the ISO 8601 format.
  time.toLocaleDateString("sv-SE", { timeZone: lookup(zones, place) ?? "Europe/Brussels" });

export function rateAt(place: string, time: Date): number {
  const day = dayAt(place, time);
  const found = lookup(rates, place)?.findLast(({ from }) => from <= day);
  if (!found) throw new Error(`no VAT rate is known for ${place} on ${day}`);
  return found.bp;
}

export function nextRateChange(place: string, after: Date): Date | null {
  const today = dayAt(place, after);
  const next = lookup(rates, place)?.find(({ from }) => from > today);
  if (!next) return null;
  // All these zones differ from UTC by whole hours: at most three ahead, and never more than one behind.
  let change = Date.parse(next.from) - 3 * hourMs;
  while (dayAt(place, new Date(change)) < next.from) change += hourMs;
  return new Date(change);
}

const hourMs = 3_600_000;
