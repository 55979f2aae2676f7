import { button, dayOf, element, given, heading, openPage, start, words } from "./host.js";

const counted = (votes) => (votes === 1 ? "1 vote" : `${votes} votes`);

function moveOf(rank, before) {
  if (before === null || before === undefined) return null;
  if (before === rank) return "as before";
  return before > rank ? `up from ${before}` : `down from ${before}`;
}

function place(rank, listing, facts, isSponsored) {
  const { slug, name, headline } = listing;
  const page = `${given.base}/listings/${encodeURIComponent(slug)}`;
  return element(
    "li",
    {},
    element("span", { class: "rank" }, rank === null ? "–" : String(rank)),
    element(
      "div",
      {},
      button("link", () => openPage(page), words(name)),
      isSponsored && element("span", { class: "tag" }, "Sponsored"),
      listing.verified.status === "verified" && element("span", { class: "tag" }, "Verified"),
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
    button("act", () => openPage(given.base + path), label),
  );

const boardOf = ({ board, title, period, starts_at: from, ends_at: to, rule, items, total, has_more: hasMore }) => [
  heading(title),
  period && element("p", {}, `${period}: ${dayOf(from)} until before ${dayOf(to)}`),
  element("p", { class: "from" }, rule),
  list(
    items.map(({ rank, previous_rank: before, listing, score, sponsored }) =>
      place(
        rank,
        listing,
        [
          score !== null && (board.startsWith("community") ? counted(score) : `score ${score}`),
          moveOf(rank, before),
          listing.domain_rating && `Domain Rating ${listing.domain_rating.value}`,
        ],
        sponsored,
      ),
    ),
    "Nobody is on this board.",
  ),
  hasMore && element("p", { class: "from" }, `${items.length} shown of ${total}.`),
  acts(`/leaderboards/${encodeURIComponent(board)}`, "Open the board"),
];

const statuses = new Map([
  ["upcoming", "to come"],
  ["live", "running"],
  ["closed", "closed"],
]);

const weekOf = ({ week, label, status, slots: { free, paid }, items }) => [
  heading(`Launches of ${week}`),
  element("p", {}, `${label}, ${statuses.get(status)}`),
  element(
    "p",
    { class: "from" },
    `Taken: ${free.taken} of ${free.total} free places, ${paid.taken} of ${paid.total} paid.`,
  ),
  list(
    items.map((listing) =>
      place(
        listing.rank,
        listing,
        [`${counted(listing.votes)} in all`, listing.categories.map(({ slug }) => slug).join(", ")],
        listing.plan_label === "sponsored",
      ),
    ),
    "No listing is in it yet.",
  ),
  acts(`/launches/${encodeURIComponent(week)}`, "Open the week"),
];

start("slipway-board", (answer) => (answer.board === undefined ? weekOf(answer) : boardOf(answer)));
