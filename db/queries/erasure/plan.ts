import type { HideableStatus, ListingStatus, Plan } from "../../schema/vocabulary.ts";
import { type Db, preparedSql } from "../../store/store.ts";
import { weekOf } from "../../values/week.ts";

/** `shared`: other accounts own it too; `kept`: it stays without an owner; `deleted`: the erasure deletes it. */
export type ListingFate = "shared" | "kept" | "deleted";

export interface PlannedListing {
  id: number;
  siteId: number;
  companyId: number;
  slug: string;
  name: string;
  status: ListingStatus;
  launchWeek: string | null;
  fate: ListingFate;
}

export interface ErasurePlan {
  listings: PlannedListing[];
  runningVotes: number;
  closedVotes: number;
  openOrders: string[];
  /** Confirmed orders that may still be paid. They block the deletion. */
  payingOrders: string[];
  invoices: number;
}

type Row = Omit<PlannedListing, "fate"> & {
  plan: Plan;
  launchedAt: string | null;
  isTest: boolean;
  hiddenAs: HideableStatus | null;
  others: number;
};

const listingsQuery = preparedSql<Row, [accountId: number]>(
  `SELECT l.id, l.site_id AS siteId, l.company_id AS companyId, l.slug, c.name, l.status, l.plan,
    l.launch_week AS launchWeek, l.launched_at AS launchedAt, s.sandbox_of IS NOT NULL AS isTest,
    (SELECT h.status FROM hidden_listings h WHERE h.listing_id = l.id) AS hiddenAs,
    (SELECT count(*) FROM company_owners x WHERE x.company_id = o.company_id AND x.account_id <> o.account_id) AS others
  FROM company_owners o JOIN listings l ON l.company_id = o.company_id JOIN companies c ON c.id = l.company_id
  JOIN sites s ON s.id = l.site_id WHERE o.account_id = ? ORDER BY l.id`,
  { isTest: Boolean },
);

const votesQuery = preparedSql<{ running: number; closed: number }, [number, string]>(`
  SELECT count(*) FILTER (WHERE week = ?2 AND excluded IS NOT 'team') AS running,
    count(*) FILTER (WHERE week <> ?2 OR excluded IS 'team') AS closed FROM ballots WHERE account_id = ?1`);

const ordersQuery = preparedSql<{ number: string; isConfirmed: number }, [number]>(`
  SELECT number, confirmed_at IS NOT NULL AS isConfirmed FROM orders
  WHERE account_id = ? AND status = 'pending' AND is_test = 0 ORDER BY id`);

const invoicesQuery = preparedSql<{ total: number }, [number]>(`
  SELECT count(*) AS total FROM invoices i JOIN orders o ON o.id = i.order_id WHERE o.account_id = ? AND o.is_test = 0`);

/** Decides what happens to a listing. A listing that was public or has a scheduled paid launch is kept. */
function fateOf({ isTest, others, status: current, hiddenAs, plan, launchedAt }: Row): ListingFate {
  const status = current === "suspended" ? (hiddenAs ?? current) : current;
  if (others > 0) return "shared";
  if (isTest) return "deleted";
  const isPublic = status === "live" || status === "suspended" || launchedAt !== null;
  return isPublic || (status === "scheduled" && plan === "paid") ? "kept" : "deleted";
}

export async function erasurePlan(db: Db, accountId: number, now: Date): Promise<ErasurePlan> {
  const votes = (await votesQuery.get(db, accountId, weekOf(now)))!;
  const orders = await ordersQuery.all(db, accountId);
  const numbers = (isConfirmed: number) =>
    orders.filter((order) => order.isConfirmed === isConfirmed).map(({ number }) => number);
  return {
    listings: (await listingsQuery.all(db, accountId)).map((row) => {
      const { plan, launchedAt, isTest, hiddenAs, others, ...listing } = row;
      return { ...listing, fate: fateOf(row) };
    }),
    runningVotes: votes.running,
    closedVotes: votes.closed,
    openOrders: numbers(0),
    payingOrders: numbers(1),
    invoices: await invoicesQuery.value(db, accountId),
  };
}
