import { preparedSql, type Tx } from "../../store/store.ts";

// Several processes write last-used times, so an earlier time must not overwrite a later one.
const later = (table: string, column: string) =>
  preparedSql<never, [string, number]>(
    `UPDATE ${table} SET ${column} = ?1 WHERE id = ?2 AND (${column} IS NULL OR ${column} < ?1)`,
  );
const hitRule = preparedSql<never, [at: string, id: number, times: number]>(
  "UPDATE abuse_rules SET hits = hits + ?3, last_hit_at = max(ifnull(last_hit_at, ''), ?1) WHERE id = ?2",
);
const queries = {
  key: later("api_keys", "last_used_at"),
  grant: later("oauth_grants", "last_used_at"),
  session: later("sessions", "last_seen_at"),
};
export type UsedKind = keyof typeof queries | "rule";
export const usedKinds = [...Object.keys(queries), "rule"] as UsedKind[];

export const saveLastUsed = (tx: Tx, kind: UsedKind, id: number, at: string, times: number): Promise<void> =>
  kind === "rule" ? hitRule.run(tx, at, id, times) : queries[kind].run(tx, at, id);
