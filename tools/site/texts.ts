import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { SiteSettings } from "#db/schema/sites.ts";
import { lookup } from "#db/values/lookup.ts";
import type { CallContext } from "../core/operations/context.ts";

/** The operator's pages. A site publishes a legal page only after the operator has accepted or replaced its text. */
export const siteTexts = [
  { name: "about", title: "About", isLegal: false },
  { name: "contact", title: "Contact", isLegal: false },
  { name: "terms", title: "Terms", isLegal: true },
  { name: "privacy", title: "Privacy", isLegal: true },
  { name: "imprint", title: "Imprint", isLegal: true },
] as const;
export type SiteText = (typeof siteTexts)[number];
export type DefaultTextName = Exclude<SiteText["name"], "about">;
export const legalTexts = siteTexts.filter(({ isLegal }) => isLegal) as { name: DefaultTextName; title: string }[];

/** The start of the names of the operator's own pages. No other route begins with it. */
export const ownPagePrefix = "pages/";
export const maxOwnPages = 20;

/** Splits the text of an own page into its title, which is its first line, and the rest. */
export function splitTitle(text: string): { title: string; body: string } | null {
  const [first, title] = /^# +([^\r\n{}]{1,100})(?:\r?\n|$)/.exec(text) ?? [];
  return title ? { title: title.trim(), body: text.slice(first!.length) } : null;
}

export const ownPages = ({ texts = {} }: SiteSettings): { name: string; title: string }[] =>
  Object.entries(texts).flatMap(([name, text]) => {
    const title = name.startsWith(ownPagePrefix) && splitTitle(text ?? "")?.title;
    return title ? { name, title } : [];
  });

interface DefaultText {
  /** Markdown with `{{placeholders}}`, as in Mustache. */
  source: string;
  /** What the operator has to check before accepting the text. */
  checks: string[];
}

const read = (name: DefaultTextName): DefaultText => {
  const text = readFileSync(join(import.meta.dir, "texts", `${name}.md`), "utf8");
  const [, comment = "", source = text] = /^<!--\n([\s\S]*?)-->\n+([\s\S]*)$/.exec(text) ?? [];
  return { source: source.trim(), checks: [...comment.matchAll(/^- (.+)$/gm)].map(([, point]) => point!) };
};

export const defaultTexts: Record<DefaultTextName, DefaultText> = {
  contact: read("contact"),
  terms: read("terms"),
  privacy: read("privacy"),
  imprint: read("imprint"),
};

/** Returns the pages that a site shows. Outside production, it also shows drafts of the legal pages for review. */
export const shownTexts = ({ texts = {} }: SiteSettings, isProduction: boolean): SiteText[] =>
  siteTexts.filter(({ name, isLegal }) => !isLegal || !isProduction || Object.hasOwn(texts, name));

export const showsText = (name: SiteText["name"], settings: SiteSettings, isProduction: boolean): boolean =>
  shownTexts(settings, isProduction).some((text) => text.name === name);

/** Services that receive personal data or websites' texts, from the configuration. */
export interface Recipients {
  stripe: boolean;
  vies: boolean;
  anthropic: boolean;
  /** A language model on a server that the operator chose. */
  model: boolean;
}

export type TextFacts = Pick<CallContext, "seller" | "teamEmail"> & {
  site: { name: string };
  urls: { base: string };
  recipients?: Recipients;
};

/** The variables without which a text would be incomplete. */
const variables = {
  operator: "SELLER_NAME",
  address: "SELLER_ADDRESS",
  address_lines: "SELLER_ADDRESS",
  vat_id: "SELLER_VAT_ID",
  email: "TEAM_EMAIL",
};

const countryNames = new Intl.DisplayNames("en", { type: "region" });

/** Escapes Markdown, including a list's mark at the start of a line, such as "1. floor" in a postal address. */
const escaped = (text: string | null | undefined) =>
  text?.replace(/[\\`*_[\]<>#|~]/g, "\\$&").replace(/^(\d*)([.)+-])/gm, "$1\\$2") ?? null;

type Values = Record<string, string | boolean | null>;
const noRecipients: Recipients = { stripe: false, vies: false, anthropic: false, model: false };

const valuesOf = ({ site, urls, seller, teamEmail, recipients = noRecipients }: TextFacts): Values => ({
  ...recipients,
  site: escaped(site.name),
  site_url: urls.base,
  operator: escaped(seller.name),
  address: escaped(seller.address),
  address_lines: escaped(seller.address?.split(/\s*,\s*/).join("\n")),
  country: countryNames.of(seller.country) ?? seller.country,
  vat_id: seller.vatId,
  email: teamEmail && `<${teamEmail}>`,
});

/** Fills in the placeholders. `missing` names the variables to set, and `unknown` the placeholders without a meaning. */
export function fillText(source: string, facts: TextFacts): { text: string; missing: string[]; unknown: string[] } {
  const values = valuesOf(facts);
  const [missing, unknown] = [new Set<string>(), new Set<string>()];
  const shownParts = (text: string): string =>
    text.replace(/\{\{([#^])(\w+)\}\}\n?([\s\S]*?)\{\{\/\2\}\}\n?/g, (whole, sign, name, part) => {
      const value = lookup(values, name);
      if (value === undefined) return whole;
      return Boolean(value) === (sign === "#") ? shownParts(part) : "";
    });
  const text = shownParts(source).replace(/\{\{([^{}]*)\}\}/g, (placeholder, name: string) => {
    const value = lookup(values, name);
    if (typeof value === "string") return value;
    const variable = lookup(variables, name);
    if (variable === undefined) unknown.add(placeholder);
    else missing.add(variable);
    return variable === undefined ? placeholder : `(${variable} is not set)`;
  });
  return { text: text.replace(/\n{3,}/g, "\n\n").trim(), missing: [...missing], unknown: [...unknown] };
}
