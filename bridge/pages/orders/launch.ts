import { freePlaces } from "#db/queries/launches/free-places.ts";
import { productsOf } from "#db/queries/listings/products.ts";
import { missedWeek } from "#db/queries/orders/purchased-listing.ts";
import { billingOfAccount } from "#db/queries/orders/quotes.ts";
import type { ProductName } from "#db/schema/vocabulary.ts";
import { startOfWeek, utcDay, weekOf } from "#db/values/week.ts";
import { mondayWords, sundayWords } from "#tools/core/text/text.ts";
import changeLaunchWeek from "#tools/launches/change-launch-week.ts";
import chooseFreeListing from "#tools/launches/free/choose-free-listing.ts";
import listLaunchWeeks from "#tools/launches/list-launch-weeks.ts";
import { awaitsPlan, freeWeeks, leadTimeSentence } from "#tools/launches/shared/free-rules.ts";
import type { OwnerListing } from "#tools/listings/shared/owner-records.ts";
import { siteBadgeCode } from "#tools/listings/shared/rules.ts";
import reviewListings, { type ListingSummary } from "#tools/listings/team/review-listings.ts";
import { priceText } from "#tools/orders/shared/price-text.ts";
import { isPublicBy, paidWeeks, whyNot } from "#tools/orders/shared/rules.ts";
import { siteRules } from "#tools/site/shared/rules.ts";
import { humanSteps } from "../account/next-step-link.ts";
import { answerPage, answerRedirect, pageForm } from "../frame/answers.ts";
import { definePage } from "../frame/define-page.ts";
import { foldedPart, hiddenField, selectField } from "../frame/fields.ts";
import { type Html, type HtmlValue, html } from "../frame/html.ts";
import { refusalOf } from "../frame/submit.ts";
import { weekDays } from "../frame/time.ts";
import { noticeOf, type SignedInVisit } from "../frame/visit.ts";
import { badgeSection } from "../own-listing/badge.ts";
import { badgeCode, launchNews, launchTitle } from "../own-listing/launch-news.ts";
import { listingHead, withListing } from "../own-listing/own-listing.ts";
import { listingPath, needsProfile, openReview, profilePath, statusSummary } from "../own-listing/status.ts";
import { sellerLine } from "./order-parts.ts";
import { buyerOf, quoteItem, quotePath, type Refusal, type Wanted, wantedOf } from "./quote.ts";

const notices: Record<string, string> = {
  submitted: "Your draft is now a listing. It is not public yet. Choose how to launch it.",
  free: "Free launch chosen.",
  profile: "Profile saved.",
  week: "Launch week changed.",
  unavailable: "This order is not possible any more. See below what you can order now.",
};

/**
 * Shows the free and the paid launch side by side. Once the listing has a plan, the page shows what happens next and
 * which other products the listing can buy.
 */
export const launchPage = definePage({
  path: "/account/listings/:id/launch",
  name: "launch-listing",
  audience: "account",
  menu: { in: "own-listing", label: "Launch", place: 8 },
  get: (visit) =>
    withListing(visit, (listing) =>
      render(visit, listing, { wanted: wantedOf((name) => visit.url.searchParams.get(name) ?? "") }),
    ),

  post: (visit, form) =>
    withListing(visit, async (listing) => {
      const { id } = listing;
      if (form.text("do") === "free") {
        const refusal = awaitsPlan(listing) && (await refusalOf(visit.call(chooseFreeListing, { listing_id: id })));
        return refusal
          ? withListing(visit, (present) => render(visit, present, { refusal }))
          : answerRedirect(visit, `${listingPath(id, "/launch")}?done=free`);
      }
      if (form.text("do") === "week") {
        const refusal = await refusalOf(
          visit.call(changeLaunchWeek, { listing_id: id, launch_week: form.text("launch_week") }),
        );
        return refusal
          ? render(visit, listing, { refusal })
          : answerRedirect(visit, `${listingPath(id, "/launch")}?done=week`);
      }
      const wanted = wantedOf((name) => form.text(name));
      if ((await billingOfAccount(visit.runtime.store.read, visit.account.id)) === null)
        return answerRedirect(visit, quotePath(id, { ...wanted }));
      const { quoteId, refusal } = await quoteItem(visit, id, wanted);
      if (quoteId === undefined) return render(visit, listing, { wanted, refusal });
      return answerRedirect(visit, quotePath(id, { quote: String(quoteId) }));
    }),
});

