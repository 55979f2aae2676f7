import * as z from "zod";
import { type CaseFilter, type CaseMarks, type CaseSearch, caseSorts } from "#db/queries/moderation/cases.ts";
import type { Db } from "#db/store/store.ts";
import { openPageFrom, openPageInput, openPageOf, openWindowOf } from "../../core/lists/pagination.ts";
import { isAccount } from "../../core/operations/actor.ts";
import type { CallContext } from "../../core/operations/context.ts";
import { defineTeamTool } from "../../core/operations/team-tool.ts";
import { newSince } from "../../launches/shared/launch-state.ts";

const day = z.iso.date();

/** The filters that all lists of cases have. */
export const caseFilterInput = {
  slug: z.string().trim().max(120).optional().describe("Only cases about the listing with this slug"),
  from: day.optional().describe("First day, in UTC"),
  until: day.optional().describe("Last day, in UTC"),
  is_unseen: z.boolean().default(false).describe("Only cases that you have not marked as seen"),
  is_mine: z.boolean().default(false).describe("Only cases that are assigned to you"),
};

/** A further filter of reviews. It names a listing, because only admins may see networks. */
export const networkOf = z
  .string()
  .trim()
  .max(120)
  .optional()
  .describe("Only reviews whose owner signed up from the network of this listing's owner, by slug");

const caseMarks = {
  is_seen: z.boolean(),
  assignee: z.strictObject({ account_id: z.int(), name: z.string() }).nullable(),
};

interface Asked {
  slug?: string | undefined;
  kind?: string | undefined;
  from?: string | undefined;
  until?: string | undefined;
  is_unseen: boolean;
  is_mine: boolean;
  network_of?: string | undefined;
  sort: CaseFilter["sort"];
}

export function caseFilterOf({ actor, now }: Pick<CallContext, "actor" | "now">, asked: Asked): CaseFilter {
  const { slug, kind, from, until, is_unseen: unseen, is_mine: mine, network_of, sort } = asked;
  const account = isAccount(actor) ? actor.accountId : null;
  // Times of the last day begin with the day and sort before this.
  const last = until && `${until}~`;
  const named = { slug: slug || undefined, networkOf: network_of || undefined };
  return { account, ...named, kind, from, until: last, unseen, mine, sort, newSince: newSince(now) };
}

interface Input extends Omit<Asked, "sort"> {
  is_open: boolean;
  page: number;
  per_page: number;
  sort?: CaseFilter["sort"];
}

interface CaseList<
  Row extends CaseMarks,
  Kind extends string,
  Item extends z.ZodRawShape,
  Filters extends z.ZodRawShape,
> {
  name: string;
  description: string;
  path: `/team/${string}`;
  kinds: readonly [Kind, ...Kind[]];
  /** Default order of the open cases. Decided ones are newest first. */
  sort: CaseFilter["sort"];
  /** Further filters, and what they mean for the search. */
  filters?: Filters;
  narrow?(asked: z.output<z.ZodObject<Filters>>, context: CallContext): Promise<Partial<CaseFilter>>;
  item: Item;
  find(db: Db, siteId: number, search: CaseSearch): Promise<Row[]>;
  toItem(row: Row, context: CallContext): z.input<z.ZodObject<Item>>;
}

/** Declares the operation that lists the cases of a kind. */
export const defineCaseList = <
  Row extends CaseMarks,
  Kind extends string,
  Item extends z.ZodRawShape,
  Filters extends z.ZodRawShape = Record<never, never>,
>({
  path,
  kinds,
  sort: openSort,
  filters,
  narrow,
  item,
  find,
  toItem,
  ...tool
}: CaseList<Row, Kind, Item, Filters>) =>
  defineTeamTool({
    ...tool,
    rest: { method: "GET", path },
    scopes: ["team:review"],
    effect: "read",
    input: z.strictObject({
      is_open: z.boolean().default(true).describe("False lists the latest 1,000 decided cases before `until`"),
      kind: z.enum(kinds).optional(),
      ...caseFilterInput,
      ...(filters as Filters),
      sort: z.enum(caseSorts).optional().describe(`Default: ${openSort}, for decided cases newest`),
      ...openPageInput,
    }),
    output: openPageOf(z.strictObject({ ...item, ...caseMarks })).extend({
      total: z.int().describe("Number of all matches; 0 on a page after the last"),
    }),
    async run(context, input) {
      const { is_open: isOpen, page, per_page, sort = isOpen ? openSort : "newest", ...asked } = input as Input;
      const filter = { ...caseFilterOf(context, { ...asked, sort }), ...(await narrow?.(input as never, context)) };
      const search = { isOpen, filter, ...openWindowOf({ page, per_page }) };
      const rows = await find(context.read, context.site.id, search);
      const items = rows.map((row) => ({
        ...toItem(row, context),
        is_seen: row.isSeen,
        assignee: row.assigneeId === null ? null : { account_id: row.assigneeId, name: row.assigneeName ?? "" },
      }));
      return { ...openPageFrom(items, { page, per_page }), total: rows[0]?.matches ?? 0 } as never;
    },
  });
