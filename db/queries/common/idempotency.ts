import { type Db, preparedSql, type Tx } from "../../store/store.ts";

export interface KeyUse {
  accountId: number;
  isTest: boolean;
  operation: string;
  key: string;
}

export interface KeptAnswer {
  inputHash: string;
  /** The response as JSON. */
  answer: string;
}

const keptMs = 24 * 3_600_000;
const oldest = (now: Date) => new Date(now.getTime() - keptMs);

type UseColumns = [accountId: number, isTest: boolean, operation: string, key: string];
const columnsOf = ({ accountId, isTest, operation, key }: KeyUse): UseColumns => [accountId, isTest, operation, key];

const keptQuery = preparedSql<KeptAnswer, [...UseColumns, oldest: Date]>(`
  SELECT input_hash AS inputHash, answer FROM idempotency_keys
  WHERE account_id = ? AND is_test = ? AND operation = ? AND key = ? AND created_at > ?`);

export const keptAnswer = (db: Db, use: KeyUse, now: Date): Promise<KeptAnswer | null> =>
  keptQuery.get(db, ...columnsOf(use), oldest(now));

const keepQuery = preparedSql<
  { isKept: 1 },
  [...UseColumns, inputHash: string, answer: string, now: Date, oldest: Date]
>(`
  INSERT INTO idempotency_keys (account_id, is_test, operation, key, input_hash, answer, created_at)
  VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
  ON CONFLICT DO UPDATE SET input_hash = ?5, answer = ?6, created_at = ?7 WHERE created_at <= ?8
  RETURNING 1 AS isKept`);

/** Returns false if another call has stored a response under the same key in the meantime. */
export const keepAnswer = (tx: Tx, use: KeyUse, { inputHash, answer }: KeptAnswer, now: Date): Promise<boolean> =>
  keepQuery.changes(tx, ...columnsOf(use), inputHash, answer, now, oldest(now));

const replaceQuery = preparedSql<never, [...UseColumns, string]>(`
  UPDATE idempotency_keys SET answer = ?5 WHERE account_id = ?1 AND is_test = ?2 AND operation = ?3 AND key = ?4`);

export const replaceAnswer = (tx: Tx, use: KeyUse, answer: string): Promise<void> =>
  replaceQuery.run(tx, ...columnsOf(use), answer);

const sweepQuery = preparedSql<never, [oldest: Date]>("DELETE FROM idempotency_keys WHERE created_at <= ?");

export const sweepAnswers = (tx: Tx, now: Date): Promise<void> => sweepQuery.run(tx, oldest(now));
