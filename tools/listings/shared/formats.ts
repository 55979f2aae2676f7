import correctLicense from "spdx-correct";
import parseExpression from "spdx-expression-parse";

// Bun gives a JSON file's module object to `require` once the file was imported, and the parser requires these files.
import deprecatedIds = require("spdx-license-ids/deprecated.json");
import licenseIds = require("spdx-license-ids/index.json");

import { licenseIds as idsIn } from "#db/queries/search/search-facts.ts";
import { fold } from "#db/queries/search/search-text.ts";
import type { TextKind } from "#db/schema/listing-fields.ts";
import { line, webUrl, wrongUrl } from "../../core/input/fields.ts";
import { closestMatch } from "../../core/text/closest-match.ts";
import { currencies } from "../../core/text/currency.ts";

export const proprietary = "proprietary";

const spelling = new Map([...licenseIds, ...deprecatedIds, proprietary].map((id) => [id.toLowerCase(), id]));
const words = new Set(["and", "or", "with"]);

/**
 * Returns an SPDX expression (SPDX specification 2.3, annex D) with the ids' own spelling, or null if it is not valid.
 * Deprecated ids such as `GPL-3.0` get their present names, without permission for later versions.
 */
export function licenseExpression(text: string): string | null {
  const written = text
    .trim()
    .replace(/[^\s()+]+/g, (id) =>
      words.has(id.toLowerCase()) ? id.toUpperCase() : (spelling.get(id.toLowerCase()) ?? id),
    )
    .replace(/([^\s()+]+)(\+?)/g, (found, id: string, plus: string) =>
      deprecatedIds.includes(id) && licenseIds.includes(`${id}-only`) ? `${id}-${plus ? "or-later" : "only"}` : found,
    );
  if (written === proprietary) return written;
  try {
    parseExpression(written);
    return written;
  } catch {
    return null;
  }
}

/** Returns the SPDX expression for a license's usual name, or null. A version that the name lacks is never guessed. */
export function namedLicense(name: string): string | null {
  if (/^\W*proprietary$/i.test(name)) return proprietary;
  const exact = licenseExpression(name);
  if (exact !== null) return exact;
  const near = correctLicense(name, { upgrade: false });
  const numbers = near?.match(/\d+/g) ?? [];
  return near !== null && numbers.every((number) => number === "0" || name.includes(number))
    ? licenseExpression(near)
    : null;
}

/**
 * The license ids that meet a condition. An id means itself, and an expression all its ids. A family or a deprecated id,
 * such as `AGPL` and `AGPL-3.0`, means every id that begins with it. Returns none if there is no such license.
 */
export function licensesMatching(text: string): string[] {
  const asked = text.trim().toLowerCase();
  const exact = spelling.get(asked);
  if (exact !== undefined && !deprecatedIds.includes(exact)) return [exact];
  const begun = licenseIds.filter((id) => id.toLowerCase().startsWith(`${asked}-`));
  if (begun.length > 0) return begun;
  const expression = licenseExpression(text);
  return expression === null ? [] : idsIn(expression);
}

/** The newest version of a licence whose id begins with a text: `GPL-3.0-only` for `GPL`. */
function newestLicense(begun: string): string[] {
  const versions = new RegExp(`^${RegExp.escape(begun)}[-.]\\d+(?:\\.\\d+)*(?:-only)?$`, "i");
  const ids = licenseIds.filter((id) => versions.test(id));
  return ids.toSorted((one, other) => other.localeCompare(one, "en", { numeric: true })).slice(0, 1);
}

function similarLicenses(id: string): string[] {
  if (id === "" || spelling.has(id.toLowerCase())) return [];
  // People write BSL for the Boost and for the Business Source License.
  const begun = [id, ...(/^bsl/i.test(id) ? [id.replace(/^b/i, "BU")] : [])].flatMap(newestLicense);
  return begun.length > 0 ? begun : [closestMatch(id, spelling.values()) ?? []].flat();
}

