import type { ActionName } from "../../schema/action-names.ts";
import { preparedSql } from "../../store/store.ts";
import type { Subject } from "../common/audit-log.ts";

/** The updates or milestones that an account has added to a listing since a time, without deleted ones. */
export const postsSince = preparedSql<
  { at: string; row: object },
  [listing: Subject, action: ActionName, accountId: number, since: Date]
>(
  `SELECT c.at, ifnull(c.after -> '$.update', c.after -> '$.milestone') AS row
  FROM change_subjects s JOIN changes c ON c.id = s.change_id
  WHERE s.subject = ? AND c.action = ? AND c.account_id = ? AND c.at > ?
    AND (EXISTS (SELECT 1 FROM listing_updates WHERE id = c.after ->> '$.update.id')
      OR EXISTS (SELECT 1 FROM milestones WHERE id = c.after ->> '$.milestone.id')) ORDER BY c.id`,
  { row: JSON.parse },
).all;
