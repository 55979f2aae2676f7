import { existsSync, mkdirSync, rmdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const periodMicroseconds = 20_000;

/**
 * Limits each process to a share of a core, so that parallel work can be measured by the clock on few cores. Returns a
 * function that undoes it, or null if control groups cannot be created (Linux, as root).
 */
export function limitToShare(pids: readonly number[], share: number): (() => void) | null {
  const groups: string[] = [];
  const undo = () => {
    for (const group of groups) rmdirSync(group);
  };
  try {
    for (const pid of pids) {
      const quota = Math.round(share * periodMicroseconds);
      // Version 1 of control groups has a tree for each resource, version 2 one for all.
      const isFirst = existsSync("/sys/fs/cgroup/cpu");
      const group = join(isFirst ? "/sys/fs/cgroup/cpu" : "/sys/fs/cgroup", `slipway-bench-${pid}`);
      mkdirSync(group);
      groups.push(group);
      if (isFirst) {
        writeFileSync(join(group, "cpu.cfs_period_us"), String(periodMicroseconds));
        writeFileSync(join(group, "cpu.cfs_quota_us"), String(quota));
      } else writeFileSync(join(group, "cpu.max"), `${quota} ${periodMicroseconds}`);
      writeFileSync(join(group, "cgroup.procs"), String(pid));
    }
    return undo;
  } catch {
    undo();
    return null;
  }
}
