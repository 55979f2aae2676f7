import type { CrawledPage } from "../crawled-page.ts";
import { shownLength } from "./soft-404.ts";

/** Words, what they mean, and how much such a page shows at most. */
const kinds: [RegExp, string, number][] = [
  [
    /domain (?:name )?(?:\S+ )?(?:is|may be) (?:now )?(?:for sale|available for (?:sale|purchase)|parked)|(?:buy|purchase) this domain|this (?:web ?page|domain) is parked|parked (?:free|domain)|inquire about this domain|domain (?:steht|ist) .{0,20}(?:zum verkauf|geparkt)|domaine est à vendre|dominio (?:está )?(?:en venta|in vendita)|ドメイン.{0,10}(?:販売|売り出し)/i,
    "says that its domain is for sale or parked",
    2500,
  ],
  [
    /welcome to nginx!|apache2? (?:\S+ )?default page|^it works!$|iis windows server|test page for the .{0,40}server|default web site page|^index of \/|this is the default (?:index|page)/i,
    "is the first page of a web server that nobody has set up",
    5000,
  ],
  [
    /account (?:has been )?suspended|site (?:is )?(?:temporarily )?(?:suspended|disabled)/i,
    "says that its hosting account is suspended",
    800,
  ],
  [
    /^(?:.{0,60}\b)?(?:coming soon|under construction|launching soon|opening soon|demnächst|bientôt disponible|próximamente|準備中|工事中)/i,
    "says that the site is not ready yet",
    300,
  ],
];

/** What a page is instead of a product's, as the end of "The page …", or null. */
export function placeholderKind(page: Pick<CrawledPage, "title" | "blocks">): string | null {
  const length = shownLength(page);
  const texts = [page.title, ...page.blocks.slice(0, 20).map(({ text }) => text)];
  const kind = kinds.find(([words, , most]) => length <= most && texts.some((text) => words.test(text)));
  return kind?.[1] ?? null;
}
