import { preparedSql, type Store } from "../../store/store.ts";
import { utcDay } from "../../values/week.ts";

export interface ModelUsage {
  inputTokens: number;
  outputTokens: number;
}

/** Reserves the most that a request can use; null if the budget does not have that much left. */
export interface Reservation {
  settle(actual: ModelUsage): Promise<void>;
}

/**
 * A budget of input and output tokens for each UTC day, shared by all processes of the database. If a process dies
 * during a request, its reservation stays, so the budget is never exceeded.
 */
export interface Spending {
  /** A write that a rule of the data forbids. The message is one sentence with the reason. */
  reserve(tokens: number): Promise<Reservation | null>;
}

const reserveQuery = preparedSql<{ day: string }, [string, number, number]>(`
  INSERT INTO model_usage (day, requests, reserved_tokens) SELECT ?1, 1, ?2 WHERE ?2 <= ?3
  ON CONFLICT (day) DO UPDATE SET requests = requests + 1, reserved_tokens = reserved_tokens + excluded.reserved_tokens
    WHERE input_tokens + output_tokens + reserved_tokens + excluded.reserved_tokens <= ?3
  RETURNING day`);

const settleQuery = preparedSql<never, [string, number, number, number]>(`
  UPDATE model_usage SET reserved_tokens = reserved_tokens - ?2, input_tokens = input_tokens + ?3,
    output_tokens = output_tokens + ?4 WHERE day = ?1`);

/** Stores an image and returns the SHA-256 of its bytes in hexadecimal. */
export const dailySpending = (store: Pick<Store, "write">, tokensPerDay: number, now: () => Date): Spending => ({
  async reserve(tokens) {
    const day = utcDay(now());
    const row = await store.write((tx) => reserveQuery.get(tx, day, tokens, tokensPerDay));
    if (!row) return null;
    return {
      settle: ({ inputTokens, outputTokens }) =>
        store.write((tx) => settleQuery.run(tx, day, tokens, inputTokens, outputTokens)),
    };
  },
});
