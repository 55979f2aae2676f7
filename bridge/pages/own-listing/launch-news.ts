import type { SiteRow } from "#db/queries/sites/sites.ts";
import type { ListingStatus } from "#db/schema/vocabulary.ts";
import { weekOf } from "#db/values/week.ts";
import { mondayWords, sundayWords } from "#tools/core/text/text.ts";
import { siteBadgeCode } from "#tools/listings/shared/rules.ts";
import { siteUrls } from "../../http/server/runtime.ts";
import { type Html, type HtmlValue, html } from "../frame/html.ts";
import { shareLinks } from "../frame/share-links.ts";
import type { Visit } from "../frame/visit.ts";

interface Launch {
  name: string;
  slug: string;
  status: ListingStatus;
  launchWeek: string | null;
}

/** What there is to celebrate, as a sentence; null if the listing neither is live nor has everything for its launch. */
export function launchTitle({ name, status, launchWeek }: Launch): string | null {
  if (status === "live") return `${name} is live.`;
  return status === "scheduled" && launchWeek ? `${name} launches on ${mondayWords(launchWeek)}.` : null;
}

/** What happens when, and everything that helps to tell others. Needs the script that adds copy buttons. */
export function launchNews({ runtime, now }: Visit, listing: Launch, site: SiteRow): HtmlValue {
  const { name, slug, status, launchWeek } = listing;
  if (launchTitle(listing) === null) return null;
  const urls = siteUrls(runtime, site);
  const isLive = status === "live";
  const page = isLive ? `${urls.base}/listings/${slug}` : `${urls.base}/launches/${launchWeek}`;
  return html`${launchWeek && launchWeek >= weekOf(now) && schedule(launchWeek, isLive)}
<section class="card" aria-labelledby="share"><h2 id="share">Tell others</h2>
${shareLinks({ url: page, title: `${launchTitle(listing)!.slice(0, -1)} on ${site.name}` })}
${isLive && html`<p><a class="button" href="/listings/${slug}/share.png" download="${slug}.png">Download the share picture</a></p>`}
<p id="share-badge">Badge for the website of <bdi>${name}</bdi>:</p>
${badgeCode(siteBadgeCode({ urls, site }, slug), "share-badge")}</section>`;
}

/** The code of a badge. Pages with a script offer a copy button. */
export const badgeCode = (code: string, labelledBy: string): Html =>
  html`<pre class="snippet copied" tabindex="0" role="region" aria-labelledby="${labelledBy}"><code>${code}</code></pre>`;

function schedule(week: string, isLive: boolean): Html {
  return html`<section aria-labelledby="next"><h2 id="next">What happens next</h2>
<ul class="plain-list">${!isLive && html`<li>The listing goes live on Monday, ${mondayWords(week)}, at 00:00 UTC. We will email you.</li>`}
<li>Votes count for ${isLive ? "this week's ranking" : "the ranking of that week"} until Sunday, ${sundayWords(week)}, 24:00 UTC.</li>
<li>We will then email you the result.</li></ul></section>`;
}
