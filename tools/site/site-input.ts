import type * as z from "zod";
import { saveAsset } from "#db/queries/common/save-asset.ts";
import type { SiteSettings } from "#db/schema/sites.ts";
import type { Tx } from "#db/store/store.ts";
import { invalid } from "../core/errors/errors.ts";
import { encodedType, encodeImage, photoLimits, refusalIn } from "../core/images/encode-image.ts";
import { readNavigation } from "./navigation.ts";
import { changedSettings, type siteInput, whyUnreadable } from "./settings.ts";
import { fillText, maxOwnPages, ownPage, ownPages, splitTitle, type TextFacts } from "./texts.ts";

type SiteInput = z.output<typeof siteInput>;

/** Checks the input. Returns a function that saves the logo and merges the input into the settings. */
export async function readSettings(
  given: SiteInput,
  context: TextFacts & { now: Date },
): Promise<(tx: Tx, known: SiteSettings, host: string | null) => Promise<SiteSettings>> {
  checkTexts(given.texts ?? {}, context);
  const image = given.logo && (await encodeImage(Buffer.from(given.logo, "base64"), photoLimits).catch(refusalIn));
  if (image instanceof Error) invalid("logo", "no_image", image.message);
  return async (tx, known, host) => {
    checkAccess(given.access, host);
    const logo = image ? await saveAsset(tx, encodedType, image.bytes, context.now.toISOString()) : given.logo;
    const next = changedSettings(known, { ...given, logo }, context.now);
    checkTogether(next, given);
    return next;
  };
}

/** Throws 422 if an own page has no title, or a page would show a placeholder instead of its value. */
function checkTexts(texts: Partial<Record<string, string | null>>, context: TextFacts): void {
  for (const [name, text] of Object.entries(texts)) {
    if (text && ownPage.test(name) && !splitTitle(text))
      invalid(
        `texts.${name}`,
        "no_title",
        "must begin with a line such as “# FAQ”, with a title of at most 100 characters and without braces",
      );
    const { missing, unknown } = fillText(text ?? "", context);
    if (missing.length > 0)
      invalid(`texts.${name}`, "incomplete", `is incomplete without ${missing.join(" and ")}`, {
        fix: `Set ${missing.join(" and ")} in the environment of the server and of this command, or write these details into a text of your own.`,
      });
    if (unknown.length > 0)
      invalid(`texts.${name}`, "unknown_placeholder", `has the unknown placeholder ${unknown[0]}`, {
        fix: "Use only placeholders of the default text, which `admin site text --source` prints.",
      });
  }
}

/** Throws 422 for registration on another site than the default one, because sites share accounts. */
function checkAccess(access: SiteInput["access"] = {}, host: string | null): void {
  for (const field of ["registration", "registration_sentence"] as const)
    if (access[field] !== undefined && host !== null)
      invalid(
        `access.${field}`,
        "default_site_only",
        "can be set only on the default site, because all sites share accounts",
      );
}

/** Throws 422 if settings contradict each other: colours without contrast, or a link to an own page that is missing. */
function checkTogether(next: SiteSettings, given: SiteInput): void {
  const colour = (["mail_background", "mail_accent"] as const).find((name) => given[name] !== undefined) ?? "accent";
  const why = whyUnreadable(next.look ?? {});
  if (why) invalid(colour, "contrast", why);
  const pages = ownPages(next).map(({ name }) => name);
  const added = Object.keys(given.texts ?? {}).findLast((name) => ownPage.test(name));
  if (pages.length > maxOwnPages)
    invalid(`texts.${added}`, "too_many", `is one page too many; a site can have ${maxOwnPages} own pages`, {
      fix: "Remove another page first, or add the text to another page.",
    });
  for (const place of ["header", "footer"] as const)
    for (const { path } of readNavigation(next.navigation?.[place] ?? "").links) {
      const [, name] = /^\/(pages\/[^?#]*)/.exec(path) ?? [];
      if (name === undefined || pages.includes(name)) continue;
      if (given.texts && Object.hasOwn(given.texts, name))
        invalid(`texts.${name}`, "linked", `is still linked in the ${place}; remove that link first`);
      invalid(`${place}_links`, "no_page", `has a link to /${name}, which does not exist; write that page first`);
    }
}
