import { statusTransitions } from "#db/queries/listings/listing-status.ts";
import type { ListingStatus } from "#db/schema/vocabulary.ts";
import { addWeeks, dayMs, weekOf } from "#db/values/week.ts";

/** The launch rules told a second time, plainly and without a database, to be held against the server. */

export interface Rules {
  placesPerWeek: number;
  firstWeekOffset: number;
  weeksAhead: number;
}

export interface ModelListing {
  id: number;
  site: string;
  owner: string;
  status: ListingStatus;
  isFree: boolean;
  week: string | null;
  queuedAt: number;
  isLaunched: boolean;
  /** What it was before its owner took it down. */
  was: ListingStatus | null;
  /** Whether the product's website shows its badge now. */
  isShown: boolean;
  /** What was last seen of it; `at` is null before the first look. */
  seen: { isFound: boolean; at: number | null; misses: number; warnedAt: number | null };
}

type Fresh = Pick<ModelListing, "id" | "site" | "owner">;

export class LaunchModel {
  readonly listings: ModelListing[];
  readonly complete = new Set<string>();

  constructor(
    readonly rules: Rules,
    listings: Fresh[],
  ) {
    this.listings = listings.map((listing) => ({
      ...listing,
      status: "draft",
      isFree: false,
      week: null,
      queuedAt: 0,
      isLaunched: false,
      was: null,
      isShown: false,
      seen: { isFound: false, at: null, misses: 0, warnedAt: null },
    }));
  }

  move(listing: ModelListing, to: ListingStatus): void {
    if (!statusTransitions[listing.status].includes(to)) throw new Error(`${listing.status} never becomes ${to}`);
    listing.status = to;
    if (to === "live") listing.isLaunched = true;
  }

  /** Free listings that hold a place in a week of a site. */
  taken = (site: string, week: string) =>
    this.listings.filter(
      (one) =>
        one.site === site &&
        one.week === week &&
        one.isFree &&
        (one.status === "scheduled" || one.status === "awaiting_badge" || one.status === "live"),
    ).length;

  private places(from: string, until: string, site: string): string[] {
    const places: string[] = [];
    for (let week = from; week <= until; week = addWeeks(week, 1))
      for (let place = this.taken(site, week); place < this.rules.placesPerWeek; place++) places.push(week);
    return places;
  }

  private reach(now: number): { from: string; until: string } {
    const from = addWeeks(weekOf(new Date(now)), this.rules.firstWeekOffset);
    return { from, until: addWeeks(from, this.rules.weeksAhead - 1) };
  }

  canChoose = ({ status }: ModelListing) => status === "rejected" || status === "draft";

  isWaiting = ({ status, isFree }: ModelListing) => status === "awaiting_badge" && isFree;

  /** The plan chosen again: a website without the badge is looked at, at most once a minute. */
  lookAgain(listing: ModelListing, now: number): void {
    if (!listing.seen.isFound && listing.seen.at! < now) this.look(listing, now);
  }

  /** Out of the queue by the team; a place goes to the next, what was launched keeps its week. */
  reject(listing: ModelListing): void {
    this.move(listing, "rejected");
    this.leaveQueue(listing);
  }

  private leaveQueue(listing: ModelListing): void {
    if (listing.isLaunched) return;
    listing.isFree = false;
    listing.week = null;
  }

  /** Taken down by its owner, who gives up a place in the queue. */
  archive(listing: ModelListing): void {
    listing.was = listing.status;
    this.move(listing, "archived");
    if (listing.isFree) this.leaveQueue(listing);
  }

  /** What was launched waits for its badge, what the team had rejected stays so. */
  bringBack(listing: ModelListing, now: number): void {
    if (listing.was === "rejected" || !listing.isLaunched)
      this.move(listing, listing.was === "rejected" ? "rejected" : "draft");
    else {
      this.move(listing, "awaiting_badge");
      listing.seen = { ...listing.seen, misses: 0, warnedAt: null };
      this.look(listing, now);
    }
  }

  restore(listing: ModelListing): void {
    this.move(listing, listing.status === "suspended" ? "live" : "draft");
  }

  choose(listing: ModelListing, now: number): void {
    const { from, until } = this.reach(now);
    if (!listing.isLaunched) listing.week = this.places(from, until, listing.site)[0] ?? null;
    listing.isFree = true;
    listing.queuedAt = now;
    listing.seen = { ...listing.seen, misses: 0, warnedAt: null };
    const isEarly = !listing.isLaunched && listing.week !== weekOf(new Date(now));
    const isReady = isEarly && listing.seen.isFound && this.complete.has(listing.owner);
    this.move(listing, isReady ? "scheduled" : "awaiting_badge");
    if (isReady) this.promote(listing, now);
    this.look(listing, now);
  }

