import * as z from "zod";
import { type CaseFilter, type CaseMarks, caseSorts } from "#db/queries/moderation/cases.ts";
import { openPageOf } from "../../core/lists/pagination.ts";
import { isAccount } from "../../core/operations/actor.ts";
import type { CallContext } from "../../core/operations/context.ts";

const day = z.iso.date();

/** The filters that all lists of cases have. */
export const caseFilterInput = {
  slug: z.string().trim().max(120).optional().describe("Only cases about the listing with this slug"),
  from: day.optional().describe("First day, in UTC"),
  until: day.optional().describe("Last day, in UTC"),
  is_unseen: z.boolean().default(false).describe("Only cases that you have not marked as seen"),
  is_mine: z.boolean().default(false).describe("Only cases that are assigned to you"),
};

export const sortInput = z.enum(caseSorts);

export const caseMarks = {
  is_seen: z.boolean(),
  assignee: z.strictObject({ account_id: z.int(), name: z.string() }).nullable(),
};

export const toMarks = ({ isSeen, assigneeId, assigneeName }: CaseMarks) => ({
  is_seen: isSeen,
  assignee: assigneeId === null ? null : { account_id: assigneeId, name: assigneeName ?? "" },
});

interface Asked extends Omit<CaseFilter, "account" | "unseen" | "mine" | "slug" | "kind" | "from" | "until"> {
  slug?: string | undefined;
  kind?: string | undefined;
  from?: string | undefined;
  until?: string | undefined;
  is_unseen: boolean;
  is_mine: boolean;
}

export function caseFilterOf({ actor }: Pick<CallContext, "actor">, asked: Asked): CaseFilter {
  const { slug, kind, from, until, is_unseen: unseen, is_mine: mine, sort } = asked;
  const account = isAccount(actor) ? actor.accountId : null;
  // Times of the last day begin with the day and sort before this.
  return { account, slug: slug || undefined, kind, from, until: until && `${until}~`, unseen, mine, sort };
}

export const casePageOf = <Item extends z.ZodType>(item: Item) =>
  openPageOf(item).extend({ total: z.int().describe("Number of all matches; 0 on a page after the last") });

export const totalOf = (rows: readonly CaseMarks[]): number => rows[0]?.matches ?? 0;
