import type { ActionName } from "../../schema/action-names.ts";
import { preparedSql } from "../../store/store.ts";
import type { MilestoneRow, UpdateRow } from "./owner-voice.ts";

/** What an account added to a listing since a time and has not deleted, earliest first. */
const postsSince = <Row>(action: ActionName, field: string, table: string) =>
  preparedSql<{ at: string; row: Row }, [listingId: number, accountId: number, since: Date]>(
    `SELECT c.at, c.after -> '$.${field}' AS row FROM change_subjects s JOIN changes c ON c.id = s.change_id
    WHERE s.subject = 'listing:' || ?1 AND c.action = '${action}' AND c.account_id = ?2 AND c.at > ?3
      AND EXISTS (SELECT 1 FROM ${table} WHERE id = c.after ->> '$.${field}.id') ORDER BY c.id`,
    { row: JSON.parse },
  ).all;

export const updatesPostedSince = postsSince<UpdateRow>("post_listing_update", "update", "listing_updates");
export const milestonesAddedSince = postsSince<MilestoneRow>("add_milestone", "milestone", "milestones");