function wrongLicense(text: string): string {
  const ids = text.split(/[\s()]+/);
  if (ids.some((id) => id.toLowerCase() === proprietary))
    return 'must be "proprietary" alone, or an SPDX expression without it';
  const near = ids.map(similarLicenses).find((found) => found.length > 0);
  return `must be an SPDX expression such as "MIT OR Apache-2.0", or "proprietary"${near ? `; did you mean ${near.join(" or ")}?` : ""}`;
}

/** Checks a text and returns it in its usual spelling, or null if it is not valid. */
export const formats = {
  license: { read: licenseExpression, fault: wrongLicense },
  currency: {
    read: (text: string) => currencies.find((code) => code === text.toUpperCase()) ?? null,
    fault: (text: string) => nearest("an ISO 4217 currency such as EUR", text.toUpperCase(), currencies),
  },
  language: {
    read: languageCode,
    fault: () => "must be a language code such as en or pt-BR (BCP 47)",
  },
  region: {
    read: (text: string) => (text.toUpperCase() === "EU" || isRegion(text) ? text.toUpperCase() : null),
    fault: () => "must be a country code such as DE (ISO 3166), or EU",
  },
};

function nearest(wanted: string, text: string, known: readonly string[]): string {
  const near = closestMatch(text, known);
  return `must be ${wanted}${near === null ? "" : `; did you mean ${near}?`}`;
}

const languageNames = new Intl.DisplayNames("en", { type: "language", fallback: "none" });
const englishRegions = new Intl.DisplayNames("en", { type: "region", fallback: "none" });

/** The name of a language in English. Older records may have codes that are not valid. */
export function languageName(code: string): string {
  try {
    return languageNames.of(code) ?? code;
  } catch {
    return code;
  }
}

const letters = [..."abcdefghijklmnopqrstuvwxyz"];
const codes = letters.flatMap((first) => letters.map((second) => first + second));
/** The codes of languages by their names in English and in the language itself. */
export const languageCodes = new Map(
  codes
    .filter((code) => languageNames.of(code) !== undefined)
    .flatMap((code) =>
      [languageName(code), new Intl.DisplayNames(code, { type: "language" }).of(code)!].map(
        (name): [string, string] => [fold(name), code],
      ),
    ),
);

function languageCode(text: string): string | null {
  const named = languageCodes.get(fold(text.trim()));
  if (named !== undefined) return named;
  try {
    const [code] = Intl.getCanonicalLocales(text.trim());
    return code !== undefined && languageNames.of(code) !== undefined ? code : null;
  } catch {
    return null;
  }
}

/** User-assigned codes (ISO 3166-1, 8.1.3) are no countries, except that of Kosovo. Nor are the eurozone and the UN. */
const noCountry = /^(?:AA|Q[M-Z]|X[A-JL-Z]|ZZ|EZ|UN)$/i;
const isRegion = (text: string) =>
  /^[a-z]{2}$/i.test(text) && !noCountry.test(text) && englishRegions.of(text.toUpperCase()) !== undefined;

export const regionName = (code: string): string =>
  code === "EU" ? "European Union" : isRegion(code) ? englishRegions.of(code)! : code;

/** The folded names of countries and of the European Union, in languages that many people search in. */
export const regionNames: string[] = ["en", "de", "fr", "es"].flatMap((language) => {
  const names = new Intl.DisplayNames(language, { type: "region" });
  return codes.filter((code) => code === "eu" || isRegion(code)).map((code) => fold(names.of(code.toUpperCase())!));
});

/** The schema of a line. Empty text is valid, because it clears a field. */
export function formatted({ format, max }: TextKind): ReturnType<typeof line> {
  const text = line(max);
  if (format === undefined) return text;
  if (format === "url")
    return text.refine((url) => url === "" || webUrl.safeParse(url).success, {
      error: ({ input }) =>
        /^https?:\/\//i.test(String(input)) ? wrongUrl : "must be a URL that begins with https://",
    }) as never;
  const { read, fault } = formats[format];
  return text
    .refine((sent) => sent === "" || read(sent) !== null, { error: ({ input }) => fault(String(input)) })
    .transform((sent) => (sent === "" ? "" : read(sent)!)) as never;
}
