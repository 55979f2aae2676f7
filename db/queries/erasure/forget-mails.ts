import { preparedSql, type Tx } from "../../store/store.ts";

const dropDeliveries = preparedSql<never, [string]>(`
  DELETE FROM jobs WHERE key IN (
    SELECT 'mail:' || id FROM mails WHERE recipient IN (SELECT value FROM json_each(?)))`);
const dropAsked = preparedSql<never, [string]>(
  "DELETE FROM jobs WHERE kind = 'mailed-link' AND payload ->> '$.email' IN (SELECT value FROM json_each(?))",
);
const dropMails = preparedSql<never, [string]>("DELETE FROM mails WHERE recipient IN (SELECT value FROM json_each(?))");
const dropInvites = preparedSql<never, [string]>(
  "DELETE FROM draft_invites WHERE email IN (SELECT value FROM json_each(?))",
);

export async function forgetMails(tx: Tx, addresses: readonly string[]): Promise<void> {
  const list = JSON.stringify(addresses);
  await dropDeliveries.run(tx, list);
  await dropAsked.run(tx, list);
  await dropMails.run(tx, list);
  await dropInvites.run(tx, list);
}

const dropOld = preparedSql<never, [string]>("DELETE FROM mails WHERE sent_at < ?");
export const forgetSentMails = (tx: Tx, before: Date): Promise<void> => dropOld.run(tx, before.toISOString());
