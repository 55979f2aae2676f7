import type { TextBlock } from "../crawled-page.ts";
import { isHeading, type SitePage } from "./read-site.ts";

/** Headings below which a page speaks of something else than the product. */
const dull =
  /^(?:faqs?\b|frequently asked|testimonials?\b|what (?:people|customers|users|our)|trusted by|pricing|newsletter|subscribe|contact|get in touch|get started|our team|table of contents|on this page|latest (?:news|posts)|contribut\w+|acknowledg\w+|install(?:ation|ing)?\b|quick ?start|security policy|häufige|preise|よくある|料金|kundenstimmen|bewertungen|das sagen|was (?:unsere )?kunden|unsere kunden sagen|témoignages|avis\b|ils nous font confiance|ce que disent|testimonios|opiniones|reseñas|lo que dicen|depoimentos|avaliações|o que (?:dizem|nossos)|recensioni|dicono di noi|cosa dicono|testimonianz|ervaringen|beoordelingen|wat (?:onze )?klanten|opinie|co mówią|yorumlar|müşteri|отзывы|відгуки|что говорят|đánh giá|khách hàng nói|お客様の声|用户评价|آراء|precios|tarifs|prezzi|preços|planos|cennik|tarieven|fiyat|zones? d['’]|angebot|sommer|offerte|promocje|avviso|disclaimer|descri(?:ption|ção|zione) du poste|stellen|jobs?\b|emplois?|vacatures)|^(?:questions|customers|plans|team|blog|news|changelog|contents|license|community|sponsors?|credits|support|resources|usage|examples?|requirements|downloads?|links?|legal)[\s.:!]*$/iu;
/** Blocks under the headings that lead away from the product are left out. */
export function productBlocks({ content }: SitePage): TextBlock[] {
  const kept: TextBlock[] = [];
  let skippedLevel = 0;
  let isInAnswer = false;
  for (const block of content) {
    if (isHeading(block)) {
      const level = Number(block.tag[1]);
      if (skippedLevel === 0 || level <= skippedLevel) skippedLevel = level > 1 && dull.test(block.text) ? level : 0;
    }
    // What opens below a summary is an answer.
    if (block.tag === "summary") isInAnswer = true;
    else if (isHeading(block)) isInAnswer = false;
    if (skippedLevel === 0 && !isInAnswer) kept.push(block);
  }
  return kept;
}