  /** A founder profile is completed or loses what a launch takes; the first frees what waits for it alone. */
  setProfile(owner: string, isComplete: boolean, now: number): void {
    if (!isComplete) this.complete.delete(owner);
    else this.complete.add(owner);
    if (isComplete)
      for (const listing of this.listings)
        if (listing.owner === owner && listing.isFree && listing.status === "awaiting_badge") this.settle(listing, now);
  }

  /** A look at the website, and what follows. */
  look(listing: ModelListing, now: number): void {
    const { status, isShown, seen } = listing;
    const misses = isShown ? 0 : seen.misses + (status === "awaiting_badge" ? 0 : 1);
    listing.seen = { isFound: isShown, at: now, misses, warnedAt: isShown ? null : seen.warnedAt };
    this.settle(listing, now);
  }

  private settle(listing: ModelListing, now: number): void {
    const { seen } = listing;
    if (listing.status === "awaiting_badge") {
      if (seen.isFound && this.complete.has(listing.owner)) {
        const becomes = listing.isLaunched || listing.week === weekOf(new Date(now)) ? "live" : "scheduled";
        this.move(listing, becomes);
        if (becomes === "scheduled") this.promote(listing, now);
      }
    } else if (seen.misses >= 3) {
      if (seen.warnedAt === null) seen.warnedAt = now;
      else if (seen.warnedAt + 14 * dayMs <= now) {
        listing.seen = { ...seen, misses: 0, warnedAt: null };
        this.move(listing, "awaiting_badge");
      }
    }
  }

  /** A complete listing goes before the latest incomplete one of the first week that it could have had. */
  private promote(listing: ModelListing, now: number): void {
    const { until } = this.reach(now);
    const own = addWeeks(weekOf(new Date(listing.queuedAt)), this.rules.firstWeekOffset);
    const from = [own, addWeeks(weekOf(new Date(now)), 1)].sort()[1]!;
    for (let week = from; week <= until && byWeek(week, listing.week) < 0; week = addWeeks(week, 1)) {
      const last = this.queue(listing.site).findLast((one) => one.week === week && one.status === "awaiting_badge");
      if (this.taken(listing.site, week) >= this.rules.placesPerWeek) {
        if (!last) continue;
        listing.week = null;
        last.week = this.places(addWeeks(week, 1), until, listing.site)[0] ?? null;
      }
      listing.week = week;
      return;
    }
  }

  /** The looks of a day: daily before the launch and after a warning, else weekly. */
  daily(now: number): void {
    for (const listing of this.listings) {
      const { isFree, status, seen } = listing;
      if (!isFree || !(status === "awaiting_badge" || status === "scheduled" || status === "live")) continue;
      const days = status === "live" && seen.warnedAt === null ? 7 : 1;
      if (seen.at! < now - days * dayMs + dayMs / 12) this.look(listing, now);
    }
  }

  /** Monday 00:00 UTC. */
  openWeek(now: number): void {
    const week = weekOf(new Date(now));
    for (const site of new Set(this.listings.map((one) => one.site))) {
      const late: ModelListing[] = [];
      for (const listing of this.queue(site).filter((one) => one.week !== null && one.week <= week)) {
        const hasBadge = listing.seen.isFound || listing.status === "scheduled";
        if (hasBadge && this.complete.has(listing.owner)) this.move(listing, "live");
        else if (listing.week === week) {
          if (listing.status === "scheduled") this.move(listing, "awaiting_badge");
        } else late.push(listing);
      }
      const { from, until } = this.reach(now);
      const next = this.places(addWeeks(week, 1), until, site);
      for (const listing of late) {
        listing.week = next.shift() ?? null;
        if (listing.status === "scheduled") this.move(listing, "awaiting_badge");
      }
      const free = this.places(from, until, site);
      const isIncomplete = ({ status }: ModelListing) => Number(status === "awaiting_badge");
      const waiting = this.queue(site).filter((one) => one.week === null || (!isIncomplete(one) && one.week > from));
      for (const listing of waiting.sort((a, b) => isIncomplete(a) - isIncomplete(b)))
        if (free.length > 0 && byWeek(free[0]!, listing.week) < 0) listing.week = free.shift()!;
    }
  }

  /** Who waits on a site, first come first; those without a week last. */
  queue = (site: string) =>
    this.listings
      .filter(
        ({ status, isLaunched, isFree, ...one }) =>
          one.site === site && isFree && !isLaunched && (status === "scheduled" || status === "awaiting_badge"),
      )
      .sort((a, b) => byWeek(a.week, b.week) || a.queuedAt - b.queuedAt || a.id - b.id);
}

/** Earlier weeks first, none last. */
export const byWeek = (a: string | null, b: string | null): number =>
  a === b ? 0 : a === null ? 1 : b === null || a < b ? -1 : 1;
