import { kindNamed } from "../crawl/page-kind-of.ts";
import type { PageKindName } from "../crawl/page-kinds.ts";
import type { TextBlock } from "../shared/crawled-page.ts";
import { calmText, isCallToAction, isNoise } from "./noise.ts";
import { asksHow, isAsked, isGarbled, isOnTerms } from "./product-text.ts";
import { countWords, endsAsSentence, isSpaceless, isWholeSentence, lengthOf, spokenLength } from "./sentences.ts";
import { isNamed, type Reader, sharedTerms } from "./telling.ts";

export const isLabelTag = /^(?:h[3-6]|dt|strong)$/u;

export const isBody = ({ tag }: TextBlock) => /^(?:p|div|dd|span|li)$/u.test(tag);

/** An icon's letter before a word with the same initial: "O Operate". */
const iconLetter = /^(\p{Lu})\s(?=\1\p{Ll})/u;

export const labelOf = ({ text }: TextBlock) =>
  calmText(text)
    .replace(/^(?:\d{1,2}[.)]\s+)/u, "")
    .replace(iconLetter, "")
    .replace(/[\s.:!]+$/u, "");

const mostOfLine = 50;
const minLongerThanLabel = 12;

/** Finds labels: short lines above a passage, if at least three of them have the same tags. */
export const labelDivs = (blocks: TextBlock[]) => found.getOrInsertComputed(blocks, findLabelDivs);

/** The labels of sections, which are needed for both paragraphs and features. */
const found = new WeakMap<TextBlock[], Set<TextBlock>>();

function findLabelDivs(blocks: TextBlock[]): Set<TextBlock> {
  const byTags = new Map<string, TextBlock[]>();
  for (const [index, block] of blocks.entries()) {
    const next = blocks[index + 1];
    if (next === undefined || !/^(?:div|li|p)$/u.test(block.tag) || !/^(?:p|div)$/u.test(next.tag)) continue;
    const length = lengthOf(block.text);
    if (length > mostOfLine || length <= 2 || countWords(block.text) === 0 || endsAsSentence(block.text)) continue;
    const told = spokenLength(next.text);
    const isTold = isWholeSentence(next.text) || told > length;
    // If both blocks have the same tag, only a whole sentence can be told apart from the next label.
    const isText = block.tag === next.tag ? isWholeSentence(next.text) : isTold;
    if (!isText || (told < length + minLongerThanLabel && block.tag !== "div")) continue;
    const key = `${block.tag} ${next.tag}`;
    byTags.getOrInsert(key, []).push(block);
  }
  return new Set([...byTags.values()].filter((found) => found.length >= 3).flat());
}

const elsewhere = new Set<PageKindName | undefined>(["about", "team", "contact", "help", "changelog", "blog"]);

/** "About Fernleaf" and "Contact" are not features. A label with a "Pro" badge is a feature for paying users. */
const leadsElsewhere = (label: string, name: string) =>
  elsewhere.has(kindNamed(name === "" ? label : label.replaceAll(name, ""))) || /\s(?:premium|pro)$/iu.test(label);

/** Marks and grades of list items, and details beside a person's name: "✓", "A/100", "1d ·". */
const marked = /[✓✔★●◆]|\b\w\/\d+|\s·\s?\d|·$|\d\d:\d\d/u;

const isPriceBadge =
  /^(?:(?:for )?free|free of charge|gratis|kostenlos|umsonst|gratuite?s?|gratuit[oa]s?|grátis|gratuitement|za darmo|darmow\p{L}+|bezpłatn\p{L}+|zdarma|ingyenes|ilmainen|maksuton|miễn phí|ücretsiz|бесплатно|безкоштовно|безплатно|δωρεάν|無料|免费|무료|مجاني)$/iu;

/** Endings of sentences that say what is impossible without the product. */
const lacking = /(?:分からない|わからない|できない|足りない|見つからない|困っている)$/u;

const onContact =
  /^(?:(?:our )?address|phone|e-?mail|(?:opening |business )?hours|location|adresse|telefon\p{L}*|öffnungszeiten|standort|horaires?|dirección|teléfono|correo|horarios?|ubicación|endereço|telefone|localização|indirizzo|orari\p{L}*|sede|adres|openingstijden|godziny\p{L}*|siedziba|adresa|otevírací doba|cím|elérhetőség|nyitvatartás|orar|adress|öppettider|åbningstider|åpningstider|osoite|aukioloajat|alamat|jam buka|địa chỉ|giờ làm việc|adresimiz|çalışma saatleri|адрес\p{L}*|телефон\p{L}*|часы работы|графік|работно време|διεύθυνση|住所|所在地|電話|営業時間|地址|电话|주소|영업시간|العنوان|الهاتف)(?!\p{L})/iu;

/** Whether a passage is a feature's label. In lower case below a number, it only says what the number counts. */
export function isLabel({ text }: TextBlock, label: string, name: string): boolean {
  return (
    !isAsked(text) &&
    !/:$/u.test(text.trim()) &&
    /^(?!\p{Ll}{2})\p{L}/u.test(label) &&
    !marked.test(label) &&
    !isGarbled(label) &&
    !isOnTerms(label) &&
    !asksHow.test(label) &&
    !leadsElsewhere(label, name) &&
    !onContact.test(label) &&
    !lacking.test(label) &&
    !isPriceBadge.test(label) &&
    lengthOf(text) <= 70 &&
    !isCallToAction(text) &&
    !isNoise(text)
  );
}

/** Whether a passage is about another product: "Xero: Xero keeps books" is, "Deep clean: Deep clean of …" is not. */
export function isOther(label: string, said: string, reader: Reader): boolean {
  if (!said.startsWith(label) || isNamed(label, reader) || sharedTerms(label, reader) > 0) return false;
  return !isSpaceless(label) && !/\s\p{Ll}/u.test(label);
}

/** A page that shows at least this many labels twice each is repeating its cards. */
const leastOfCards = 4;

/** A label with no space before its text: "Challenge" in "ChallengeToo many notes." */
const glued = /^(\p{Lu}[\p{Ll}\s]{2,29}\p{Ll})(\p{Lu}\p{L}*)/u;
export const gluedLabel = (text: string) => glued.exec(text)?.[1]?.toLowerCase() ?? "";

/** The start shared by at least this many passages is a label. In a name, the same word would follow. */
const leastGlued = 3;

export function gluedLabels(blocks: TextBlock[]): Set<string> {
  const words = new Map<string, Set<string>>();
  for (const { text } of blocks) {
    const [, written = "", next = ""] = glued.exec(text) ?? [];
    const label = written.toLowerCase();
    if (label !== "") words.set(label, (words.get(label) ?? new Set()).add(next));
  }
  return new Set([...words].filter(([, { size }]) => size >= leastGlued).map(([label]) => label));
}

/** Labels that recur for each customer or plan, such as "Challenge" and "Solution", with different text below. */
export function repeatedLabels(blocks: TextBlock[], isLabelled: (block: TextBlock) => boolean): Set<string> {
  const texts = new Map<string, Set<string>>();
  for (const [index, block] of blocks.entries()) {
    if (!isLabelled(block)) continue;
    const label = labelOf(block).toLowerCase();
    texts.set(label, (texts.get(label) ?? new Set()).add(blocks[index + 1]?.text ?? ""));
  }
  const repeated = [...texts].filter(([, { size }]) => size > 1);
  const areCards = repeated.length >= leastOfCards;
  return new Set(repeated.filter(([, { size }]) => size > 2 || !areCards).map(([label]) => label));
}
