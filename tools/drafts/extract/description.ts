import { listingFields } from "#db/schema/listing-fields.ts";
import { isInstruction } from "../../moderation/shared/text-scan.ts";
import { isBesideThePoint, namePattern, saysKind } from "./kinds.ts";
import { hasPhone, isCallToAction, isHousekeeping, isNoise, isOffer } from "./noise.ts";
import { type Found, type Passage, productThings, quotesOf, type Site, textsOf } from "./read-site.ts";
import { clipText, endsAsSentence, isSpaceless, sentencesOf, spokenLength } from "./sentences.ts";
import { dependent, isFirstPerson } from "./summary.ts";
import { overlapOf } from "./words.ts";

const minLength = 200;
const maxParagraphs = 12;

/** Returns the maker's description in structured data, or the first paragraph that begins with what the product is. */
export function findDescription(site: Site, name: string, summary: Found<string> | null): Found<string> | null {
  const structured = productThings(site).flatMap(({ page, thing }) =>
    textsOf(thing.description).map((text) => ({ page, text })),
  );
  const found = [...structured, ...paragraphs(site, name)].find(
    ({ text }) => isTelling(text) && overlapOf(text, summary?.value ?? "") < 0.9,
  );
  if (found === undefined) return null;
  return { value: clipText(found.text, listingFields.description.max), quotes: quotesOf([found]) };
}

function paragraphs({ url, home: { page, content } }: Site, name: string): Passage[] {
  const known = namePattern(name, url);
  const isOnProduct = (text: string) =>
    saysKind(text, known) || text.toLowerCase().startsWith(`${name.toLowerCase()} `);
  return content
    .filter(({ tag, isMain }) => tag === "p" && isMain)
    .slice(0, maxParagraphs)
    .filter(({ text }) => name !== "" && isOnProduct(text))
    .map(({ text }) => ({ page, text }));
}

function isTelling(text: string): boolean {
  const sentences = sentencesOf(text);
  const [first = ""] = sentences;
  return (
    spokenLength(text) >= minLength &&
    (sentences.length > 1 || isSpaceless(text)) &&
    endsAsSentence(text) &&
    !dependent.test(first) &&
    !sentences.some((sentence) => isFirstPerson(sentence) || isCallToAction(sentence) || isHousekeeping(sentence)) &&
    !/[?？؟]/u.test(text) &&
    !(isBesideThePoint(first) || isNoise(text) || isOffer(text) || hasPhone(text) || isInstruction(text))
  );
}
