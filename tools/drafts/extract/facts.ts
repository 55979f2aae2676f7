import * as z from "zod";
import type { ListingValues, Plan } from "#db/schema/listing-fields.ts";
import { letters } from "../../core/text/closest-match.ts";
import { namedLicense } from "../../listings/shared/formats.ts";
import { isSameSite } from "../crawl/same-site.ts";
import type { CrawledPage } from "../shared/crawled-page.ts";
import { stringsOf } from "../shared/quotes.ts";
import { patternsOf } from "./phrases.ts";
import { findPlans } from "./plans.ts";
import { repository } from "./price-words.ts";
import { type Found, isHeading, type Passage, productThings, quotesOf, type Site, textsOf } from "./read-site.ts";
import { sentencesOf } from "./sentences.ts";
import phraseLists from "./words/facts.json" with { type: "json" };

const phrases = patternsOf(phraseLists);
const alphabet = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];
const codes = alphabet.flatMap((first) => alphabet.map((second) => first + second));

/** The codes of all regions or languages by their names in English and German. */
const byName = (type: "region" | "language", codes: string[]) =>
  new Map(
    ["en", "de"].flatMap((locale) => {
      const names = new Intl.DisplayNames(locale, { type, fallback: "none" });
      return codes.flatMap((code): [string, string][] => {
        const name = names.of(code);
        return name ? [[name, code]] : [];
      });
    }),
  );
const regions = byName(
  "region",
  codes.filter((code) => code !== "UK"),
);
for (const [name, code] of [
  ["EU", "EU"],
  ["USA", "US"],
  ["US", "US"],
  ["UK", "GB"],
] as const)
  regions.set(name, code);
const languages = byName(
  "language",
  codes.map((code) => code.toLowerCase()),
);

/** A value with the passage that states it. */
interface Stated extends Passage {
  value: string;
}

/** The site's own statements: sentences of its pages, except articles, questions and denials. */
function statementsOf(site: Site): Passage[] {
  return site.pages.flatMap(({ page, kind, content }) => {
    if (kind === "blog" || kind === "people") return [];
    const texts = kind === "home" ? [page.title, page.meta.description ?? "", ...footerOf(page)] : [];
    return [...content.map(({ text }) => text), ...texts]
      .flatMap((text) => (text.length > 60 ? sentencesOf(text) : [text]))
      .filter((text) => text.length <= 300 && !/[?？؟]$/u.test(text) && !phrases.denial.test(text))
      .map((text) => ({ page, text }));
  });
}

const footerOf = ({ blocks }: CrawledPage) => blocks.flatMap(({ region, text }) => (region === "footer" ? [text] : []));

const linksOf = (site: Site) => site.pages.flatMap(({ page }) => page.links.map((link) => ({ page, ...link })));

/** Returns the stated value, or null if the site states several different ones. */
function only(stated: readonly Stated[]): Found<string> | null {
  const found = all(stated);
  return found?.value.length === 1 ? { ...found, value: found.value[0]! } : null;
}

function all(stated: readonly Stated[]): Found<string[]> | null {
  const quotes = quotesOf(stated);
  return quotes.length > 0 ? { value: [...new Set(stated.map(({ value }) => value))], quotes } : null;
}

const eachMatch = (passages: readonly Passage[], pattern: RegExp, valueIn: (text: string) => string | null) =>
  passages.flatMap((passage): Stated[] => {
    const value = valueIn(pattern.exec(passage.text)?.slice(1).find(Boolean) ?? "");
    return value ? [{ ...passage, value }] : [];
  });

/** The id of a license that people write in several ways: "GPLv3", "Apache License, Version 2.0". */
function licenseNamed(text: string): string | null {
  const name = phrases.licenseName.exec(text)?.[0].replace(/\.html?$/u, "");
  return name ? namedLicense(name) : null;
}

