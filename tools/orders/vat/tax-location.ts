import { plainPostcode } from "./postcodes.ts";
import { isMemberState } from "./rates.ts";

export interface TaxLocation {
  /** The member state whose VAT applies at the address; null outside the EU's VAT territory. */
  memberState: string | null;
  /** The key of the VAT rates that apply at the address (rates.ts); null if no EU rate applies. */
  rates: string | null;
  territory: string | null;
}

interface Territory {
  name: string;
  /** The country of the address. */
  country: string;
  /** Matches the territory's postcodes, written without spaces. */
  postcodes: RegExp;
  memberState?: string;
  rates?: string;
}

const any = /^/;

/**
 * Directive 2006/112/EC, articles 6 (as amended by Directive (EU) 2019/475) and 7, unless a line says otherwise; read
 * 2026-11-22.
 */
const territories: readonly Territory[] = [
  { name: "the Canary Islands", country: "ES", postcodes: /^(?:35|38)\d{3}$/ },
  { name: "Ceuta", country: "ES", postcodes: /^51\d{3}$/ },
  { name: "Melilla", country: "ES", postcodes: /^52\d{3}$/ },
  { name: "Åland", country: "FI", postcodes: /^22\d{3}$/ },
  { name: "Heligoland", country: "DE", postcodes: /^27498$/ },
  { name: "Büsingen", country: "DE", postcodes: /^78266$/ },
  { name: "Livigno", country: "IT", postcodes: /^23041$/ },
  { name: "Campione d'Italia", country: "IT", postcodes: /^2206[01]$/ },
  { name: "Mount Athos", country: "GR", postcodes: /^6308[67]$/ },
  // CGI article 294: France's own VAT applies in Guadeloupe, Martinique and Réunion, but not in Guyane and Mayotte.
  { name: "Guadeloupe", country: "FR", postcodes: /^971(?!77|33|50|51)\d\d$/, rates: "FR-DOM" },
  { name: "Martinique", country: "FR", postcodes: /^972\d\d$/, rates: "FR-DOM" },
  { name: "Réunion", country: "FR", postcodes: /^974\d\d$/, rates: "FR-DOM" },
  { name: "an overseas territory of France", country: "FR", postcodes: /^97[135678]\d\d$|^98[4678]\d\d$/ },
  { name: "Monaco", country: "FR", postcodes: /^980\d\d$/, memberState: "FR" },
  // Greenland is not part of the EU (article 204 TFEU). San Marino and the Vatican have Italian postcodes.
  { name: "Greenland", country: "DK", postcodes: /^39\d\d$/ },
  { name: "San Marino", country: "IT", postcodes: /^4789\d$/ },
  { name: "Vatican City", country: "IT", postcodes: /^00120$/ },
  // Articles 104 and 105: these regions have their own rates within a member state.
  {
    name: "Jungholz and Mittelberg",
    country: "AT",
    postcodes: /^(?:6691|699[123])$/,
    memberState: "AT",
    rates: "AT-JM",
  },
  { name: "Madeira", country: "PT", postcodes: /^9[0-4]\d\d(?:\d{3})?$/, memberState: "PT", rates: "PT-30" },
  { name: "the Azores", country: "PT", postcodes: /^9[5-9]\d\d(?:\d{3})?$/, memberState: "PT", rates: "PT-20" },
  // Akrotiri and Dhekelia count as part of Cyprus.
  { name: "the Sovereign Base Areas in Cyprus", country: "GB", postcodes: /^BFPO5[78]$/, memberState: "CY" },
  // Northern Ireland is in the EU's VAT territory for goods only (Protocol on Ireland/Northern Ireland, article 8 with
  // annex 3).
  { name: "Northern Ireland", country: "GB", postcodes: /^BT\d/ },
  // These territories have country codes of their own.
  { name: "Monaco", country: "MC", postcodes: any, memberState: "FR" },
  { name: "the Canary Islands", country: "IC", postcodes: any },
  { name: "Ceuta and Melilla", country: "EA", postcodes: any },
  { name: "Åland", country: "AX", postcodes: any },
  { name: "Guadeloupe", country: "GP", postcodes: any, rates: "FR-DOM" },
  { name: "Martinique", country: "MQ", postcodes: any, rates: "FR-DOM" },
  { name: "Réunion", country: "RE", postcodes: any, rates: "FR-DOM" },
];

/** Returns where an address is taxed. Without a postcode, the country's mainland is assumed. */
export function placeOf(country: string, postcode: string | null): TaxLocation {
  const code = plainPostcode(postcode ?? "", country);
  const found = territories.find((one) => one.country === country && one.postcodes.test(code));
  if (found) {
    const { name, memberState = null, rates = memberState } = found;
    return { memberState, rates, territory: name };
  }
  const home = isMemberState(country) ? country : null;
  return { memberState: home, rates: home, territory: null };
}
