import type { RuleEffect, RuleKind } from "../../schema/vocabulary.ts";
import { type Db, preparedSql } from "../../store/store.ts";

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

export interface ListedRule extends AbuseRule {
  note: string;
  createdBy: number | null;
  createdByName: string | null;
  createdAt: string;
  hits: number;
  lastHitAt: string | null;
}

const columns = `SELECT r.id, r.site_id AS siteId, r.kind, r.effect, r.value, r.note, r.created_by AS createdBy,
  a.name AS createdByName, r.created_at AS createdAt, r.hits, r.last_hit_at AS lastHitAt
  FROM abuse_rules r LEFT JOIN accounts a ON a.id = r.created_by WHERE (r.site_id IS NULL OR r.site_id = ?1)`;
type Filter = [siteId: number, kind: string | null, effect: string | null, q: string, limit: number, offset: number];
const filter = "AND (?2 IS NULL OR r.kind = ?2) AND (?3 IS NULL OR r.effect = ?3) AND instr(r.value, ?4) > 0";
const byHits = preparedSql<ListedRule, Filter>(
  `${columns} ${filter} ORDER BY r.hits DESC, r.id DESC LIMIT ?5 OFFSET ?6`,
);
const newest = preparedSql<ListedRule, Filter>(`${columns} ${filter} ORDER BY r.id DESC LIMIT ?5 OFFSET ?6`);

interface RuleFilter {
  kind?: RuleKind;
  effect?: RuleEffect;
  q: string;
  sort: "newest" | "hits";
  limit: number;
  offset: number;
}

/** The rules that apply on a site, including those for all sites. */
export const listRules = (db: Db, siteId: number, { kind, effect, q, sort, limit, offset }: RuleFilter) =>
  (sort === "hits" ? byHits : newest).all(db, siteId, kind ?? null, effect ?? null, q, limit, offset);

export const ruleById = preparedSql<ListedRule, [siteId: number, id: number]>(`${columns} AND r.id = ?2`).get;

export const ruleByValue = preparedSql<AbuseRule, [siteId: number | null, kind: RuleKind, value: string]>(
  `SELECT id, site_id AS siteId, kind, effect, value FROM abuse_rules
  WHERE site_id IS ?1 AND kind = ?2 AND value = ?3`,
).get;

export const saveRule = preparedSql<
  { id: number },
  [
    siteId: number | null,
    kind: RuleKind,
    effect: RuleEffect,
    value: string,
    note: string,
    createdBy: number | null,
    now: Date,
  ]
>(`INSERT INTO abuse_rules (site_id, kind, effect, value, note, created_by, created_at)
  VALUES (?, ?, ?, ?, ?, ?, ?) RETURNING id`).value;

export const deleteRule = preparedSql<never, [id: number]>("DELETE FROM abuse_rules WHERE id = ?").run;

/** What a rule is tried on. `network` is where the account signed up. */
export interface Candidate {
  id: number;
  label: string;
  email: string | null;
  network: string | null;
  url: string | null;
  texts: string[];
}

const readers = { texts: JSON.parse };
export const accountsSince = preparedSql<Candidate, [since: Date, limit: number]>(
  `SELECT id, name AS label, email, sign_up_network AS network, NULL AS url, '[]' AS texts
  FROM accounts WHERE created_at >= ? ORDER BY created_at DESC LIMIT ?`,
  readers,
).all;
type Since = [siteId: number | null, since: Date, limit: number];
export const draftsSince = preparedSql<Candidate, Since>(
  `SELECT d.id, d.url AS label, a.email, a.sign_up_network AS network, d.url,
    json_array(ifnull(d.fields ->> '$.name', ''), ifnull(d.fields ->> '$.headline', ''),
      ifnull(d.fields ->> '$.summary', ''), ifnull(d.fields ->> '$.description', '')) AS texts
  FROM drafts d JOIN accounts a ON a.id = d.account_id
  WHERE (?1 IS NULL OR d.site_id = ?1) AND d.created_at >= ?2 ORDER BY d.id DESC LIMIT ?3`,
  readers,
).all;
export const listingsSince = preparedSql<Candidate, Since>(
  `SELECT l.id, l.slug AS label, a.email, a.sign_up_network AS network, c.url,
    json_array(c.name, l.headline, l.summary, c.description) AS texts
  FROM listings l JOIN companies c ON c.id = l.company_id LEFT JOIN accounts a ON a.id =
    (SELECT account_id FROM company_owners WHERE company_id = c.id ORDER BY created_at, account_id LIMIT 1)
  WHERE (?1 IS NULL OR l.site_id = ?1) AND l.created_at >= ?2 ORDER BY l.id DESC LIMIT ?3`,
  readers,
).all;