function findLicense(site: Site, statements: readonly Passage[]) {
  const declared = productThings(site).flatMap(({ page, thing }) =>
    textsOf(thing.license).map((text): Passage => ({ page, text })),
  );
  const links = linksOf(site).map(({ page, text }) => ({ page, text }));
  return only([
    ...eachMatch(declared, /^(.+)$/u, licenseNamed),
    ...eachMatch(
      [...statements, ...links].filter(({ text }) => !phrases.othersLicense.test(text)),
      phrases.license,
      licenseNamed,
    ),
  ]);
}

function findRepository(site: Site, name: string) {
  const own = new Set([letters(name), ...new URL(site.url).hostname.split(".").slice(0, -1).map(letters)]);
  const declared = productThings(site).flatMap(({ page, thing }) =>
    textsOf(thing.codeRepository).map((text): Passage => ({ page, text })),
  );
  const { page } = site.home;
  const links = [...declared, ...linksOf(site).map(({ page, url }) => ({ page, text: url }))].map((passage) => ({
    ...passage,
    url: passage.text,
  }));
  const spelling = new Map<string, string>();
  return only(
    [...links, { page, text: page.title, url: site.url }].flatMap(({ page, text, url }): Stated[] => {
      const value = repository.exec(url)?.[0].replace(/\.git$/u, "");
      const [, owner, project] = value ? new URL(value).pathname.split("/") : [];
      const isOwn = project && own.has(letters(project)) && !/^(?:orgs|sponsors|topics|features)$/u.test(owner!);
      return value && isOwn ? [{ page, text, value: spelling.getOrInsert(value.toLowerCase(), value) }] : [];
    }),
  );
}

const target = z.array(z.object({ href: z.string() })).optional();
/** The links of an API catalog to documentation and descriptions (RFC 9727, section 4.1). */
const apiCatalog = z.object({
  linkset: z.array(z.object({ "service-doc": target, "service-desc": target })),
});

function findApi(site: Site) {
  const catalogued = site.documents.flatMap((page): Stated[] => {
    const catalog = apiCatalog.safeParse(page.jsonLd[0]?.content);
    const links = catalog.data?.linkset.flatMap((api) => api["service-doc"] ?? api["service-desc"] ?? []) ?? [];
    return links.flatMap(({ href }) =>
      URL.canParse(href) && isSameSite(site.url, href) ? [{ page, text: href, value: href }] : [],
    );
  });
  const linked = linksOf(site).flatMap(({ page, url, text }): Stated[] =>
    phrases.api.test(text) && isSameSite(site.url, url) && /api|developer/iu.test(url)
      ? [{ page, text, value: url }]
      : [],
  );
  return only([...catalogued, ...linked].slice(0, 1));
}

/** The address of a server in the text, such as the example of a configuration. A link may lead to a page about it. */
const findMcp = (site: Site) =>
  only(
    eachMatch(
      [
        ...site.pages.flatMap(({ page }) => page.blocks.map(({ text }) => ({ page, text }))),
        ...site.documents.flatMap((page) =>
          page.jsonLd.flatMap((thing) => stringsOf(thing)).map((text) => ({ page, text })),
        ),
      ],
      /(https:\/\/(?:mcp\.[\w.-]+(?:\/[\w./-]*)?|[\w.-]+\/(?:[\w-]+\/)*(?:mcp|sse)))(?![\w/-])/u,
      (url) => (URL.canParse(url) && isSameSite(site.url, url) ? url : null),
    ),
  );

const findRegions = (statements: readonly Passage[]) =>
  all(
    statements.flatMap((passage) =>
      [...passage.text.matchAll(new RegExp(phrases.dataRegion, "gu"))].flatMap(([, places = ""]) =>
        places.split(/,| and | or | und | oder |&/u).flatMap((place): Stated[] => {
          const value = regions.get(place.replace(/^\s*(?:the|der|den)\s/iu, "").trim());
          return value ? [{ ...passage, value }] : [];
        }),
      ),
    ),
  );

