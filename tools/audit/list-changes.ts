import * as z from "zod";
import { accountByEmail } from "#db/queries/accounts/accounts.ts";
import { type FoundChange, findChanges } from "#db/queries/common/audit-log.ts";
import { allSites } from "#db/queries/sites/sites.ts";
import { actionNames } from "#db/schema/action-names.ts";
import { dayMs } from "#db/values/week.ts";
import { invalid } from "../core/errors/errors.ts";
import { time } from "../core/input/fields.ts";
import { defineTeamTool } from "../core/operations/team-tool.ts";

export const changeRecord = z.strictObject({
  id: z.int(),
  at: time,
  action: z.string(),
  subjects: z.array(z.string()),
  site: z.string().nullable(),
  by: z.strictObject({ account_id: z.int().nullable(), name: z.string().nullable(), email: z.string().nullable() }),
  via: z.string().describe("browser, mail, key:<id>, app:<id>, job:<kind>, webhook:<source> or admin:<user>/<name>"),
  through: z.string().nullable().describe("Name of the app or API key"),
  approved_by: z.strictObject({ account_id: z.int(), name: z.string().nullable() }).nullable(),
  before: z.record(z.string(), z.unknown()),
  after: z.record(z.string(), z.unknown()),
});

export default defineTeamTool({
  name: "list_changes",
  description: "Lists the audit log, newest first: who changed what, when and how, with the values before and after.",
  rest: { method: "GET", path: "/team/changes" },
  scopes: ["team:admin"],
  effect: "read",
  input: z.strictObject({
    by: z
      .string()
      .trim()
      .min(1)
      .max(254)
      .optional()
      .describe("Email address or id of an account, or for commands the system's user or the name given with --as"),
    action: z.enum(actionNames).optional(),
    subject: z
      .string()
      .regex(/^[a-z_]+:.{1,200}$/, "must be a kind and an id, such as listing:12")
      .optional()
      .describe("A changed record, such as listing:12 or account:7"),
    site: z.string().max(100).optional().describe("Key of a site"),
    from: z.iso.date().optional().describe("First day, in UTC"),
    to: z.iso.date().optional().describe("Last day, in UTC"),
    before: z.int().min(1).optional().describe("Id of a change; only earlier ones are returned"),
    per_page: z.int().min(1).max(100).default(20),
  }),
  output: z.strictObject({
    items: z.array(changeRecord),
    older: z.int().nullable().describe("Value of `before` for the next page, or null"),
  }),
  async run({ read }, { by, action = null, subject = null, from, to, before, per_page: limit, ...input }) {
    const site = input.site === undefined ? null : (await allSites(read)).find(({ key }) => key === input.site);
    if (site === undefined) invalid("site", "unknown", `must be the key of a site; there is no site ${input.site}`);
    const account = by?.includes("@") ? ((await accountByEmail(read, by))?.id ?? null) : Number(by);
    if (account === null) return { items: [], older: null };
    const isCommand = by !== undefined && !Number.isInteger(account);
    const rows = await findChanges(read, {
      accountId: by === undefined || isCommand ? null : account,
      command: isCommand ? by : null,
      action,
      subject,
      siteId: site?.id ?? null,
      since: from === undefined ? null : new Date(from).toISOString(),
      until: to === undefined ? null : new Date(Date.parse(to) + dayMs).toISOString(),
      before: before ?? Number.MAX_SAFE_INTEGER,
      limit: limit + 1,
    });
    const items = rows.slice(0, limit).map(toChange);
    return { items, older: rows.length > limit ? items.at(-1)!.id : null };
  },
});

const toChange = ({
  accountId,
  siteId: _,
  requestId: _request,
  byName,
  byEmail,
  approvedBy,
  approvedName,
  ...change
}: FoundChange): z.input<typeof changeRecord> => ({
  ...change,
  by: { account_id: accountId, name: byName, email: byEmail },
  approved_by: approvedBy === null ? null : { account_id: approvedBy, name: approvedName },
});
