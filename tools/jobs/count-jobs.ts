import * as z from "zod";
import { jobStates } from "#db/schema/vocabulary.ts";
import { defineOperation } from "../core/operations/define.ts";
import { countsByState } from "./records.ts";

export default defineOperation({
  name: "count_jobs",
  actors: ["admin"],
  command: { name: "jobs counts", description: "Count the jobs in each state" },
  scopes: [],
  effect: "read",
  input: z.strictObject({}),
  output: z.strictObject(Object.fromEntries(jobStates.map((state) => [state, z.int()]))),
  run: ({ read }) => countsByState(read),
});
