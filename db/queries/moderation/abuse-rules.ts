import type { RuleEffect, RuleKind } from "../../schema/vocabulary.ts";
import { type Db, preparedSql, type Tx } from "../../store/store.ts";
import { scannedPairs } from "../common/field-selects.ts";
import { RuleViolation } from "../common/rule-violation.ts";
import { firstOwner } from "./hidden-listings.ts";

export interface AbuseRule {
  id: number;
  /** Null for all sites. */
  siteId: number | null;
  kind: RuleKind;
  effect: RuleEffect;
  value: string;
}

/** Identifies the set of rules. Rules never change, and ids are never used again. */
export const rulesVersion = preparedSql<{ version: string }, []>(
  "SELECT count(*) || ':' || ifnull(max(id), 0) AS version FROM abuse_rules",
).value;

export const allRules = preparedSql<AbuseRule, []>(
  "SELECT id, site_id AS siteId, kind, effect, value FROM abuse_rules ORDER BY id",
).all;

/** A rule as responses show it. */
export interface ListedRule {
  id: number;
  kind: RuleKind;
  effect: RuleEffect;
  value: string;
  all_sites: boolean;
  note: string;
  created_by: { account_id: number; name: string } | null;
  created_at: string;
  hits: number;
  last_hit_at: string | null;
}

const columns = `SELECT r.id, r.kind, r.effect, r.value, r.site_id IS NULL AS all_sites, r.note,
  (SELECT json_object('account_id', id, 'name', name) FROM accounts WHERE id = r.created_by) AS created_by,
  r.created_at, r.hits, r.last_hit_at FROM abuse_rules r WHERE (r.site_id IS NULL OR r.site_id = ?1)`;
const readers = { all_sites: Boolean, created_by: (json: string | null) => json && JSON.parse(json) };
type Filter = [siteId: number, kind: string | null, effect: string | null, q: string, limit: number, offset: number];
const filter = "AND (?2 IS NULL OR r.kind = ?2) AND (?3 IS NULL OR r.effect = ?3) AND instr(r.value, ?4) > 0";
const sorted = (order: string) =>
  preparedSql<ListedRule, Filter>(`${columns} ${filter} ORDER BY ${order} LIMIT ?5 OFFSET ?6`, readers);
const orders = { newest: sorted("r.id DESC"), hits: sorted("r.hits DESC, r.id DESC") };

interface RuleFilter {
  kind?: RuleKind;
  effect?: RuleEffect;
  q: string;
  sort: keyof typeof orders;
  limit: number;
  offset: number;
}

/** The rules that apply on a site, including those for all sites. */
export const listRules = (db: Db, siteId: number, { kind, effect, q, sort, limit, offset }: RuleFilter) =>
  orders[sort].all(db, siteId, kind ?? null, effect ?? null, q, limit, offset);

export const ruleById = preparedSql<ListedRule, [siteId: number, id: number]>(`${columns} AND r.id = ?2`, readers).get;

const knownRule = preparedSql<Pick<AbuseRule, "id" | "effect">, [siteId: number | null, kind: RuleKind, value: string]>(
  "SELECT id, effect FROM abuse_rules WHERE site_id IS ? AND kind = ? AND value = ?",
).get;
const insertRule = preparedSql<
  { id: number },
  [number | null, RuleKind, RuleEffect, string, note: string, createdBy: number | null, now: Date]
>(`INSERT INTO abuse_rules (site_id, kind, effect, value, note, created_by, created_at)
  VALUES (?, ?, ?, ?, ?, ?, ?) RETURNING id`).value;

/** Saves a rule unless it exists. Throws if there is a rule with the opposite effect. */
export async function saveRule(
  tx: Tx,
  { siteId, kind, effect, value }: Omit<AbuseRule, "id">,
  note: string,
  createdBy: number | null,
  now: Date,
): Promise<{ id: number; isNew: boolean }> {
  const known = await knownRule(tx, siteId, kind, value);
  if (known && known.effect !== effect)
    throw new RuleViolation(`Rule ${known.id} has the opposite effect for this value. Delete it first.`);
  const id = known?.id ?? (await insertRule(tx, siteId, kind, effect, value, note, createdBy, now));
  return { id, isNew: known === null };
}

export const deleteRule = preparedSql<never, [id: number]>("DELETE FROM abuse_rules WHERE id = ?").run;

/** A record as it would be submitted. `network` is where its account signed up. Accounts belong to no site. */
export interface Candidate {
  id: number;
  siteId: number | null;
  label: string;
  email: string | null;
  network: string | null;
  url: string | null;
  fields: object;
}

// The newest records are chosen before their age is compared, so that old ones are not read.
const newest = (table: string) =>
  `(SELECT * FROM ${table} WHERE ?1 IS NULL OR site_id = ?1 ORDER BY id DESC LIMIT ?3) r`;
const since = (columns: string, from: string) =>
  preparedSql<Candidate, [siteId: number | null, since: Date, limit: number]>(
    `SELECT r.id, ${columns}, a.email, a.sign_up_network AS network
    FROM ${from} WHERE r.created_at >= ?2 ORDER BY r.id DESC LIMIT ?3`,
    { fields: JSON.parse },
  ).all;

/** Reads the newest records of each kind. Listings come with the account that owned them first. */
export const recordsSince = {
  accounts: since(
    "a.name AS label, NULL AS siteId, NULL AS url, '{}' AS fields",
    "accounts r JOIN accounts a USING (id)",
  ),
  drafts: since(
    "r.url AS label, r.site_id AS siteId, r.url, r.fields",
    `${newest("drafts")} JOIN accounts a ON a.id = r.account_id`,
  ),
  listings: since(
    `l.slug AS label, l.site_id AS siteId, c.url, json_object(${scannedPairs}) AS fields`,
    `${newest("listings")} JOIN listings l ON l.id = r.id JOIN companies c ON c.id = l.company_id LEFT JOIN accounts a ON a.id =
      ${firstOwner("c.id")}`,
  ),
};