interface State {
  wanted?: Wanted;
  refusal?: Refusal;
}

async function render(visit: SignedInVisit, listing: OwnerListing, state: State = {}): Promise<Response> {
  const { runtime, site } = visit;
  const { wanted, refusal } = state;
  const { items } = await visit.call(reviewListings, { listing_id: listing.id });
  const review = items[0]!;
  const isReadOnly = review.read_only !== null;
  const isOpen = awaitsPlan(listing) && !isReadOnly;
  const offers = isReadOnly ? [] : await paidOffers(visit, listing, review.is_launched, wanted);
  return answerPage(visit, {
    title: `Launch ${listing.name}`,
    layout: "signed-in",
    script: visit.assets.script,
    notice: noticeOf(visit, notices),
    refusal,
    body: html`${listingHead(visit, listing, "Launch")}
${refusal && humanSteps(refusal)}
${isOpen && openReview(review) && html`<p class="aside">${openReview(review)} A paid launch can be ordered after that.</p>`}
${isOpen ? html`<p class="lead">Choose how <bdi>${listing.name}</bdi> launches. It is not public yet.</p>` : progress(visit, listing, review)}
${!isReadOnly && (await weekChoice(visit, listing))}
${!isOpen && offers.length > 0 && html`<h2>Promote <bdi>${listing.name}</bdi></h2>`}
${(isOpen || offers.length > 0) && html`<ul class="prices" role="list">${isOpen && (await freeOffer(visit, listing, review))}${offers}</ul>`}
${offers.length > 0 && [html`<p class="hint">You will see the total including VAT before you order.</p>`, sellerLine(runtime.seller, site)]}`,
  });
}

const offer = (name: string, price: HtmlValue, facts: HtmlValue, action: HtmlValue): Html =>
  html`<li class="price"><h2>${name}</h2><p class="total">${price}</p><div>${facts}</div><div>${action}</div></li>`;

async function freeOffer(visit: SignedInVisit, { id, slug }: OwnerListing, review: ListingSummary): Promise<Html> {
  const { runtime, site, now } = visit;
  const { freeQueue } = siteRules(site.settings);
  const week = (await freePlaces(runtime.store.read, site.id, freeWeeks(now, freeQueue))).next();
  const code = siteBadgeCode({ urls: { base: new URL(review.page_url).origin }, site }, slug);
  const facts = html`<ul class="plain-list"><li>${week ? html`Launches on <strong>${mondayWords(week)}</strong>, the next week with a free place. ${leadTimeSentence(freeQueue.firstWeekOffset)}` : "All weeks are full. The listing gets the next free place."}</li>
<li>Includes a public page and a place in the ranking of its week.</li>
<li>Needs our badge on your website.</li>
<li>Needs a complete founder profile. ${needsProfile(review) ? html`<a href="${profilePath}">Complete your profile</a>` : "Yours is complete."}</li></ul>
${foldedPart("Badge code", false, [html`<p id="badge-code">Code for your home page:</p>`, badgeCode(code, "badge-code")])}`;
  const button = html`${hiddenField("do", "free")}<div class="actions"><button class="primary">Choose free launch</button></div>`;
  return offer("Free launch", "Free", facts, pageForm(visit, listingPath(id, "/launch"), button));
}

async function paidOffers(
  visit: SignedInVisit,
  listing: OwnerListing,
  isLaunched: boolean,
  wanted?: Wanted,
): Promise<Html[]> {
  const { runtime, site } = visit;
  const { payments, simulatesPayments } = runtime.shop;
  if (payments === null && !simulatesPayments) return [];
  const { id } = listing;
  const offers: Html[] = [];
  for (const { product, name, description, price } of await productsOf(runtime.store.read, site.id)) {
    const weeks =
      whyNot(product as ProductName, buyerOf(listing)) === null &&
      (await weeksFor(visit, product, listing, isLaunched));
    if (!weeks) continue;
    const value = wanted?.product === product ? wanted.launch_week : "";
    const field = selectField({ name: "launch_week", id: `${product}-week`, label: "Week", value, options: weeks });
    const isLaunch = product === "launch";
    offers.push(
      offer(
        name,
        html`${priceText(price, site.currency)} <span class="hint">net</span>`,
        html`<ul class="plain-list"><li>${description}</li>${isLaunch && html`<li>Needs no badge and no founder profile.</li>`}</ul>`,
        pageForm(
          visit,
          listingPath(id, "/launch"),
          html`${hiddenField("product", product)}${weeks.length > 0 && field}<div class="actions"><button${isLaunch && html` class="primary"`}>Continue to total<span class="hidden">: ${name}</span></button></div>`,
        ),
      ),
    );
  }
  return offers;
}

