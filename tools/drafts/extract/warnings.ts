import type { DraftFields } from "../../listings/shared/fields.ts";
import { isInstruction } from "../../moderation/shared/text-scan.ts";
import type { DraftWarning } from "../shared/writing.ts";
import { hasFewWords } from "./few-words.ts";
import type { Site } from "./read-site.ts";

export function warningsOf(site: Site, fields: DraftFields, isNameGuessed: boolean): DraftWarning[] {
  const warnings: DraftWarning[] = [];
  const warn = (code: string, message: string) => warnings.push({ code, message });
  if (hasFewWords(site))
    warn("few_words", "The website has little text. Check every field, and add missing information.");
  if (fields.name !== "" && isNameGuessed)
    warn(
      "name_guessed",
      "The website does not state the product's name, so we took it from the URL. Correct the name if it is wrong.",
    );
  if (fields.name === "") warn("no_name", "We found no name. Add the product's name.");
  if (site.pages.some(({ page }) => isAddressed(page)))
    warn(
      "instructions_ignored",
      "Some text on the website gives instructions to automatic readers. We ignored that text.",
    );
  return warnings;
}

const isAddressed = (page: Site["home"]["page"]) =>
  [page.title, ...Object.values(page.meta), ...page.blocks.map(({ text }) => text)].some(isInstruction);
