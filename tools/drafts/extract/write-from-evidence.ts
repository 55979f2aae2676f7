import { type DraftField, type DraftFields, emptyFields } from "../../listings/shared/fields.ts";
import { passagesOf } from "../evidence/passages.ts";
import type { DraftWriter, Evidence, Quote, WrittenDraft } from "../shared/writing.ts";
import { findFacts } from "./facts.ts";
import { findFaqs } from "./faqs.ts";
import { findHeadline } from "./headline.ts";
import { findName } from "./name.ts";
import { findPlatforms } from "./platforms.ts";
import { findPricing } from "./pricing.ts";
import { readSite, type Site } from "./read-site.ts";
import { seoDescription, seoTitle } from "./seo.ts";
import { findSocials } from "./socials.ts";
import { findSummary } from "./summary.ts";
import { warningsOf } from "./warnings.ts";

/** Writes a draft from the crawled pages alone. The same pages always give the same draft. */
export const writeFromEvidence: DraftWriter = async (source, signal): Promise<WrittenDraft> => {
  signal.throwIfAborted();
  const fields: DraftFields = { ...emptyFields };
  const evidence: Evidence = {};
  const site = readSite(source);
  if (site === null) {
    const message = "We could not read any page of the website. Fill in the draft yourself, or try again later.";
    return { fields, evidence, passages: [], warnings: [{ code: "few_words", message }], writtenBy: "extractive" };
  }

  const found = findFields(site);
  for (const [field, fact] of Object.entries(found)) {
    if (fact === null) continue;
    Object.assign(fields, { [field]: fact.value });
    if (fact.quotes.length > 0) Object.assign(evidence, { [field]: fact.quotes });
  }
  const warnings = warningsOf(site, fields, found.name.quotes.length === 0);
  return { fields, evidence, passages: passagesOf(site, fields.name), warnings, writtenBy: "extractive" };
};

function findFields(site: Site) {
  const name = findName(site);
  const headline = findHeadline(site, name.value);
  const summary = findSummary(site, name.value);
  return {
    name,
    headline,
    summary,
    pricing: findPricing(site),
    platforms: findPlatforms(site),
    socials: findSocials(site, name.value),
    faqs: findFaqs(site),
    ...findFacts(site, name.value),
    seo_title: seoTitle(site, name, headline),
    seo_description: seoDescription(site, name.value, summary),
  } satisfies { [Field in DraftField]?: { value: DraftFields[Field]; quotes: Quote[] } | null };
}
