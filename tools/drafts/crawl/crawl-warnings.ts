import type { DraftWarning } from "../shared/writing.ts";
import { hostOf } from "./crawl-failed.ts";
import type { OtherPages } from "./crawl-site.ts";
import type { FetchedPage } from "./fetch-page.ts";
import { languageName, languageOf } from "./language.ts";
import { placeholderKind } from "./placeholder.ts";
import { isSameSite } from "./same-site.ts";

interface Crawled {
  home: FetchedPage;
  others: OtherPages;
  /** The product's URL after redirects. */
  url: string;
  isOutOfTime: boolean;
}

const signInPath = /\/(?:log-?in|sign-?in|sign_in|auth|sso|session|accounts?\/login)(?:\/|$|\.)/i;

/** Facts about the crawl that the reader of the draft should know. */
export function crawlWarnings({ home, others, url, isOutOfTime }: Crawled): DraftWarning[] {
  const { page } = home;
  const pages = [page, ...others.pages];
  const warnings: DraftWarning[] = [];
  const warn = (code: string, message: string) => warnings.push({ code, message });

  const placeholder = placeholderKind(page);
  if (placeholder) warn("placeholder", `The page ${placeholder}. Check that ${url} is the product's own address.`);
  if (signInPath.test(new URL(page.url).pathname))
    warn(
      "sign_in_page",
      "The address leads to a page for signing in. Give the address of the page that presents the product.",
    );
  const language = languageOf(pages.find(({ blocks }) => blocks.length > 0) ?? page);
  if (language !== null && language !== "en") warn("not_english", notEnglish(language, home));
  if (home.lacksScripts)
    warn(
      "needs_scripts",
      `${hostOf(url)} shows its text only when scripts run, which we could not do. Much of it may be missing here.`,
    );
  if (isOutOfTime) warn("out_of_time", "The site answers slowly, so that not all of its pages could be read.");
  if (home.isTruncated || others.isTruncated)
    warn("truncated", "A page of the site is very large; only its beginning was read.");
  if (others.isForbidden) warn("robots_forbid", "Some pages were not read, since the site's robots.txt forbids it.");
  if (pages.length === 1 && !placeholder && !home.lacksScripts)
    warn("one_page", "Only one page of the site was read: it links to no others that tell more of the product.");
  return warnings;
}

function notEnglish(language: string, { page, facts }: FetchedPage): string {
  const english = facts.alternates.find(
    ({ lang, url }) => /^en\b/i.test(lang) && url !== page.url && isSameSite(page.url, url),
  );
  const hint = english ? ` There is an English version at ${english.url}; submit that address to draft from it.` : "";
  return `The page is in ${languageName(language)}. Texts of the listing should be in English.${hint}`;
}
