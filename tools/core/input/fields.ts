import * as z from "zod";
import { day } from "../text/text.ts";

/** Case and spaces do not matter: `Lumen Roll` means `lumen-roll`. */
export const slug = z
  .string()
  .transform((text) =>
    text
      .trim()
      .toLowerCase()
      .replace(/[\s_-]+/g, "-"),
  )
  .pipe(
    z
      .string()
      .min(1)
      .max(120)
      .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, "must consist of letters, digits and single hyphens"),
  );

const maxValues = 20;

/** In JSON Schema, this becomes an `anyOf`, which strict hosts support. */
export const oneOrMore = <Value extends z.ZodType<string, string>>(value: Value) =>
  z
    .union([value, z.array(value).min(1).max(maxValues)])
    .transform((given) => (Array.isArray(given) ? [...new Set(given)] : [given]) as z.output<Value>[]);

// Invisible characters that scripts (The Unicode Standard, 9.2 and 23.2) and emoji (UTS #51) need.
const meaningful = [
  "(?<=[\\p{L}\\p{M}--[\\p{sc=Latn}\\p{sc=Grek}\\p{sc=Cyrl}\\p{sc=Hani}\\p{sc=Hang}\\p{sc=Hira}\\p{sc=Kana}]])[\\u200c\\u200d]",
  "(?<=[\\p{Extended_Pictographic}\\p{Emoji_Modifier}]\\ufe0f?)\\u200d(?=\\p{Extended_Pictographic})",
  "(?<=\\p{Extended_Pictographic}|[#*0-9](?=\\ufe0f\\u20e3))[\\ufe0e\\ufe0f]",
  "\\u{1f3f4}[\\u{e0030}-\\u{e0039}\\u{e0061}-\\u{e007a}]{3,7}\\u{e007f}",
  "(?<=\\p{sc=Hani})[\\ufe00-\\ufe02\\u{e0100}-\\u{e01ef}]|(?<=\\p{sc=Mong})[\\u180b-\\u180f]",
].join("|");
const invisible = new RegExp(`(${meaningful})|[\\p{Default_Ignorable_Code_Point}\\ufff9-\\ufffb]`, "gv");
const directionMarks = "\u061c\u200e\u200f";
const rightToLeft = /[\p{sc=Arab}\p{sc=Hebr}\p{sc=Syrc}\p{sc=Thaa}\p{sc=Nkoo}]/u;

/** Keeps the characters that a script or emoji needs, and direction marks in right-to-left text. */
function withoutInvisible(text: string): string {
  const isRightToLeft = rightToLeft.test(text);
  const shown = text.replace(invisible, (found, needed) =>
    needed !== undefined || (isRightToLeft && directionMarks.includes(found)) ? found : "",
  );
  return /[^\s\p{M}\u2800]/u.test(shown) ? shown : "";
}

export const visibleLength = (text: string): number =>
  [...text.trim().replace(/[\p{Default_Ignorable_Code_Point}\u2800]/gu, "")].length;

export const line = (max: number) => folded(max, (text) => text.replace(/\s+/g, " "));

export const paragraphs = (max: number) =>
  folded(max, (text) =>
    text
      .replace(/\r\n?/g, "\n")
      .replace(/[^\S\n]+/g, " ")
      .replace(/ ?\n ?/g, "\n")
      .replace(/\n{3,}/g, "\n\n"),
  );

const folded = (max: number, fold: (text: string) => string) =>
  z
    .string()
    .transform((text) => fold(withoutInvisible(text)).trim())
    .pipe(
      z
        .string()
        .max(max)
        .refine((text) => !/[^\P{Cc}\n]/u.test(text), "must not contain control characters"),
    );

export const filled = (text: ReturnType<typeof line>) => text.pipe(z.string().min(1));

// URL parsers drop line breaks and add missing slashes, but readers would see the text as sent.
const completeUrl = /^https?:\/\/[^\s\p{Cc}]+$/iu;

export const wrongUrl = "must be an http or https URL without a user name";

function isWebUrl(value: string): boolean {
  const url = URL.parse(value);
  return url !== null && completeUrl.test(value) && url.username === "" && url.password === "";
}

export const webUrl = z.string().trim().max(2000).refine(isWebUrl, wrongUrl);

export const secureUrl = z
  .string()
  .trim()
  .max(2000)
  .refine(
    (value) => isWebUrl(value) && /^https:/i.test(value),
    "must be a URL that starts with https:// and has no user name",
  );

export const calendarDay = z.string().trim().refine(isDay, "must be a valid date, such as 2026-11-21");

function isDay(text: string): boolean {
  const time = Date.parse(`${text}T00:00:00Z`);
  // JavaScript parses some invalid days as days of the following month.
  return /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(time) && day(new Date(time).toISOString()) === text;
}

// The platforms are listed by name, because strict hosts do not support objects with arbitrary keys.
const profiles = {
  github: "https://github.com/acme",
  gitlab: "https://gitlab.com/acme",
  x: "https://x.com/acme",
  mastodon: "https://mastodon.social/@acme",
  bluesky: "https://bsky.app/profile/acme.example",
  linkedin: "https://www.linkedin.com/company/acme",
  youtube: "https://www.youtube.com/@acme",
  instagram: "https://www.instagram.com/acme",
  facebook: "https://www.facebook.com/acme",
  discord: "https://discord.gg/acme",
};
const withScheme = (text: string) =>
  /^[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+\/\S/u.test(text) ? `https://${text}` : text;
const profileUrl = z.string().trim().max(2000).overwrite(withScheme).refine(isWebUrl, wrongUrl);
const profile = (example: string) => profileUrl.optional().meta({ description: "URL", example });

/** Profile URLs by platform (`github`, `x`, …). Any short lower-case name is accepted. */
export const socialLinks = z
  .object(Object.fromEntries(Object.entries(profiles).map(([platform, example]) => [platform, profile(example)])))
  .catchall(profileUrl)
  .superRefine((links, context) => {
    for (const name of Object.keys(links))
      if (!/^[a-z0-9][a-z0-9_-]{0,39}$/.test(name))
        context.addIssue({
          code: "custom",
          path: [name],
          message: "must have a lower-case name of at most 40 letters, digits, hyphens or underscores",
        });
  })
  .transform((links) => links as Record<string, string>);

export const since = z
  .string()
  .max(40)
  .transform((text) => {
    const written = text.trim();
    const time = new Date(/^\d{4}-\d\d-\d\d$/.test(written) ? `${written}T00:00:00Z` : written);
    return /^\d{4}-\d\d-\d\d(?:$|[Tt ].*(?:[Zz]|[+-]\d\d:?\d\d)$)/.test(written) && !Number.isNaN(time.getTime())
      ? time.toISOString()
      : text;
  })
  .pipe(z.iso.datetime());

export const time = z.iso.datetime().describe("RFC 3339, UTC");
