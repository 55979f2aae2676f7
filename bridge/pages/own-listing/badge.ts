import type { BadgeFault } from "#db/schema/vocabulary.ts";
import type { ListingSummary } from "#tools/listings/team/review-listings.ts";
import { type Html, type HtmlValue, html } from "../frame/html.ts";
import { timeOf } from "../frame/time.ts";
import type { SignedInVisit } from "../frame/visit.ts";
import { listingButton } from "./status.ts";

const fixes: Record<BadgeFault, string> = {
  absent: "Paste the code below into your website's home page, in a place where visitors can see the badge.",
  link_alone: "Paste the complete code below. The image must be inside the link.",
  elsewhere: "Change the badge's link to the URL in the code below.",
  in_code: "Paste the code into the page's HTML, outside comments and scripts.",
  hidden:
    "Make the badge visible. Remove whatever hides it, such as a hidden attribute or style on an element around it.",
  unreachable: "Make sure that visitors can open your home page, then check again.",
  robots: "In your robots.txt, allow SlipwayBot to read the home page.",
  needs_scripts: "Put the code into the HTML that your server sends. We do not run scripts.",
};

export function badgeSection(visit: SignedInVisit, listing: ListingSummary): HtmlValue {
  const { badge } = listing;
  if (!badge) return null;
  return html`<section class="card" aria-labelledby="badge"><h2 id="badge">Badge</h2>
<p>${checkResult(badge)}</p>
${badge.fault && html`<p class="aside">${fixes[badge.fault]}</p>`}
<p id="badge-code">Code for your home page:</p>
<pre class="snippet copied" tabindex="0" role="region" aria-labelledby="badge-code"><code>${badge.code}</code></pre>
<p class="hint">We check your home page daily until the listing is live, and weekly after that.</p>
${
  badge.is_pending
    ? html`<p><strong>We are checking your home page now.</strong> <a href="${visit.url.pathname}#badge">Refresh</a></p>`
    : listingButton(visit, listing, "check", "Check now", false)
}
</section>`;
}

function checkResult({ is_found, sentence, checked_at }: NonNullable<ListingSummary["badge"]>): Html {
  if (checked_at === null) return html`We have not checked your home page yet.`;
  if (is_found) return html`<strong>Found</strong> on ${timeOf(checked_at)}.`;
  return html`<strong>Not found</strong> on ${timeOf(checked_at)}. ${sentence}`;
}