function findLanguages(site: Site, statements: readonly Passage[]) {
  const listed = statements.flatMap((passage): Stated[] => {
    const names = phrases.languages.exec(passage.text)?.[1]?.split(/, (?:and )?| and | & /u) ?? [];
    const codes = names.map((name) => languages.get(name));
    return names.length > 1 && codes.every(Boolean) ? codes.map((value) => ({ ...passage, value: value! })) : [];
  });
  const declared = productThings(site).flatMap(({ page, thing }) =>
    [...textsOf(thing.availableLanguage), ...textsOf(thing.inLanguage)].flatMap((text): Stated[] =>
      /^[a-z]{2}(?:-[A-Z]{2})?$/u.test(text) ? [{ page, text, value: text }] : [],
    ),
  );
  return all(listed.length > 0 ? listed : declared);
}

function findCertifications(site: Site, statements: readonly Passage[]): Found<ListingValues["certifications"]> | null {
  const stated = all(
    eachMatch(
      statements.filter(({ text }) => !phrases.othersCertificate.test(text)),
      phrases.certificate,
      (text) => (/27001/u.test(text) ? "ISO 27001" : /SOC/u.test(text) ? "SOC 2" : null),
    ),
  );
  const links = linksOf(site);
  return (
    stated && {
      quotes: stated.quotes,
      value: stated.value.map((name) => ({ name, url: links.find(({ text }) => text.includes(name))?.url ?? null })),
    }
  );
}

function findAlternatives(site: Site, name: string) {
  const { page, content } = site.home;
  const texts = [page.title, page.meta.description ?? "", ...content.filter(isHeading).map(({ text }) => text)];
  const links = linksOf(site).filter(({ url }) => isSameSite(site.url, url));
  const stated = [...texts.map((text) => ({ page, text })), ...links].flatMap(({ page, text }) =>
    [phrases.alternativeTo, phrases.alternative].flatMap((pattern) =>
      (pattern.exec(text)?.[1] ?? "")
        .split(/, (?:and |or )?| and | or | & |\/|, /u)
        .flatMap((other): Stated[] =>
          /^\p{Lu}/u.test(other) && !phrases.anyWord.test(other) && letters(other) !== letters(name)
            ? [{ page, text, value: other }]
            : [],
        ),
    ),
  );
  return all(stated.slice(0, 10));
}

/** Single sign-on that only the features of the last plan name is not in the plans before it. */
function findSso(site: Site, plans: Found<Plan[]> | null) {
  const page = site.pages.find(({ page }) => page.url === plans?.quotes[0]?.url)?.page;
  if (!plans || !page || plans.value.length < 2) return null;
  const last = plans.value.reduce(
    (at, { name }) =>
      at < 0
        ? at
        : page.blocks.findIndex(({ text }, i) => i > at && text.endsWith(name) && text.length < name.length + 4),
    0,
  );
  const named = page.blocks.flatMap(({ tag, text }, i) =>
    tag !== "td" && phrases.sso.test(text) && !phrases.denial.test(text) ? [{ i, text }] : [],
  );
  const [only, second] = named;
  const isPaid =
    only !== undefined && second === undefined && last > 0 && only.i > last && page.blocks[only.i]!.tag === "li";
  return isPaid ? { value: "paid" as const, quotes: quotesOf([{ page, text: only.text }]) } : null;
}

/** Finds the facts that the site states in a few unmistakable forms. Other facts stay unknown. */
export function findFacts(site: Site, name: string) {
  const plans = findPlans(site, name);
  const statements = statementsOf(site);
  const hosting = only(eachMatch(statements, phrases.selfHosted, (text) => text && "yes"));
  return {
    plans,
    sso: findSso(site, plans),
    license: findLicense(site, statements),
    repository: findRepository(site, name),
    self_hosted: hosting && { ...hosting, value: "yes" as const },
    api_url: findApi(site),
    mcp_url: findMcp(site),
    data_regions: findRegions(statements),
    languages: findLanguages(site, statements),
    certifications: findCertifications(site, statements),
    alternative_to: findAlternatives(site, name),
  };
}
