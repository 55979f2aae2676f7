import { button, config, dayOf, element, heading, openPage, start, userText } from "./host.js";

const counted = (votes) => (votes === 1 ? "1 vote" : `${votes} votes`);

function moveOf(rank, before) {
  if (before === null || before === undefined) return null;
  if (before === rank) return "unchanged";
  return before > rank ? `up from ${before}` : `down from ${before}`;
}

function entry(rank, listing, facts, isSponsored) {
  const { slug, name, headline } = listing;
  const page = `${config.base}/listings/${encodeURIComponent(slug)}`;
  return element(
    "li",
    {},
    element("span", { class: "rank" }, rank === null ? "–" : String(rank)),
    element(
      "div",
      {},
      button("link", () => openPage(page), userText(name)),
      isSponsored && element("span", { class: "tag" }, "Sponsored"),
      listing.verified?.status === "verified" && element("span", { class: "tag" }, "Verified"),
      element("p", {}, headline),
      element("p", { class: "from" }, facts.filter(Boolean).join(" · ")),
    ),
  );
}

const list = (items, none) => (items.length > 0 ? element("ol", { class: "places" }, items) : element("p", {}, none));

const acts = (path, label) =>
  element(
    "p",
    { class: "acts" },
    button("act", () => openPage(config.base + path), label),
  );

const boardOf = ({ board, title, period, starts_at: from, ends_at: to, rule, items, total, has_more: hasMore }) => [
  heading(title),
  period && element("p", {}, `${period}: from ${dayOf(from)} until the start of ${dayOf(to)}`),
  element("p", { class: "from" }, rule),
  list(
    items.map(({ rank, previous_rank: before, listing, score, sponsored }) =>
      entry(
        rank,
        listing,
        [
          Number.isInteger(score) && (board.startsWith("community") ? counted(score) : `score ${score}`),
          moveOf(rank, before),
          listing.domain_rating && `Domain Rating ${listing.domain_rating.value}`,
        ],
        sponsored,
      ),
    ),
    "This leaderboard is empty.",
  ),
  hasMore && element("p", { class: "from" }, `Showing ${items.length} of ${total}.`),
  acts(`/leaderboards/${encodeURIComponent(board)}`, "Open leaderboard"),
];

const statuses = new Map([
  ["upcoming", "upcoming"],
  ["live", "live now"],
  ["closed", "closed"],
]);

const weekOf = ({ week, label, status, slots: { free, paid }, items }) => [
  heading(`Launches in ${week}`),
  element("p", {}, `${label}, ${statuses.get(status)}`),
  element(
    "p",
    { class: "from" },
    `Places taken: ${free.taken} of ${free.total} free places and ${paid.taken} of ${paid.total} paid places.`,
  ),
  list(
    items.map((listing) =>
      entry(
        listing.rank ?? null,
        listing,
        [`${counted(listing.votes)} in total`, listing.pricing],
        listing.plan_label === "sponsored",
      ),
    ),
    "There are no listings in this launch week yet.",
  ),
  acts(`/launches/${encodeURIComponent(week)}`, "Open launch week"),
];

start("slipway-board", (answer) => (answer.board === undefined ? weekOf(answer) : boardOf(answer)));
