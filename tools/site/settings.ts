import * as z from "zod";
import type { SiteRow } from "#db/queries/sites/sites.ts";
import type { SiteSettings } from "#db/schema/sites.ts";
import { registrationModes, reviewModes } from "#db/schema/vocabulary.ts";
import { readableAccent } from "#db/values/accent.ts";
import { lookup } from "#db/values/lookup.ts";
import { photoLimits } from "../core/images/encode-image.ts";
import { filled, line } from "../core/input/fields.ts";
import { whyNotSold } from "../core/text/currency.ts";
import { readProductTypes } from "../search/shared/product-types.ts";
import { readNavigation } from "./navigation.ts";
import { siteRules } from "./shared/rules.ts";
import { ownPagePrefix, siteTexts } from "./texts.ts";

/** A setting of a site. The operations, the commands and the page of the team take it from here. */
export interface Setting {
  schema: z.ZodType;
  /** The following properties are those of a field in a form. */
  label: string;
  hint?: string;
  options?: Record<string, string>;
  keyboard?: "code" | "decimal";
  rows?: number;
  accept?: string;
  /** For commands and assistants, if the label is not enough. */
  help?: string;
  /** Its place in `SiteSettings`. Absent for columns of the site. */
  at?: readonly [group: string, key: string];
  /** The content of a file on the command line. */
  file?: "base64" | "utf8";
}