/** A paid launch that missed its week while the listing was hidden gets another week. */
async function weekChoice(visit: SignedInVisit, listing: OwnerListing): Promise<HtmlValue> {
  const { id } = listing;
  if (!(await missedWeek(visit.runtime.store.read, id, weekOf(visit.now)))) return null;
  const weeks = (await weeksFor(visit, "launch", listing, false))?.filter(({ value }) => value !== "") ?? [];
  return html`<h2>Launch week</h2>
<p>The listing was hidden in the week that you bought. You can choose another week, free of charge, until the launch begins.</p>
${
  weeks.length === 0
    ? html`<p>No other week has a place at the moment.</p>`
    : pageForm(
        visit,
        listingPath(id, "/launch"),
        html`${hiddenField("do", "week")}${selectField({ name: "launch_week", id: "new-week", label: "Week", value: "", options: weeks })}<div class="actions"><button>Change week</button></div>`,
      )
}`;
}

/** The weeks that the listing can book, empty if the product has none; null if no week can be booked. */
async function weeksFor(
  visit: SignedInVisit,
  product: string,
  listing: OwnerListing,
  isLaunched: boolean,
): Promise<{ value: string; label: string }[] | null> {
  // Before its launch, a listing can buy the paid launch, which includes the sections.
  if (product === "sections") return isLaunched ? [] : null;
  if (product === "launch" && isLaunched) return [];
  const { now, site } = visit;
  const current = weekOf(now);
  const { until } = paidWeeks(now, siteRules(site.settings).freeQueue);
  const { items } = await visit.call(listLaunchWeeks, { from: current, count: maxWeeks });
  const isBillboard = product === "billboard";
  const weeks = items
    .filter(({ week }) => week <= until && (!isBillboard || (week > current && isPublicBy(week, buyerOf(listing)))))
    .map(({ week, slots: { paid } }) => ({ week, left: paid.total - paid.taken }))
    .filter(({ left }) => isBillboard || left > 0);
  if (weeks.length === 0) return null;
  return weeks.map(({ week, left }) => {
    const places = isBillboard ? "" : `, ${left} ${left === 1 ? "place" : "places"} left`;
    if (week === current) return { value: "", label: `Launch now${places}` };
    return { value: utcDay(startOfWeek(week)!), label: `${weekDays(week)}${places}` };
  });
}

const maxWeeks = 53;

function progress(visit: SignedInVisit, listing: OwnerListing, review: ListingSummary): HtmlValue {
  const { name, slug, status, launch_week: launchWeek } = listing;
  const launch = { name, slug, status, launchWeek };
  const title = launchTitle(launch);
  if (title)
    return html`<h2><bdi>${title}</bdi></h2>
${launchNews(visit, launch, visit.site)}`;
  return html`<p class="lead">${statusSummary(visit, review).sentence}</p>
${
  status === "awaiting_badge" &&
  html`${launchWeek && !review.is_launched && deadline(launchWeek)}
<h2>What is left</h2>
<ul class="plain-list">${stepsLeft(review)}</ul>
${badgeSection(visit, review)}`
}`;
}

/** One step for the profile, with everything that it lacks, and one for the badge, whose section shows what is wrong. */
function stepsLeft({ blockers, badge }: ListingSummary): HtmlValue {
  const lacking = blockers.filter((blocker) => needsProfile({ blockers: [blocker] })).map(({ reason }) => reason);
  return [
    blockers.filter(({ code }) => code).map(({ reason }) => html`<li>${reason}</li>`),
    lacking.length > 0 &&
      html`<li>Complete your founder profile. ${lacking.join(" ")} <a href="${profilePath}">Complete your profile</a></li>`,
    openReview({ blockers }) && html`<li>${openReview({ blockers })}</li>`,
    !badge?.is_found && html`<li>Put the badge on your website. <a href="#badge">Get the badge</a></li>`,
  ];
}

const deadline = (week: string): Html =>
  html`<p>Complete these steps before ${mondayWords(week)}. If you finish later in that week, the listing goes live as soon as nothing is missing. After ${sundayWords(week)}, it moves to the next week with a free place.</p>`;
