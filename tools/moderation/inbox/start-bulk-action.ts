import * as z from "zod";
import { enqueue } from "#db/queries/common/jobs.ts";
import { addBulkAction } from "#db/queries/moderation/bulk-actions.ts";
import { reportGroups } from "#db/queries/moderation/reports.ts";
import { reviewCases } from "#db/queries/moderation/reviews.ts";
import { flagCases } from "#db/queries/moderation/text-flags.ts";
import { lookup } from "#db/values/lookup.ts";
import { requireAccess } from "../../core/calls/call.ts";
import { invalid } from "../../core/errors/errors.ts";
import { parseInput } from "../../core/input/input.ts";
import { accountOf, type CallContext } from "../../core/operations/context.ts";
import { defineTeamTool } from "../../core/operations/team-tool.ts";
import { runBulkAction } from "../jobs.ts";
import { caseFilterInput, caseFilterOf, networkOf } from "../shared/case-list.ts";
import { type BulkOperation, bulkOperationNames, bulkOperations } from "./bulk-operations.ts";

export const maxBulkItems = 50_000;

const facts = z.record(z.string(), z.union([z.string(), z.int()]));
const filter = z.strictObject({
  list: z.enum(["reports", "flags", "reviews"]).describe("Open reports, open flags or waiting reviews"),
  kind: z.string().optional().describe("For reviews a mark, or none"),
  network_of: networkOf,
  ...caseFilterInput,
  except: z.array(facts).max(1000).default([]).describe("Fields of the cases to leave out, as in items"),
});

/** A job makes the decisions one by one, as the member. Items that are not possible are listed in the result. */
export default defineTeamTool({
  name: "start_bulk_action",
  description:
    "Starts one decision about many items. Send each item's fields in items, or a filter, and the fields that are the same for all in shared. Follow it with get_bulk_action.",
  rest: { method: "POST", path: "/team/bulk-actions", status: 202, location: "/team/bulk-actions/{bulk_action_id}" },
  scopes: ["team:review", "team:content"],
  effect: "write",
  isAlwaysApproved: true,
  exactlyOne: ["items", "filter"],
  input: z.strictObject({
    operation: z.enum(bulkOperationNames),
    items: z
      .array(facts)
      .min(1)
      .max(maxBulkItems)
      .optional()
      .describe("For example slug, or flag_id; records of an import as JSON text"),
    filter: filter.optional(),
    shared: facts.default({}).describe("For example ground and reason"),
  }),
  output: z.strictObject({ bulk_action_id: z.int(), total: z.int() }),
  madeByRun: ["bulk_action_id"],
  async run(context, { operation, filter, shared, ...sent }) {
    const { accountId } = accountOf(context);
    const { site, now } = context;
    requireAccess(bulkOperations[operation], context);
    if (filter && operation === "import_listings") invalid("filter", "not_allowed", "must not be sent for an import");
    if (filter?.network_of && filter.list !== "reviews")
      invalid("filter.network_of", "not_allowed", "is a filter of reviews only");
    const items = sent.items ?? itemsFor(operation, await casesOf(context, filter!));
    if (items.length === 0) invalid("filter", "no_match", "matches no open case that this operation can decide");
    // An error in the fields that all items share is found before anything is decided.
    parseInput(bulkOperations[operation].input, { ...shared, ...items[0] }, { isEmptyAbsent: true });
    return async (tx, record) => {
      const id = await addBulkAction(tx, { siteId: site.id, accountId, operation, shared, items }, now);
      await enqueue(tx, runBulkAction.request({ bulkId: id }), now);
      record({ subjects: [`bulk_action:${id}`], after: { operation, shared, items: items.length } });
      return { bulk_action_id: id, total: items.length };
    };
  },
});

type Facts = z.output<typeof facts>;

const caseFields = ["slug", "last_id", "flag_id"];

/** Returns the fields of each case that the operation takes, without repetitions. */
function itemsFor(operation: BulkOperation, cases: readonly Facts[]): Facts[] {
  const taken = new Set(Object.keys(bulkOperations[operation].input.shape));
  const needed = caseFields.filter((name) => taken.has(name));
  const complete = cases.filter((one) => needed.every((name) => Object.hasOwn(one, name)));
  const items = complete.map((one) => Object.fromEntries(Object.entries(one).filter(([name]) => taken.has(name))));
  return [...new Map(items.map((item) => [JSON.stringify(item), item])).values()];
}

async function casesOf(context: CallContext, { except, ...asked }: z.output<typeof filter>): Promise<Facts[]> {
  const cases = await matchingCases(context, asked);
  const isMeant = (item: Facts, one: Facts) =>
    Object.entries(item).every(([name, value]) => String(lookup(one, name)) === String(value));
  return cases.filter((one) => !except.some((item) => isMeant(item, one)));
}

async function matchingCases(
  context: CallContext,
  { list, ...asked }: Omit<z.output<typeof filter>, "except">,
): Promise<Facts[]> {
  const { read, site } = context;
  const filter = caseFilterOf(context, { ...asked, sort: "oldest" as const });
  const search = { isOpen: true, limit: maxBulkItems, offset: 0, filter };
  if (list === "reviews")
    return (await reviewCases(read, site.id, search)).map(({ slug, state }) => ({ slug, if_state: state }));
  if (list === "reports")
    return (await reportGroups(read, site.id, search)).map(({ slug, lastId }) => ({ slug, last_id: lastId }));
  const flags = await flagCases(read, site.id, search);
  return flags.map(({ id, slug, source }) => ({ flag_id: id, ...(source === "listing" && { slug }) }));
}
