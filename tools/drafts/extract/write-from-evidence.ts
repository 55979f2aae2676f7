import { type DraftField, type DraftFields, emptyFields } from "../../listings/shared/fields.ts";
import type { DraftWriter, Evidence, Quote, WrittenDraft } from "../writing.ts";
import { findCategories } from "./categories.ts";
import { findDescription } from "./description.ts";
import { findFaqs } from "./faqs.ts";
import { findHeadline } from "./headline.ts";
import { findName } from "./name.ts";
import { findPlatforms } from "./platforms.ts";
import { findPricing } from "./pricing.ts";
import { readSite } from "./read-site.ts";
import { seoDescription, seoTitle } from "./seo.ts";
import { findSocials } from "./socials.ts";
import { findSummary } from "./summary.ts";
import { warningsOf } from "./warnings.ts";

/** Fills a draft from the crawled pages alone: the same pages always give the same draft. */
export const writeFromEvidence: DraftWriter = async (source, signal): Promise<WrittenDraft> => {
  signal.throwIfAborted();
  const fields: DraftFields = { ...emptyFields };
  const evidence: Evidence = {};
  const site = readSite(source);
  if (site === null) {
    const message = "No page of the site could be read. Fill in the draft yourself, or try again later.";
    return { fields, evidence, warnings: [{ code: "few_words", message }], writtenBy: "extractive" };
  }

  const keep = <Field extends DraftField>(
    field: Field,
    found: { value: DraftFields[Field]; quotes: Quote[] } | null,
  ) => {
    if (found === null) return;
    fields[field] = found.value;
    if (found.quotes.length > 0) evidence[field] = found.quotes;
  };
  const name = findName(site);
  const headline = findHeadline(site, name.value);
  const summary = findSummary(site, name.value, headline?.value ?? "");
  keep("name", name);
  keep("headline", headline);
  keep("summary", summary);
  const faqs = findFaqs(site);
  keep("description", findDescription(site, name.value, summary, faqs.value));
  const telling = [...(headline?.quotes ?? []), ...(summary?.quotes ?? [])];
  const platforms = findPlatforms(site);
  keep("categories", findCategories(site, source.categories, name.value, telling, platforms));
  keep("pricing", findPricing(site));
  keep("platforms", platforms);
  keep("socials", findSocials(site, name.value));
  keep("faqs", faqs);
  keep("seo_title", seoTitle(site, name, headline));
  keep("seo_description", seoDescription(site, name.value, summary));
  return { fields, evidence, warnings: warningsOf(site, fields, name.quotes.length === 0), writtenBy: "extractive" };
};
