import type { DraftFields } from "../../listings/shared/fields.ts";
import { isInstruction } from "../../moderation/shared/text-scan.ts";
import type { DraftWarning } from "../shared/writing.ts";
import { hasFewWords } from "./few-words.ts";
import type { Site } from "./read-site.ts";

/** Points to check before the draft becomes a listing. */
export function warningsOf(site: Site, fields: DraftFields, isNameGuessed: boolean): DraftWarning[] {
  const warnings: DraftWarning[] = [];
  const warn = (code: string, message: string) => warnings.push({ code, message });
  if (hasFewWords(site))
    warn("few_words", "The site has little text to draw on. Read every field, and add what is missing.");
  if (fields.name !== "" && isNameGuessed)
    warn(
      "name_guessed",
      "The site does not say its name, so it was taken from the address. Correct it if it is wrong.",
    );
  if (fields.name === "") warn("no_name", "No name was found. Add the product's name.");
  if (fields.headline === "") warn("no_headline", "No phrase was found that says what the product is. Add a headline.");
  if (fields.summary === "")
    warn("no_summary", "No whole sentences were found that sum the product up. Add a summary.");
  if (fields.categories.length === 0)
    warn("no_category", "No category fits by the words of the site. Choose one to three.");
  if (fields.pricing === null)
    warn("no_pricing", "The site does not say clearly what the product costs. Choose a pricing model.");
  if (fields.platforms.length === 0)
    warn("no_platforms", "The site does not say where the product runs. Add its platforms.");
  if (site.pages.some(({ page }) => isAddressed(page)))
    warn("instructions_ignored", "Some text of the site gives instructions to automatic readers. It was ignored.");
  return warnings;
}

const isAddressed = (page: Site["home"]["page"]) =>
  [page.title, ...Object.values(page.meta), ...page.blocks.map(({ text }) => text)].some(isInstruction);
