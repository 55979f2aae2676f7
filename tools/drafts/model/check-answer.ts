import { fieldOf, listingFields } from "#db/schema/listing-fields.ts";
import type { DraftField, DraftFields } from "../../listings/shared/fields.ts";
import { entryLimits } from "../../listings/shared/fields.ts";
import { isInstruction } from "../../moderation/shared/text-scan.ts";
import { saysPlatform } from "../extract/platforms.ts";
import { saysPricing } from "../extract/pricing.ts";
import { textsOf } from "../extract/read-site.ts";
import { clipText } from "../extract/sentences.ts";
import { isMe, profileOf } from "../extract/social-networks.ts";
import type { CrawledPage, PageLink } from "../shared/crawled-page.ts";
import { quoteFrom, standsIn } from "../shared/quotes.ts";
import type { DraftSource, Evidence, Quote } from "../shared/writing.ts";
import { type AnswerQuote, type ModelAnswer, type TextName, textNames } from "./answer-schema.ts";
import { plainLine, plainText } from "./plain-text.ts";
import { addressKey, factsOf, inventionsIn, type SiteFacts } from "./site-facts.ts";

export interface CheckedAnswer {
  fields: Partial<DraftFields>;
  evidence: Evidence;
  dropped: DraftField[];
}

const quotesPerField = 3;
/** The minimum number of characters in a quote. Shorter text appears on any page. */
const leastQuote = { prose: 8, fact: 2 };

interface Proven<Value> {
  value: Value;
  quotes: Quote[];
}

/** Checks every part of an answer against the crawled pages, because a page may have manipulated the model. */
export function checkAnswer(answer: ModelAnswer, source: DraftSource): CheckedAnswer {
  const { pages } = source;
  const facts = factsOf(pages);
  const checked: CheckedAnswer = { fields: {}, evidence: {}, dropped: [] };

  function keep<Field extends DraftField>(
    field: Field,
    wasFilled: boolean,
    proven: Proven<DraftFields[Field]> | null,
  ): void {
    if (!proven) {
      if (wasFilled) checked.dropped.push(field);
      return;
    }
    checked.fields[field] = proven.value;
    checked.evidence[field] = unique(proven.quotes).slice(0, quotesPerField);
  }

  const keepText = (field: TextName) => {
    const read = fieldOf[field].kind === "line" ? plainLine : plainText;
    const { text, quotes } = answer[field];
    const proof = provenQuotes(pages, quotes, leastQuote.prose);
    keep(field, text.trim() !== "", provenText(read(text), proof, field, facts));
  };
  const name = plainLine(answer.name.text);
  const naming = provenQuotes(pages, answer.name.quotes, leastQuote.fact).filter(({ quote }) =>
    quote.toLowerCase().includes(name.toLowerCase()),
  );
  keep("name", name !== "", provenText(name, naming, "name", facts));
  for (const field of textNames) if (field !== "name") keepText(field);

  keep("categories", answer.categories.length > 0, provenCategories(answer, source));
  const { model, quotes } = answer.pricing;
  const hasPricing = model !== "unknown";
  // A quote from the page may be about anything, so it must state the value taken from it.
  const priced = provenQuotes(pages, quotes, leastQuote.fact).filter(
    ({ quote }) => hasPricing && saysPricing(quote, model),
  );
  keep("pricing", hasPricing, hasPricing && priced.length > 0 ? { value: model, quotes: priced } : null);
  keep("platforms", answer.platforms.length > 0, provenPlatforms(answer, pages));
  keep("socials", answer.socials.length > 0, provenSocials(answer, pages));
  keep("faqs", answer.faqs.length > 0, provenFaqs(answer, pages, facts));
  return checked;
}

function provenText(text: string, quotes: Quote[], field: TextName, facts: SiteFacts): Proven<string> | null {
  const { min, max } = listingFields[field];
  const value = clipText(text, max);
  const isLongEnough = value !== "" && [...value].length >= min;
  return isLongEnough && quotes.length > 0 && inventionsIn(value, facts).length === 0 ? { value, quotes } : null;
}

