import type { TextBlock } from "../shared/crawled-page.ts";
import { productBlocks } from "./product-blocks.ts";
import { isHeading, type SitePage } from "./read-site.ts";
import { type AwayKind, awayKind, type Topic, topicOf } from "./section-words.ts";
import { lengthOf } from "./sentences.ts";

export interface Section {
  heading: string;
  topic: Topic;
  isFirst: boolean;
  blocks: TextBlock[];
}

/** Headings of columns in a comparison that describe the alternative: "Without Fernleaf", "Its limits". */
const contrast =
  /^(?:without|before|others|other tools|traditional(?:ly)?|the old way|limits|limitations|drawbacks|cons|ohne|vorher|andere(?: anbieter)?|herkömmlich\p{L}*|klassisch\p{L}*|nachteile|sans|avant|(?:ses |les )?limites|inconvénients|sin|antes(?: de)?|otros|(?:alquiler |método )?tradicional(?:es)?|limitaciones|desventajas|sem|outros|limitações|desvantagens|senza|prima(?: di)?|altri|limiti|svantaggi|zonder|voorheen|anderen|nadelen|beperkingen|bez|przed|inne|inni|ograniczenia|wady|без|раньше|другие|недостатки|інші|раніше|недоліки|olmadan|önce|diğer\p{L}*|従来|他社)(?![\p{L}])/iu;
const mostOfLabel = 45;

const isLine = ({ tag, text }: TextBlock) => /^(?:p|div|span)$/u.test(tag) && lengthOf(text) <= mostOfLabel;

/** Topics that lead away from the product even in small headings. There, words for other topics may name a feature. */
const smallToo = new Set<AwayKind>(["unfit", "comments", "voices", "people", "notices", "coming", "gifts", "public"]);
/** Whether a block such as "293 comments" introduces readers' comments. */
const startsComments = ({ tag, text }: TextBlock) =>
  tag !== "li" &&
  /^\d/u.test(text) &&
  lengthOf(text) <= 60 &&
  awayKind(text.replace(/^\d+\s*/u, "").split(/\s[–—-]\s/u)[0]!, "") === "comments";

const isOpening = ({ isFirst, blocks }: Section) => isFirst && !blocks.some(({ tag }) => tag === "p");

export function productSections(sitePage: SitePage, name: string): Section[] {
  const blocks = productBlocks(sitePage);
  const sections: Section[] = [{ heading: "", topic: "any", isFirst: true, blocks: [] }];
  let isAway = false;
  let awayLevel = 0;
  let isContrast = false;
  let hasTitle = false;
  for (const [index, block] of blocks.entries()) {
    const level = isHeading(block) ? Number(block.tag[1]) : 0;
    // If a heading is a slogan, the line above it often names the section.
    const before = blocks[index - 1];
    const above = level > 0 && before !== undefined && isLine(before) ? before.text : "";
    if (level === 1 || level === 2) {
      const kinds = [block.text, above].map((text) => awayKind(text, name));
      isAway = level === 2 && kinds.some((kind) => kind !== null);
      awayLevel = 0;
      const own = topicOf(block.text);
      const isFirst = (level === 1 && !hasTitle) || isOpening(sections.at(-1)!);
      hasTitle ||= level === 1;
      if (!isAway)
        sections.push({ heading: block.text, topic: own === "any" ? topicOf(above) : own, isFirst, blocks: [] });
    } else if (level > 2 && (awayLevel === 0 || level <= awayLevel)) {
      const kind = awayKind(block.text, name);
      awayLevel = (kind !== null && smallToo.has(kind)) || /^(?:vs|versus)\b/iu.test(block.text) ? level : 0;
    } else if (level === 0 && startsComments(block)) isAway = true;
    if (block.tag !== "li") isContrast = isLine(block) || level > 2 ? contrast.test(block.text) : false;
    if (!isAway && awayLevel === 0 && !isContrast) sections.at(-1)!.blocks.push(block);
  }
  return sections.filter(({ blocks }) => blocks.length > 0);
}
