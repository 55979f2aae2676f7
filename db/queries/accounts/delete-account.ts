import { preparedSql } from "../../store/store.ts";

export const deleteAccount = preparedSql<never, [id: number]>("DELETE FROM accounts WHERE id = ?").run;
export const deleteApiKey = preparedSql<never, [id: number]>("DELETE FROM api_keys WHERE id = ?").run;
export const deleteFounder = preparedSql<never, [id: number]>("DELETE FROM founders WHERE id = ?").run;
