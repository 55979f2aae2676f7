import type * as z from "zod";
import type { ReviewMark } from "#db/queries/moderation/reviews.ts";
import addRule from "#tools/abuse/add-rule.ts";
import startBulkAction from "#tools/moderation/inbox/start-bulk-action.ts";
import listReports from "#tools/moderation/reports/list-reports.ts";
import listReviews from "#tools/moderation/review/list-reviews.ts";
import type { teamCaller } from "../../support/clients/team.ts";

export interface Desk {
  call: ReturnType<typeof teamCaller>;
  /** Runs the bulk actions that were started. */
  drain(): Promise<void>;
  now(): Date;
}

type Bulk = z.input<typeof startBulkAction.input>;
type ReviewRecord = z.output<typeof listReviews.output>["items"][number];
type Verdict = "approve" | "refuse" | "leave";

const perPage = 25;
/** This many waiting listings from one network are a campaign. Fewer are a shared network, such as a mobile one. */
const campaign = 10;
/** From these similarities on, two listings have their texts in common, and not only the name. */
const copied = 80;
const imitated = 70;
/** Letters of another script, digits or capitals inside a word imitate a name. */
const isDisguised = (name: string) => /[^\p{ASCII}]|\d|\p{Ll}\p{Lu}/u.test(name);
const minReports = 3;

/** Marks that the team reads row by row, and those that it reads only in the morning. */
const readMarks: ReviewMark[] = ["network", "lookalike", "text", "name"];
const rareMarks: ReviewMark[] = ["site", "flagged", "decided", "unread"];

/**
 * A member of the team who works with the review page, the rules and the reports. Decides only from what these pages
 * show, and counts each press: following a link, choosing a row or option, entering a text, pressing a button.
 */
