import { fieldOf, listingFields } from "#db/schema/listing-fields.ts";
import type { DraftField, DraftFields } from "../../listings/shared/fields.ts";
import { entryLimits } from "../../listings/shared/fields.ts";
import { isInstruction } from "../../moderation/shared/text-scan.ts";
import { saysPlatform } from "../extract/platforms.ts";
import { saysPricing } from "../extract/pricing.ts";
import { clipText } from "../extract/sentences.ts";
import { isMe, profileOf } from "../extract/social-networks.ts";
import type { DraftSource, Evidence, Passage } from "../shared/writing.ts";
import { type ModelAnswer, type TextName, textNames } from "./answer-schema.ts";
import { plainLine, plainText } from "./plain-text.ts";
import { factsOf, inventionsIn, type SiteFacts } from "./site-facts.ts";

export interface CheckedAnswer {
  fields: Partial<DraftFields>;
  evidence: Evidence;
  dropped: DraftField[];
}

const passagesPerField = 3;

interface Proven<Value> {
  value: Value;
  passages: Passage[];
}

/** Checks every part of an answer against the website, because a passage may have manipulated the model. */
export function checkAnswer(answer: ModelAnswer, source: DraftSource, passages: Passage[]): CheckedAnswer {
  const facts = factsOf(source.pages);
  const checked: CheckedAnswer = { fields: {}, evidence: {}, dropped: [] };
  const cited = (ids: string[]) => passages.filter(({ id }) => ids.includes(id));

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
    checked.evidence[field] = [...new Set(proven.passages)]
      .slice(0, passagesPerField)
      .map(({ url, quote, fetched_at }) => ({ url, quote, fetched_at }));
  }

  for (const field of textNames) {
    const { text = "", passages: ids = [] } = answer[field] ?? {};
    const written = fieldOf[field].kind === "line" ? plainLine(text) : plainText(text);
    const support = cited(ids).filter(
      ({ quote }) => field !== "name" || quote.toLowerCase().includes(written.toLowerCase()),
    );
    keep(field, text.trim() !== "", provenText(written, support, field, facts));
  }

  const { categories = [], pricing, platforms = [], socials = [], faqs = [] } = answer;
  const known = new Set(source.categories.map(({ slug }) => slug));
  const fitting = categories
    .filter(({ slug }) => known.has(slug))
    .map(({ slug, passages: ids }) => ({ value: slug, passages: cited(ids) }));
  keep("categories", categories.length > 0, together(fitting, listingFields.categories.max));
  if (pricing && pricing.model !== "unknown") {
    const { model } = pricing;
    // A passage may be about anything, so it must state the value taken from it.
    const priced = cited(pricing.passages).filter(({ quote }) => saysPricing(quote, model));
    keep("pricing", true, priced.length > 0 ? { value: model, passages: priced } : null);
  }
  const named = platforms.map(({ name, passages: ids }) => ({
    value: name,
    passages: cited(ids).filter(({ quote }) => saysPlatform(quote, name)),
  }));
  keep("platforms", platforms.length > 0, together(named, listingFields.platforms.max));
  keep("socials", socials.length > 0, provenSocials(cited(socials), source));
  const supported = faqs.map((faq) => ({ ...faq, passages: cited(faq.passages) }));
  keep("faqs", faqs.length > 0, provenFaqs(supported, facts));
  return checked;
}

function provenText(text: string, passages: Passage[], field: TextName, facts: SiteFacts): Proven<string> | null {
  const { min, max } = listingFields[field];
  const value = clipText(text, max);
  const isLongEnough = value !== "" && [...value].length >= min;
  return isLongEnough && passages.length > 0 && isFaithful(value, facts) ? { value, passages } : null;
}

/** Whether a text invents no number or address and gives no instructions to the models that will read it. */
const isFaithful = (text: string, facts: SiteFacts) => inventionsIn(text, facts).length === 0 && !isInstruction(text);

function together(facts: Proven<string>[], max: number): Proven<string[]> | null {
  const proven = new Map<string, Proven<string>>();
  for (const fact of facts)
    if (fact.passages.length > 0 && proven.size < max && !proven.has(fact.value)) proven.set(fact.value, fact);
  if (proven.size === 0) return null;
  const kept = [...proven.values()];
  return { value: kept.map(({ value }) => value), passages: kept.flatMap(({ passages }) => passages.slice(0, 1)) };
}

function provenSocials(passages: Passage[], { pages }: DraftSource): Proven<Record<string, string>> | null {
  const links = pages.flatMap((page) => page.links);
  const proven = new Map<string, { address: string; passage: Passage }>();
  for (const passage of passages) {
    const link = links.find(({ url }) => url === passage.quote);
    const profile = link && profileOf(link.url, isMe(link));
    if (profile && !proven.has(profile.network) && proven.size < listingFields.socials.max)
      proven.set(profile.network, { address: profile.address, passage });
  }
  if (proven.size === 0) return null;
  const value = Object.fromEntries([...proven].map(([network, { address }]) => [network, address]));
  return { value, passages: [...proven.values()].map(({ passage }) => passage) };
}

function provenFaqs(
  faqs: { question: string; answer: string; passages: Passage[] }[],
  facts: SiteFacts,
): Proven<DraftFields["faqs"]> | null {
  const proven = faqs
    .map((faq) => ({
      question: plainLine(faq.question),
      answer: clipText(plainText(faq.answer), entryLimits.answer),
      passages: faq.passages,
    }))
    .filter(
      ({ question, answer, passages }) =>
        passages.length > 0 &&
        question !== "" &&
        answer !== "" &&
        [...question].length <= entryLimits.question &&
        isFaithful(`${question}\n${answer}`, facts),
    )
    .slice(0, listingFields.faqs.max);
  if (proven.length === 0) return null;
  return {
    value: proven.map(({ question, answer }) => ({ question, answer })),
    passages: proven.flatMap(({ passages }) => passages.slice(0, 1)),
  };
}
