import { preparedSql, type Store } from "../../store/store.ts";
import { utcDay } from "../../values/week.ts";

export interface ModelUsage {
  inputTokens: number;
  outputTokens: number;
}

/** Tokens reserved for one request. A reservation that is never settled counts until the end of the day. */
export interface Reservation {
  settle(actual: ModelUsage): Promise<void>;
}

export interface Spending {
  /** Reserves the maximum number of tokens that a request can use. Returns null if the budget has fewer left. */
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

/** A token budget for each UTC day. If a process dies, its reservation remains, so the budget is never exceeded. */
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