const { maxMegabytes, maxMegapixels } = photoLimits;
const hostPattern = /^(?=.{1,253}$)[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$/;

/** A text for which `whyNot` returns what is wrong, or null. */
const checked = (text: z.ZodString, whyNot: (text: string) => string | null | undefined) =>
  text.superRefine((value, { addIssue }) => {
    const message = whyNot(value);
    if (message) addIssue({ code: "custom", message });
  });

/** Links must be readable on white. */
function whyTooLight(accent: string): string | null {
  const shade = /^#[0-9a-f]{6}$/.test(accent) ? readableAccent(accent) : accent;
  if (shade === accent) return null;
  return `is too light for text on white (WCAG 2.2 requires a contrast ratio of 4.5:1); use ${shade} or a darker colour`;
}

const faultIn = ([fault]: { line: number; message: string }[]) => fault && `line ${fault.line} ${fault.message}`;

function faultInKinds(kinds: string): string | undefined {
  const fault = faultIn(readProductTypes(kinds).faults);
  return fault && `${fault}; write “kind: other names > well-known products”`;
}

const colour = z
  .string()
  .toLowerCase()
  .regex(/^#[0-9a-f]{6}$/, "must be a colour such as #0b7a6f");

const links = (name: "header" | "footer", max: number) =>
  ({
    schema: checked(z.string().max(10_000), (text) => faultIn(readNavigation(text, max).faults)).nullable(),
    label: `Links in the ${name}`,
    hint: `One line each, such as “FAQ > /pages/faq” or “Forum > https://forum.example.org”. Up to ${max} lines. Leave this empty for the default links.`,
    help: `links in the ${name}, one line each: “label > path of this site or https URL”; they replace the default links`,
    rows: 8,
    at: ["navigation", name],
    file: "utf8",
  }) as const;

export const siteFacts = {
  name: { schema: filled(line(200)), label: "Name" },
  tagline: { schema: line(500), label: "Tagline" },
  host: {
    schema: z.string().regex(hostPattern, "must be a host name in lower case, without a scheme or port").nullable(),
    label: "Host",
    hint: "The site moves to this host at once. The default site, which answers for every other host, has none.",
    help: "host name; the site without one is the default site",
    keyboard: "code",
  },
  currency: {
    schema: checked(z.string(), (code) => {
      const why = whyNotSold(code);
      return why && `${code} ${why}; use another currency, such as EUR or USD`;
    }),
    label: "Currency",
    hint: "The ISO 4217 code, such as EUR. The numbers of your prices do not change.",
    help: "ISO 4217 code",
    keyboard: "code",
  },
  accent: {
    schema: checked(colour, whyTooLight).nullable(),
    label: "Accent colour",
    hint: "Such as #006060. Leave this empty for the default colour.",
    help: "colour of links and buttons, such as #0b7a6f",
    keyboard: "code",
    at: ["look", "accent"],
  },
  mail_background: {
    schema: colour.nullable(),
    label: "Background colour of emails",
    hint: "Links and buttons in emails have the accent colour. Dark mode has its own background and a lighter shade of the accent.",
    help: "background of emails outside dark mode, such as #f6f1e7",
    keyboard: "code",
    at: ["look", "mailBackground"],
  },
  logo: {
    schema: z.base64().nullable(),
    label: "Logo",
    hint: `PNG, JPEG or WebP, up to ${maxMegabytes} MB and ${maxMegapixels} megapixels. It is also the icon in browser tabs.`,
    help: "image beside the site's name and in browser tabs",
    accept: "image/png,image/jpeg,image/webp",
    at: ["look", "logo"],
    file: "base64",
  },
  header_links: links("header", 10),
  footer_links: links("footer", 30),
  kinds: {
    schema: checked(z.string().max(200_000), faultInKinds).nullable(),
    label: "Product kinds",
    hint: "Search knows these kinds in addition to its own. One line each, such as “kind: other names > well-known products”, with names separated by commas.",
    help: 'additional product kinds for search, one line each: "kind: other names > well-known products ? everyday words", separated by commas',
    rows: 8,
    at: ["kinds", ""],
    file: "utf8",
  },
  data_licence: {
    schema: line(200).nullable(),
    label: "Licence of the public data",
    hint: "Such as CC-BY-4.0. With a licence, everybody can download the public data every night. Leave this empty to offer no download.",
    help: "licence of the nightly files of public data, such as CC-BY-4.0; without it, there are none",
    at: ["data", "licence"],
  },
  review: {
    schema: z.enum(reviewModes),
    label: "Review before launch",
    options: { off: "Off", first: "First listing of an account", always: "Always" },
    at: ["review", "mode"],
  },
} as const satisfies Record<string, Setting>;

const sentence = (about: string, key: string) => ({
  schema: line(300).nullable(),
  label: `Sentence about ${about}`,
  hint: "Leave this empty for the default sentence.",
  at: ["access", key] as const,
});

export const siteAccess = {
  registration: {
    schema: z.enum(registrationModes),
    label: "Registration",
    help: "who may create an account; only on the default site",
    options: { open: "Open", by_invitation: "By invitation", closed: "Closed" },
    at: ["access", "registration"],
  },
  registration_sentence: sentence("registration", "registrationSentence"),
  submissions: {
    schema: z.enum(["open", "closed"]),
    label: "Submissions",
    help: "whether the site takes new products",
    options: { open: "Open", closed: "Closed" },
    at: ["access", "submissions"],
  },
  submissions_sentence: sentence("submissions", "submissionsSentence"),
} as const satisfies Record<string, Setting>;

const maxNumber = 100_000;
const numberSchema = z.int().min(0).max(maxNumber).nullable();

function number(group: string, key: string, label: string, hint?: string): Setting {
  const preset = valueAt(siteRules({}), [group, key]);
  const hints = `${hint ? `${hint}. ` : ""}Default: ${preset}.`;
  return { schema: numberSchema, label, hint: hints, keyboard: "decimal", at: [group, key] };
}

const siteNumbers = {
  "review.hours": number("review", "hours", "Hours until a review", "The expected time, which owners see"),
  "claims.per_hour": number("claims", "perHour", "Claims per hour", "For each account"),
  "story.min_words": number("storyRules", "minWords", "Least words in a founder story"),
  "story.min_sections": number("storyRules", "minSections", "Least sections in a founder story"),
  "story.min_section_words": number("storyRules", "minSectionWords", "Least words in a section of a story"),
  "story.min_bio_characters": number("storyRules", "minBioCharacters", "Least characters in a founder's bio"),
  "queue.places_per_week": number("freeQueue", "placesPerWeek", "Free launches per week"),
  "queue.paid_places_per_week": number("freeQueue", "paidPlacesPerWeek", "Paid launches per week"),
  "queue.first_week_offset": number("freeQueue", "firstWeekOffset", "Weeks before the first free launch"),
  "queue.weeks_ahead": number("freeQueue", "weeksAhead", "Weeks that can be booked"),
  "queue.places_per_account": number("freeQueue", "perAccount", "Waiting free launches per account"),
  "queue.places_per_domain": number("freeQueue", "perDomain", "Waiting free launches per product domain"),
  "drafts.per_day": number("drafts", "perDay", "Drafts per day", "For each account. 0 closes submissions"),
  "drafts.invites_per_draft": number("drafts", "invitesPerDraft", "Invitations per draft"),
  "listings.updates_per_day": number("listings", "updatesPerDay", "Updates per day", "For each listing"),
  "listings.milestones": number("listings", "milestones", "Milestones per listing"),
  "links.followed": number("links", "followed", "Followed links", "0 adds nofollow to all links of listings"),
  "insights.shown": number(
    "insights",
    "shown",
    "Public figures",
    "1 shows on listings how often they were seen this month",
  ),
  "indexnow.notified": number(
    "searchEngines",
    "notified",
    "Notified search engines",
    "1 sends the URLs of new, changed and removed pages to IndexNow; only from https sites with a public host name",
  ),
};

export const settingNames = Object.keys(siteNumbers) as (keyof typeof siteNumbers)[];

export const canBeNull = ({ schema }: Setting): boolean => schema.safeParse(null).success;

export const helpOf = ({ help, label }: Setting): string => help ?? label.toLowerCase();

type Fields<Table extends Record<string, Setting>> = { [Name in keyof Table]: z.ZodOptional<Table[Name]["schema"]> };

function fieldsOf<Table extends Record<string, Setting>>(table: Table) {
  const fields = Object.entries(table).map(([name, setting]) => {
    const help = helpOf(setting) + (canBeNull(setting) ? "; null restores the default" : "");
    return [name, setting.schema.optional().describe(help)];
  });
  return Object.fromEntries(fields) as Fields<Table>;
}

const textSchema = z.string().max(50_000).nullable();
const textNames = siteTexts.map(({ name }) => name);
const textName = z
  .string()
  .regex(
    new RegExp(`^(?:${textNames.join("|")}|${ownPagePrefix}[a-z0-9]+(?:-[a-z0-9]+)*)$`),
    `must be ${textNames.join(", ")} or a path such as pages/faq`,
  )
  .max(80);

const textSetting = (name: string, label: string, hint: string): Setting => ({
  ...{ schema: textSchema, label, hint, rows: 12, at: ["texts", name] },
});
const textHint = "Markdown. Leave this empty to remove your text.";
const textSettings = Object.fromEntries(siteTexts.map(({ name, title }) => [name, textSetting(name, title, textHint)]));

const pageHint = "Markdown. The first line is the title, such as “# FAQ”. Leave this empty to remove the page.";

/** The texts of the operator's own pages, by their path in the input. */
export const ownPageSettings = (names: string[]): Record<string, Setting> =>
  Object.fromEntries(names.map((name) => [`texts.${name}`, textSetting(name, "Text", pageHint)]));

export const siteInput = z.strictObject({
  ...fieldsOf(siteFacts),
  access: z.strictObject(fieldsOf(siteAccess)).optional(),
  settings: z.partialRecord(z.enum(settingNames), numberSchema).optional(),
  texts: z
    .record(textName, textSchema)
    .optional()
    .describe(
      "Markdown of the operator's pages by path, such as imprint or pages/faq; a text in pages/ begins with the title, such as # FAQ; null removes a page",
    ),
});

/** All settings by their path in the input. */
export const siteSettings: Record<string, Setting> = { ...siteFacts };
for (const [group, table] of Object.entries({ access: siteAccess, settings: siteNumbers, texts: textSettings }))
  for (const [name, setting] of Object.entries(table)) Object.assign(siteSettings, { [`${group}.${name}`]: setting });

type Group = Record<string, unknown>;

function valueAt(groups: object, [group, key]: NonNullable<Setting["at"]>): unknown {
  const part = lookup(groups as Group, group);
  return key === "" || part === undefined ? part : lookup(part as Group, key);
}

/** Returns the site's own value of a setting. */
export const settingOf = (site: SiteRow, name: string, { at }: Setting): unknown =>
  at ? valueAt(site.settings, at) : lookup(site as unknown as Group, name);

/** Merges the given settings into the known ones. Null or empty text restores a default. */
export function changedSettings(known: SiteSettings, given: Group, now: Date): SiteSettings {
  const next = structuredClone(known);
  for (const [path, { at }] of Object.entries({
    ...siteSettings,
    ...ownPageSettings(Object.keys(given.texts ?? {})),
  })) {
    const [from, name = ""] = /^(access|settings|texts)\.(.+)$/.exec(path)?.slice(1) ?? [path];
    const value = valueAt(given, [from!, name]);
    const wanted = value === null || value === "" ? undefined : value;
    if (!at || value === undefined || wanted === valueAt(next, at)) continue;
    const [group, key] = at;
    const put = (place: string, entry: unknown) =>
      Object.assign(next, { [place]: { ...(lookup(next as Group, place) as object | undefined), [key]: entry } });
    if (key === "") Object.assign(next, { [group]: wanted });
    else put(group, wanted);
    if (group === "texts") put("textDates", wanted && now.toISOString());
  }
  return next;
}
