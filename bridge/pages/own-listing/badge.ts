import type { BadgeFault } from "#db/schema/vocabulary.ts";
import type { Standing } from "#tools/listings/team/review-listings.ts";
import { type Html, type HtmlValue, html } from "../frame/html.ts";
import { timeOf } from "../frame/time.ts";
import type { SignedInVisit } from "../frame/visit.ts";
import { listingButton } from "./status.ts";

/** What helps against each reason for which a badge was not found. */
const fixes: Record<BadgeFault, string> = {
  absent: "Paste the code below into the home page of your website, where visitors see it.",
  link_alone: "Paste the whole code below: the image belongs inside the link.",
  elsewhere: "Make the badge's link lead to the address in the code below.",
  in_code: "Paste the code into the page's HTML itself, outside of comments and scripts.",
  hidden: "Take away what hides it, such as a hidden attribute or a style on what is around it.",
  unreachable: "See that your home page answers visitors from outside, then check again.",
  robots: "Allow SlipwayBot to read the home page in your robots.txt.",
  needs_scripts: "Put the code into the HTML that your server sends, so that it is there without scripts.",
};

/** What was last seen of a listing's badge, how to mend it, the code to copy, and a look now. */
export function badgeSection(visit: SignedInVisit, listing: Standing): HtmlValue {
  const { badge } = listing;
  if (!badge) return null;
  return html`<section class="card" aria-labelledby="badge"><h2 id="badge">Badge</h2>
<p>${finding(badge)}</p>
${badge.fault && html`<p class="aside">${fixes[badge.fault]}</p>`}
<p id="badge-code">The code for your home page:</p>
<pre class="snippet" tabindex="0" role="region" aria-labelledby="badge-code"><code>${badge.code}</code></pre>
<p class="hint">We look for it daily until the listing is live, and weekly after that.</p>
${
  badge.is_pending
    ? html`<p><strong>We are looking for it now.</strong> <a href="${visit.url.pathname}#badge">Look again</a></p>`
    : listingButton(visit, listing, "check", "Check now", false)
}
</section>`;
}

function finding({ is_found, sentence, checked_at }: NonNullable<Standing["badge"]>): Html {
  if (checked_at === null) return html`Nobody has looked for it yet.`;
  if (is_found) return html`<strong>Found</strong> on ${timeOf(checked_at)}.`;
  return html`<strong>Not found</strong> on ${timeOf(checked_at)}. ${sentence}`;
}