function provenCategories(answer: ModelAnswer, { pages, categories }: DraftSource): Proven<string[]> | null {
  const known = new Set(categories.map(({ slug }) => slug));
  const proven = answer.categories
    .filter(({ slug }) => known.has(slug))
    .map(({ slug, quotes }) => ({ value: slug, quotes: provenQuotes(pages, quotes, leastQuote.fact) }));
  return together(proven, listingFields.categories.max);
}

function provenPlatforms(answer: ModelAnswer, pages: CrawledPage[]): Proven<string[]> | null {
  const proven = answer.platforms.map(({ name, quotes }) => ({
    value: name,
    quotes: provenQuotes(pages, quotes, leastQuote.fact).filter(({ quote }) => saysPlatform(quote, name)),
  }));
  return together(proven, listingFields.platforms.max);
}

function together(facts: Proven<string>[], max: number): Proven<string[]> | null {
  const proven = new Map<string, Proven<string>>();
  for (const fact of facts) {
    const key = fact.value.toLowerCase();
    if (fact.quotes.length > 0 && !proven.has(key) && proven.size < max) proven.set(key, fact);
  }
  if (proven.size === 0) return null;
  const kept = [...proven.values()];
  return { value: kept.map(({ value }) => value), quotes: kept.flatMap(({ quotes }) => quotes.slice(0, 1)) };
}

function provenSocials(answer: ModelAnswer, pages: CrawledPage[]): Proven<Record<string, string>> | null {
  const value = new Map<string, string>();
  const quotes: Quote[] = [];
  for (const address of answer.socials) {
    const linked = crawledLink(pages, address);
    const profile = linked && profileOf(linked.link.url, isMe(linked.link));
    if (!profile || value.has(profile.network) || quotes.length >= listingFields.socials.max) continue;
    value.set(profile.network, profile.address);
    quotes.push(quoteFrom(linked.page, linked.link.url));
  }
  return quotes.length > 0 ? { value: Object.fromEntries(value), quotes } : null;
}

function crawledLink(
  pages: CrawledPage[],
  address: string,
): { page: CrawledPage; link: Pick<PageLink, "url" | "rel"> } | null {
  const key = addressKey(address);
  for (const page of pages) {
    const named = page.jsonLd.flatMap(({ sameAs }) => textsOf(sameAs)).map((url) => ({ url, rel: "me" }));
    const link = [...page.links, ...named].find(({ url }) => addressKey(url) === key);
    if (link) return { page, link };
  }
  return null;
}

function provenFaqs(answer: ModelAnswer, pages: CrawledPage[], facts: SiteFacts): Proven<DraftFields["faqs"]> | null {
  const proven = answer.faqs
    .map((faq) => ({
      question: plainLine(faq.question),
      answer: clipText(plainText(faq.answer), entryLimits.answer),
      quotes: provenQuotes(pages, faq.quotes, leastQuote.prose),
    }))
    .filter(
      (faq) =>
        faq.quotes.length > 0 &&
        faq.question !== "" &&
        faq.answer !== "" &&
        [...faq.question].length <= entryLimits.question &&
        inventionsIn(`${faq.question}\n${faq.answer}`, facts).length === 0,
    )
    .slice(0, listingFields.faqs.max);
  if (proven.length === 0) return null;
  return {
    value: proven.map(({ question, answer }) => ({ question, answer })),
    quotes: proven.flatMap(({ quotes }) => quotes.slice(0, 1)),
  };
}

function provenQuotes(pages: CrawledPage[], quotes: AnswerQuote[], least: number): Quote[] {
  return quotes.flatMap(({ page: number, quote }) => {
    const page = pages[number - 1];
    if (!page || [...quote.trim()].length < least || isInstruction(quote)) return [];
    const standing = spellings(quote).find((spelling) => standsIn(page, spelling));
    return standing === undefined ? [] : [quoteFrom(page, standing)];
  });
}

// Models straighten or curl apostrophes despite instructions.
const spellings = (quote: string) => [quote, quote.replaceAll("'", "’"), quote.replaceAll("’", "'")];

const unique = (quotes: Quote[]) =>
  quotes.filter(
    ({ url, quote }, index) => quotes.findIndex((other) => other.url === url && other.quote === quote) === index,
  );
