import { preparedSql, type Tx } from "../store.ts";

const queries = {
  key: preparedSql<never, [string, number]>("UPDATE api_keys SET last_used_at = ? WHERE id = ?"),
  grant: preparedSql<never, [string, number]>("UPDATE oauth_grants SET last_used_at = ? WHERE id = ?"),
  session: preparedSql<never, [string, number]>("UPDATE sessions SET last_seen_at = ? WHERE id = ?"),
};
export type CredentialKind = keyof typeof queries;

export const saveLastUsed = (tx: Tx, kind: CredentialKind, id: number, at: string): Promise<void> =>
  queries[kind].run(tx, at, id);
