import { randomBytes } from "node:crypto";
import type * as z from "zod";
import { saveAsset } from "#db/queries/common/save-asset.ts";
import { feedHead } from "#db/queries/data/feed.ts";
import type { SiteSettings } from "#db/schema/sites.ts";
import type { Tx } from "#db/store/store.ts";
import { readableBackground } from "#db/values/accent.ts";
import { invalid } from "../core/errors/errors.ts";
import { encodedType, encodeImage, photoLimits, refusalIn } from "../core/images/encode-image.ts";
import { readNavigation } from "./navigation.ts";
import { changedSettings, type siteInput } from "./settings.ts";
import { siteRules } from "./shared/rules.ts";
import { fillText, maxOwnPages, ownPagePrefix, ownPages, splitTitle, type TextFacts } from "./texts.ts";

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
    const at = context.now.toISOString();
    const logo = image ? await saveAsset(tx, encodedType, image.bytes, at) : given.logo;
    const next = changedSettings(known, { ...given, logo }, context.now);
    checkTogether(next, given);
    const { seq } = (await feedHead(tx))!;
    if (siteRules(next).searchEngines.notified > 0) next.indexNow ??= { key: randomBytes(16).toString("hex"), seq, at };
    else delete next.indexNow;
    return next;
  };
}

/** Throws 422 if an own page has no title, or a page would show a placeholder instead of its value. */
function checkTexts(texts: Partial<Record<string, string | null>>, context: TextFacts): void {
  for (const [name, text] of Object.entries(texts)) {
    if (text && name.startsWith(ownPagePrefix) && !splitTitle(text))
      invalid(`texts.${name}`, "no_title", "must begin with a title of at most 100 characters, such as “# FAQ”");
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

/** Throws 422 if settings contradict each other: colours without contrast, or links to own pages that are missing. */
function checkTogether({ look = {}, ...next }: SiteSettings, { mail_background, texts = {} }: SiteInput): void {
  const { accent, mailBackground: background } = look;
  const shade = background && readableBackground(accent, background);
  const colour = mail_background === undefined ? "accent" : "mail_background";
  const why = `is not readable in emails: text and links need a contrast ratio of 4.5:1 (WCAG 2.2) to the background ${background}; use the background ${shade} or a lighter one, or a darker accent colour`;
  if (shade !== background) invalid(colour, "contrast", why);
  const pages = ownPages(next).map(({ name }) => name);
  const added = Object.keys(texts).findLast((name) => pages.includes(name));
  const tooMany = `is one page too many; remove one of the ${maxOwnPages} other own pages first`;
  if (pages.length > maxOwnPages) invalid(`texts.${added}`, "too_many", tooMany);
  for (const place of ["header", "footer"] as const)
    for (const { path } of readNavigation(next.navigation?.[place] ?? "").links) {
      const [, name] = /^\/(pages\/[^?#]*)/.exec(path) ?? [];
      if (name === undefined || pages.includes(name)) continue;
      const field = Object.hasOwn(texts, name) ? `texts.${name}` : `${place}_links`;
      const reason = `leaves a link in the ${place} to a page that does not exist: /${name}`;
      invalid(field, "no_page", `${reason}; write that page or remove the link first`);
    }
}
