import { dayMs, utcDay } from "#db/values/week.ts";
import { defineScheduledJob } from "#tools/core/operations/declare-job.ts";
import { handleJob } from "#tools/core/operations/job.ts";
import { afterNight } from "../backups/jobs.ts";

export const dumpJob = ({ writeDumps }: { writeDumps?(signal: AbortSignal): Promise<void> }) =>
  handleJob({
    ...defineScheduledJob({ kind: "data-dump", every: (now) => utcDay(afterNight(now)) }),
    run: async ({ signal }) => {
      await writeDumps?.(AbortSignal.any([signal, AbortSignal.timeout(dayMs / 2)]));
      return undefined;
    },
  });
