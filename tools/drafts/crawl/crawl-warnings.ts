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
  url: string;
  isOutOfTime: boolean;
}

const signInPath = /\/(?:log-?in|sign-?in|sign_in|auth|sso|session|accounts?\/login)(?:\/|$|\.)/i;

export function crawlWarnings({ home, others, url, isOutOfTime }: Crawled): DraftWarning[] {
  const { page } = home;
  const pages = [page, ...others.pages];
  const warnings: DraftWarning[] = [];
  const warn = (code: string, message: string) => warnings.push({ code, message });

  const placeholder = placeholderKind(page);
  if (placeholder) warn("placeholder", `The page ${placeholder}. Check that ${url} is the product's website.`);
  if (signInPath.test(new URL(page.url).pathname))
    warn("sign_in_page", "The URL leads to a sign-in page. Enter the URL of the page that presents the product.");
  const language = languageOf(pages.find(({ blocks }) => blocks.length > 0) ?? page);
  if (language !== null && language !== "en") warn("not_english", notEnglish(language, home));
  if (home.lacksScripts)
    warn(
      "needs_scripts",
      `${hostOf(url)} needs scripts to show its text, and we could not run them. Much of its text may be missing.`,
    );
  if (isOutOfTime) warn("out_of_time", "The website responds slowly, so we could not read all of its pages.");
  if (home.isTruncated || others.isTruncated)
    warn("truncated", "One of the website's pages is very large, so we read only its beginning.");
  if (others.isForbidden) warn("robots_forbid", "The website's robots.txt blocks some pages, so we did not read them.");
  if (pages.length === 1 && !placeholder && !home.lacksScripts)
    warn("one_page", "We found only one page about the product that we could read.");
  return warnings;
}

function notEnglish(language: string, { page, facts }: FetchedPage): string {
  const english = facts.alternates.find(
    ({ lang, url }) => /^en\b/i.test(lang) && url !== page.url && isSameSite(page.url, url),
  );
  const hint = english
    ? ` There is an English version at ${english.url}. To get a draft from it, submit that URL instead.`
    : "";
  return `The page is in ${languageName(language)}. Write the listing in English, and translate the texts that we filled in. Leave names unchanged.${hint}`;
}
