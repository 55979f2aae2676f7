import * as z from "zod";
import type { TeamScope } from "#auth/scopes.ts";
import { undoableDecisions } from "#db/queries/moderation/decision-undos.ts";
import { type InboxKind, inboxKinds, waitingOf } from "#db/queries/moderation/inbox.ts";
import { time } from "../../core/input/fields.ts";
import { isAccount } from "../../core/operations/actor.ts";
import { defineTeamTool } from "../../core/operations/team-tool.ts";

const scopeOf: Record<InboxKind, TeamScope> = {
  reviews: "team:review",
  duplicates: "team:review",
  reports: "team:review",
  answers: "team:review",
  flags: "team:review",
  disputes: "team:review",
  failed_jobs: "team:admin",
  refused_mails: "team:admin",
};

const undoable = z.strictObject({
  change_id: z.int(),
  action: z.string(),
  slug: z.string(),
  name: z.string(),
  by: z.string().nullable().describe("Name of the member"),
  until: time,
});

/** Returns only the kinds that the member may decide. */
export default defineTeamTool({
  name: "get_team_inbox",
  description: "Returns what waits for the team: the number of items of each kind and the time of the oldest one.",
  rest: { method: "GET", path: "/team/inbox" },
  scopes: ["team:review", "team:content", "team:admin"],
  effect: "read",
  input: z.strictObject({}),
  output: z.strictObject({
    undoable: z.array(undoable).describe("Decisions that undo_decision can take back, at most 25"),
    items: z.array(z.strictObject({ kind: z.enum(inboxKinds), count: z.int(), oldest_at: time.nullable() })),
  }),
  async run({ read, site, actor, now }) {
    const items = [];
    for (const kind of inboxKinds) {
      if (!isAccount(actor) || !actor.scopes.includes(scopeOf[kind])) continue;
      const { count, oldest } = await waitingOf(read, kind, site.id);
      items.push({ kind, count, oldest_at: oldest });
    }
    const rows =
      isAccount(actor) && actor.scopes.includes("team:review") ? await undoableDecisions(read, site.id, now, 25) : [];
    const undoable = rows.map(({ changeId, ...row }) => ({ change_id: changeId, ...row }));
    return { undoable, items };
  },
});
