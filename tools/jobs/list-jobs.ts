import * as z from "zod";
import { listJobs } from "#db/queries/common/job-records.ts";
import { jobStates } from "#db/schema/vocabulary.ts";
import { openPageFrom, openPageOf, openWindowOf, operatorPageInput } from "../core/lists/pagination.ts";
import { defineTeamTool } from "../core/operations/team-tool.ts";
import { countsByState, jobRecord, operatorFields, toJob, toOperatorJob } from "./records.ts";

/** Lists jobs. The team does not see their keys, which may contain email addresses. */
export default defineTeamTool({
  name: "list_jobs",
  command: {
    name: "jobs list",
    description: "List jobs, newest first",
    columns: ["id", "kind", "key", "state", "attempts", "run_at", "last_error"],
  },
  description: "Lists background jobs, newest first. Use it to find failed work.",
  rest: { method: "GET", path: "/team/jobs" },
  scopes: ["team:admin"],
  effect: "read",
  input: z.strictObject({
    state: z.enum(jobStates).optional().describe("only jobs in this state"),
    ...operatorPageInput,
  }),
  output: openPageOf(jobRecord.extend(z.strictObject(operatorFields).partial().shape)).extend({
    counts: z.record(z.enum(jobStates), z.int()),
  }),
  async run({ read, actor }, { state, ...page }) {
    const { limit, offset } = openWindowOf(page);
    const rows = await listJobs(read, state, limit, offset);
    const items = rows.map(actor.kind === "admin" ? toOperatorJob : toJob);
    return { ...openPageFrom(items, page), counts: await countsByState(read) };
  },
});
