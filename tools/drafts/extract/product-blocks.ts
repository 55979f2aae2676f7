import { kindNamed, pageKindOf } from "../crawl/page-kind-of.ts";
import type { PageKindName } from "../crawl/page-kinds.ts";
import type { TextBlock } from "../shared/crawled-page.ts";
import { withoutCustomers } from "./customer-names.ts";
import { isOnSignIn } from "./noise.ts";
import { bareAmount, mentionsAmount, priceWithPeriod } from "./price-words.ts";
import { isHeading, type SitePage } from "./read-site.ts";

const mostBeforeSignIn = 2;

/** Removes sign-in forms, but keeps text below a main heading, which describes the product. */
function withoutSignIn(content: TextBlock[]): TextBlock[] {
  const kept: TextBlock[] = [];
  for (let start = 0, end = 0; start < content.length; start = end) {
    end = start + 1;
    while (end < content.length && !isHeading(content[end]!)) end += 1;
    const part = content.slice(start, end);
    const isBox = isHeading(part[0]!) && part[0]!.tag !== "h1";
    if (!isBox || !part.slice(1, 2 + mostBeforeSignIn).some(({ text }) => isOnSignIn(text))) kept.push(...part);
  }
  return kept;
}

const dull =
  /^(?:frequently asked|testimonials?\b|what (?:people|customers|users|our)|trusted by|newsletter|subscribe|get started|table of contents|on this page|contribut\w+|acknowledg\w+|install(?:ation|ing)?\b|quick ?start|security policy|kundenstimmen|bewertungen|das sagen|was (?:unsere )?kunden|unsere kunden sagen|témoignages|avis\b|ils nous font confiance|ce que disent|testimonios|opiniones|reseñas|lo que dicen|depoimentos|avaliações|o que (?:dizem|nossos)|recensioni|dicono di noi|cosa dicono|testimonianz|ervaringen|beoordelingen|wat (?:onze )?klanten|opinie|co mówią|yorumlar|müşteri|отзывы|відгуки|что говорят|отзиви|đánh giá|khách hàng nói|お客様の声|\p{Script=Han}+の声$|口コミ|用户评价|آراء|zones? d['’]|angebot|お支払い|支払方法|解約|返金|配送|payment methods?|refund|shipping|returns?\b|zahlungs|versand|paiement|livraison|sommer|offerte|promocje|avviso|disclaimer|descri(?:ption|ção|zione) du poste|stellen|jobs?\b|emplois?|vacatures)|^(?:reviews?|users?['’]? voices?|customer voices?|sample prompts?|samples?|customers|contents|license|community|sponsors?|credits|resources|usage|examples?|requirements|links?|legal)[\s.:!]*$/iu;
/** Page types that lead away from the product when a heading names them: among other words (`near`), or alone. */
const near = new Set<PageKindName | undefined>(["pricing", "faq", "blog"]);
const alone = new Set<PageKindName | undefined>(["team", "contact", "help", "download", "changelog"]);

const leadsAway = (heading: string) =>
  dull.test(heading) || near.has(pageKindOf([], heading)?.name) || alone.has(kindNamed(heading));

const isAsked = new RegExp(`${bareAmount.source}|${priceWithPeriod.source}`, "iu");

export function productBlocks({ content }: SitePage): TextBlock[] {
  const kept: TextBlock[] = [];
  let skippedLevel = 0;
  let isInAnswer = false;
  let isInPlan = false;
  let isInForm = false;
  for (const block of withoutCustomers(withoutSignIn(content))) {
    if (isHeading(block)) {
      const level = Number(block.tag[1]);
      if (skippedLevel === 0 || level <= skippedLevel) skippedLevel = level > 1 && leadsAway(block.text) ? level : 0;
    }
    // Text that opens below a `<summary>` is an answer.
    if (block.tag === "summary") isInAnswer = true;
    else if (isHeading(block)) isInAnswer = false;
    // A list below an amount belongs to the plan with that price.
    if (isHeading(block)) isInPlan = false;
    if (block.text.length <= 40 && mentionsAmount.test(block.text) && isAsked.test(block.text)) isInPlan = true;
    // Text below a form field's label explains the field.
    if (block.tag === "label") isInForm = true;
    else if (isHeading(block) || block.tag === "summary") isInForm = false;
    if (skippedLevel === 0 && !isInAnswer && !isInForm && !(isInPlan && block.tag === "li")) kept.push(block);
  }
  return kept;
}
