import { preparedSql, type Tx } from "../../store/store.ts";

type Addresses = [addresses: readonly string[]];

const dropDeliveries = preparedSql<never, Addresses>(`
  DELETE FROM jobs WHERE key IN (
    SELECT 'mail:' || id FROM mails WHERE recipient IN (SELECT value FROM json_each(?)))`);
const dropAsked = preparedSql<never, Addresses>(
  "DELETE FROM jobs WHERE kind = 'mailed-link' AND payload ->> '$.email' IN (SELECT value FROM json_each(?))",
);
const dropMails = preparedSql<never, Addresses>(
  "DELETE FROM mails WHERE recipient IN (SELECT value FROM json_each(?))",
);
const dropInvites = preparedSql<never, Addresses>(
  "DELETE FROM draft_invites WHERE email IN (SELECT value FROM json_each(?))",
);
const dropAccountInvites = preparedSql<never, Addresses>(
  "DELETE FROM account_invites WHERE email IN (SELECT value FROM json_each(?))",
);

export async function forgetMails(tx: Tx, addresses: readonly string[]): Promise<void> {
  for (const query of [dropDeliveries, dropAsked, dropMails, dropInvites, dropAccountInvites])
    await query.run(tx, addresses);
}

/** The email to a deleted account is the last record of its address, so it is deleted once its delivery has ended. */
export const farewellSubject = "Your account was deleted";
export const forgetSentMails = preparedSql<never, [before: Date]>(`
  DELETE FROM mails WHERE sent_at < ?1 OR subject LIKE '${farewellSubject}%'
    AND NOT EXISTS (SELECT 1 FROM jobs WHERE key = 'mail:' || mails.id AND state IN ('queued', 'leased'))`).run;
