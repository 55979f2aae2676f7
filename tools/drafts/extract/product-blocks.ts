import type { TextBlock } from "../page.ts";
import { isHeading, type SitePage } from "./read-site.ts";

const dull =
  /^(?:faq|frequently asked|questions|testimonials?|what (?:people|customers|users|our)|customers?|trusted|pricing|plans|newsletter|subscribe|contact|get in touch|get started|team|our team|blog|latest|news|changelog|table of contents|contents|on this page|license|contribut\w+|community|sponsors?|credits|acknowledg\w+|support|resources|install(?:ation|ing)?|quick ?start|usage|examples?|requirements|download|links?|legal|security policy|häufige|preise|よくある|料金)/iu;
/** Blocks under the headings that lead away from the product are left out. */
export function productBlocks({ content }: SitePage): TextBlock[] {
  const kept: TextBlock[] = [];
  let skippedLevel = 0;
  for (const block of content) {
    if (isHeading(block)) {
      const level = Number(block.tag[1]);
      if (skippedLevel === 0 || level <= skippedLevel) skippedLevel = level > 1 && dull.test(block.text) ? level : 0;
    }
    if (skippedLevel === 0) kept.push(block);
  }
  return kept;
}
