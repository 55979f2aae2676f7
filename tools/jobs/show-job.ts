import * as z from "zod";
import { jobById } from "#db/queries/common/job-records.ts";
import { Problem } from "../core/errors/errors.ts";
import { defineOperation } from "../core/operations/define.ts";
import { jobRecord, operatorFields, toOperatorJob } from "./records.ts";

/** For operators only, because the payload may contain email addresses. */
export default defineOperation({
  name: "show_job",
  actors: ["admin"],
  command: { name: "jobs show <id>", description: "Show a job with its payload and last error" },
  scopes: [],
  effect: "read",
  input: z.strictObject({ id: z.int() }),
  output: jobRecord.extend({ ...operatorFields, payload: z.unknown() }),
  async run({ read }, { id }) {
    const job = await jobById(read, id);
    if (!job) throw new Problem("not_found", `there is no job ${id}`);
    return { ...toOperatorJob(job), payload: job.payload };
  },
});
