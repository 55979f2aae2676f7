import { preparedSql } from "../../store/store.ts";

/** Facts about an account for the team, beside its own row. Orders of the sandbox do not count. */
export const accountSummary = preparedSql<
  { role_sites: string[] | null; orders: number; decisions: number },
  [accountId: number]
>(
  `SELECT (SELECT json_group_array(s.key) FROM json_each(a.role_sites) j JOIN sites s ON s.id = j.value
      WHERE a.role_sites IS NOT NULL) AS role_sites,
    (SELECT count(*) FROM orders o WHERE o.account_id = a.id AND o.is_test = 0) AS orders,
    (SELECT count(*) FROM company_owners w JOIN listings l ON l.company_id = w.company_id
      JOIN decisions d ON d.listing_id = l.id WHERE w.account_id = a.id) AS decisions
  FROM accounts a WHERE a.id = ?`,
  { role_sites: (keys) => (keys === "[]" ? null : JSON.parse(keys as string)) },
).get;