export function teamMember({ call, drain, now }: Desk) {
  let clicks = 0;
  const press = (times = 1) => {
    clicks += times;
  };
  const denied = new Set<string>();
  let lastGround: string | null = null;
  let hasSuspended = false;

  async function rowsWith(mark: ReviewMark): Promise<ReviewRecord[]> {
    const rows: ReviewRecord[] = [];
    for (let page = 1; ; page++) {
      press(); // the link to the filter, or to the next page
      const { items, has_more } = await call(listReviews, { kind: mark, page, per_page: perPage });
      rows.push(...(items as ReviewRecord[]));
      if (!has_more) return rows;
    }
  }

  function verdictOf(row: ReviewRecord, mark: ReviewMark, networks: Map<string | null, number>): Verdict {
    const has = (mark: ReviewMark) => row.marks.includes(mark);
    const isCampaign = has("network") && networks.get(row.owner!.network)! >= campaign;
    const isCopy = row.similar.some(
      ({ reason, score }) =>
        reason === "text" ||
        score >= copied ||
        (reason === "lookalike" && (score >= imitated || isDisguised(row.name))),
    );
    if (isCampaign || isCopy) return "refuse";
    const mustWait = has("unchecked") || has("decided") || has("unread") || (has("flagged") && !has("lookalike"));
    return mustWait || (mark === "network" && has("new_account")) ? "leave" : "approve";
  }

  async function decide(verdict: Verdict, mark: ReviewMark | "none", which: Pick<Bulk, "items" | "filter">) {
    press(1); // the button
    const ground = mark === "network" ? "not_as_said" : "not_theirs";
    // A refusal also needs the fold, and the ground and the facts unless they are those of the last refusal.
    if (verdict === "refuse") press(lastGround === null ? 3 : ground === lastGround ? 1 : 2);
    if (verdict === "refuse") lastGround = ground;
    const reason = "The listing imitates another product or belongs to a campaign of spam.";
    await call(startBulkAction, {
      ...which,
      operation: verdict === "approve" ? "approve_listing" : "reject_listing",
      shared: verdict === "approve" ? {} : { ground, reason },
    });
    await drain();
  }

  async function readRows(mark: ReviewMark): Promise<void> {
    const rows = await rowsWith(mark);
    const networks = new Map(
      [...Map.groupBy(rows, ({ owner }) => owner!.network)].map(([at, all]) => [at, all.length]),
    );
    const campaigns =
      mark === "network" ? [...networks].filter(([network, count]) => network && count >= campaign) : [];
    for (const [network] of campaigns) {
      if (!denied.has(network!)) {
        press(5); // the page of rules, the kind, the value, “Try rule” and “Add rule”
        denied.add(network!);
        await call(addRule, { kind: "network", value: network!, confirm: true });
      }
      press(2); // the link to the network's listings, and all that match
      const { slug } = rows.find(({ owner }) => owner!.network === network)!;
      await decide("refuse", mark, { filter: { list: "reviews", network_of: slug } });
    }
    if (campaigns.length > 0) press(); // back to the mark
    const others = rows.filter(({ owner }) => !campaigns.some(([network]) => network === owner!.network));
    const verdicts = Map.groupBy(others, (row) => verdictOf(row, mark, networks));
    const left = verdicts.get("leave") ?? [];
    const largest = [...verdicts]
      .filter(([verdict]) => verdict !== "leave")
      .sort(([, a], [, b]) => b.length - a.length);
    const isOnePage = new Set(left.map((row) => Math.floor(others.indexOf(row) / perPage))).size <= 1;
    // The last decision can be about all rows that match, except ticked ones, which are on one page.
    const last = isOnePage && left.length < (largest[0]?.[1].length ?? 0) ? largest[0]![0] : null;
    // From the last page on, so that decided rows do not move those that follow.
    for (let at = Math.floor((others.length - 1) / perPage) * perPage; at >= 0; at -= perPage) {
      const page = others.slice(at, at + perPage);
      for (const [verdict] of largest.filter(([verdict]) => verdict !== last)) {
        const chosen = page.filter((row) => verdicts.get(verdict)!.includes(row));
        if (chosen.length === 0) continue;
        // Ticks, or all rows of the page except ticked ones.
        const isFirst = verdict === largest[0]![0];
        press(isFirst ? Math.min(chosen.length, 1 + page.length - chosen.length) : chosen.length);
        await decide(verdict, mark, { items: chosen.map(({ slug }) => ({ slug, if_state: "waiting" })) });
      }
    }
    if (!last) return;
    press(1 + left.length);
    const except = left.map(({ slug }) => ({ slug, if_state: "waiting" }));
    await decide(last, mark, { filter: { list: "reviews", kind: mark, except } });
  }

  async function handleReports(): Promise<void> {
    press();
    const { items } = await call(listReports, { sort: "most_reports", page: 1, per_page: perPage });
    const opened = items.filter(({ total, status }) => total >= minReports && status === "live");
    // The row shows the kinds of the reports. If there are several kinds, the details show how many there are of each.
    press(opened.filter(({ reports }) => reports.some(({ kind }) => kind !== "not_as_said")).length);
    const many = opened.filter(
      ({ reports }) => reports.filter(({ kind }) => kind === "not_as_said").length >= minReports,
    );
    if (many.length > 0) {
      press(many.length + 3); // the rows, the fold, the decision and the button
      if (!hasSuspended) press(2); // The ground and the facts, which the form repeats afterwards.
      hasSuspended = true;
      const reason = "Several visitors report that the product is not what it claims to be.";
      const shared = { ground: "not_as_said", reason };
      await call(startBulkAction, { operation: "suspend_listing", items: many.map(({ slug }) => ({ slug })), shared });
      await drain();
    }
    const until = new Date(now().getTime() - 86_400_000).toISOString().slice(0, 10);
    const old = await call(listReports, { until, page: 1, per_page: perPage });
    if (old.items.length === 0) return;
    press(8); // the filter with its date, the fold, all, the decision, the reason and the button
    const shared = { outcome: "dismissed", reason: "One report alone does not show a problem." };
    await call(startBulkAction, { operation: "decide_reports", filter: { list: "reports", until }, shared });
    await drain();
  }

  return {
    /** Works through everything that waits. Returns the number of presses. */
    async work(): Promise<number> {
      clicks = 0;
      press(2); // the inbox and the review page
      for (const mark of now().getUTCHours() < 12 ? [...readMarks, ...rareMarks] : readMarks) await readRows(mark);
      press();
      const { total } = await call(listReviews, { kind: "none", per_page: perPage });
      if (total > 0) {
        press(); // all that match
        await decide("approve", "none", { filter: { list: "reviews", kind: "none" } });
      }
      await handleReports();
      return clicks;
    },
  };
}
