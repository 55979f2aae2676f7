import { preparedSql, type Tx } from "../../store/store.ts";

// Several processes write last-used times, so an earlier time must not overwrite a later one.
const later = (table: string, column: string) =>
  preparedSql<never, [string, number]>(
    `UPDATE ${table} SET ${column} = ?1 WHERE id = ?2 AND (${column} IS NULL OR ${column} < ?1)`,
  );
const queries = {
  key: later("api_keys", "last_used_at"),
  grant: later("oauth_grants", "last_used_at"),
  session: later("sessions", "last_seen_at"),
};
export type CredentialKind = keyof typeof queries;
export const credentialKinds = Object.keys(queries) as CredentialKind[];

export const saveLastUsed = (tx: Tx, kind: CredentialKind, id: number, at: string): Promise<void> =>
  queries[kind].run(tx, at, id);
