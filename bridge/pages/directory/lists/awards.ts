import type { AwardKind } from "#db/schema/vocabulary.ts";
import { lookup } from "#db/values/lookup.ts";
import { endOfMonth, endOfWeek } from "#db/values/week.ts";
import listAwards from "#tools/launches/list-awards.ts";
import { definePage, type ItemOf, type PublicRequest } from "../../frame/define-page.ts";
import { feedLength, feedPath } from "../../frame/feed.ts";
import { type Html, html } from "../../frame/html.ts";
import { byTime, listPath, pageLinks, requestedPage } from "../../frame/page-links.ts";
import { periodWords } from "../../frame/time.ts";
import { listingRow, listingRows } from "../listing/listing-row.ts";
import { trail } from "./crumbs.ts";
import { listMargin } from "./list-margin.ts";
import { choiceRow, empty, emptyPage } from "./list-parts.ts";
import { listingList } from "./structured-data.ts";

export type Award = ItemOf<typeof listAwards>;

const path = "/awards";
const kinds: Partial<Record<string, AwardKind>> = { week: "week", month: "month" };

export const awardsPage = definePage({
  path,
  name: "awards_page",
  audience: "everyone",
  menu: { in: "footer", label: "Awards", place: 2 },
  indexed: true,
  maxAge: 300,
  async get(ask, { query, site, urls }) {
    const kind = requestedKind(query);
    const page = requestedPage(query);
    const { items, has_more, per_page } = await ask(listAwards, { kind, page });
    const listings = items.map(({ listing }) => listing);
    const linkTo = (page: number) => listPath(path, { kind, page });
    const kindRow = [
      { path, label: "All", isCurrent: kind === undefined },
      { path: listPath(path, { kind: "week" }), label: "Weeks", isCurrent: kind === "week" },
      { path: listPath(path, { kind: "month" }), label: "Months", isCurrent: kind === "month" },
    ];
    return {
      title: "Awards",
      description: `Weekly and monthly winners on ${site.name}.`,
      canonical: `${urls.base}${linkTo(page)}`,
      feed: feedPath(listPath(path, { kind })),
      structuredData: [
        trail({ site, urls }, { path, name: "Awards" }),
        listingList(urls.base, listings, (page - 1) * per_page + 1),
      ],
      margin: listMargin({ site, urls }),
      body: html`<h1>Awards</h1>
<p class="lead">Weekly and monthly winners, decided by votes alone. Vote totals include votes from other weeks and months. <a href="${feedPath(listPath(path, { kind }))}">Subscribe to feed</a></p>
${choiceRow("Kind", kindRow)}
${
  items.length > 0
    ? Map.groupBy(items, periodOf).entries().map(group).toArray()
    : emptyPage(
        page,
        linkTo(1),
        empty("There are no awards yet.", { path: "/leaderboards", label: "See the current leaderboards" }),
      )
}
${pageLinks({ page, hasMore: has_more, linkTo, words: byTime })}`,
    };
  },
  async feed(ask, { query, site, urls }) {
    const kind = requestedKind(query);
    const { items } = await ask(listAwards, { kind, per_page: feedLength });
    return {
      title: `Awards on ${site.name}`,
      path: listPath(path, { kind }),
      entries: items.map((award) => ({
        id: `${path}#award-${award.id}`,
        title: `${award.label}: ${award.listing.name}`,
        author: award.listing.name,
        url: `${urls.base}/listings/${award.listing.slug}`,
        published: closedAt(award).toISOString(),
        text: award.listing.headline,
      })),
    };
  },
});

const requestedKind = (query: PublicRequest["query"]) => lookup(kinds, query.get("kind") ?? "");

const periodOf = ({ week, month }: Award): string => week ?? month ?? "";

const closedAt = ({ week, month }: Award): Date => (week === null ? endOfMonth(month!) : endOfWeek(week));

const group = ([period, awards]: [
  string,
  Award[],
]): Html => html`<section class="award-group" aria-labelledby="of-${period}">
<h2 id="of-${period}"><a href="${awardPath(awards[0]!)}">${periodWords(period)}</a></h2>
${listingRows(
  awards.map(({ rank, listing }) => listingRow(listing, { rank })),
  { isRanked: true },
)}
</section>
`;

export const awardPath = (award: Pick<Award, "board" | "week" | "month">): string =>
  listPath(`/leaderboards/${award.board}`, { period: award.week ?? award.month });
