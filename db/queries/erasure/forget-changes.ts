import type { ActionName } from "../../schema/action-names.ts";
import { preparedSql, type Tx } from "../../store/store.ts";
import { yieldsToEventLoop } from "../../store/yield-to-event-loop.ts";
import { actionsIn } from "../common/audit-log.ts";

export interface Forgotten {
  accountId: number;
  founderId: number | null;
  addresses: readonly string[];
  names: readonly string[];
  storyOf: readonly number[];
}

interface Logged {
  id: number;
  action: ActionName;
  first: string;
  before: string;
  after: string;
}

const loggedQuery = preparedSql<Logged, [accountId: number, subjects: string[]]>(`
  SELECT c.id, c.action, c.before, c.after,
    ifnull((SELECT subject FROM change_subjects WHERE change_id = c.id ORDER BY position LIMIT 1), '') AS first
  FROM changes c WHERE c.id IN (
    SELECT id FROM changes WHERE account_id = ?1
    UNION SELECT change_id FROM change_subjects WHERE subject IN (SELECT value FROM json_each(?2)))`);
const rewrite = preparedSql<never, [string, string, number]>("UPDATE changes SET before = ?, after = ? WHERE id = ?");
const invitesQuery = preparedSql<{ id: number }, [addresses: readonly string[], accountId: number]>(
  "SELECT id FROM draft_invites WHERE email IN (SELECT value FROM json_each(?1)) OR accepted_by = ?2",
);
const formerQuery = preparedSql<{ email: string | null }, [number]>(`
  SELECT before ->> '$.email' AS email FROM changes WHERE account_id = ?1 AND action IN (${actionsIn("change_address", "stop_address_change")})
  UNION SELECT after ->> '$.new_email' FROM changes WHERE account_id = ?1 AND action = ${actionsIn("request_address_change")}`);

export const formerAddresses = async (tx: Tx, accountId: number): Promise<string[]> =>
  (await formerQuery.all(tx, accountId)).flatMap(({ email }) => email ?? []);

// Entries about records of these kinds concern only the person, so the entries lose all their facts. Entries about
// other records, such as products, lose only the person's names and email addresses.
const isOwn = /^(?:account|founder|session|passkey|key|app|invite|draft|approval_request):/;
const shortestName = 3;

/** Removes a person from the audit log. The actions and times remain under the account's id. */
export async function forgetChanges(tx: Tx, person: Forgotten): Promise<void> {
  const invites = await invitesQuery.values(tx, person.addresses, person.accountId);
  const subjects = [
    `account:${person.accountId}`,
    ...(person.founderId === null ? [] : [`founder:${person.founderId}`]),
    ...invites.map((id) => `invite:${id}`),
  ];
  const words = wordsOf(person);
  const stories = new Set(person.storyOf.map((id) => `listing:${id}`));
  const yieldToEventLoop = yieldsToEventLoop();
  for (const { id, action, first, before, after } of await loggedQuery.all(tx, person.accountId, subjects)) {
    await yieldToEventLoop();
    const isGone = isOwn.test(first) || (action === "set_founder_story" && stories.has(first));
    const [was, is] = isGone ? ["{}", "{}"] : [without(before, words), without(after, words)];
    if (was !== before || is !== after) await rewrite.run(tx, was, is, id);
  }
}

function wordsOf({ addresses, names }: Forgotten): RegExp {
  const texts = [...addresses, ...names.map((name) => name.trim()).filter((name) => name.length >= shortestName)];
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${texts.map(RegExp.escape).join("|")})(?![\\p{L}\\p{N}])`, "giu");
}

const without = (facts: string, words: RegExp): string =>
  JSON.stringify(
    JSON.parse(facts, (_, value: unknown) => (typeof value === "string" ? value.replace(words, "(erased)") : value)),
  );
