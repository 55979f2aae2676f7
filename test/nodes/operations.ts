import { join } from "node:path";
import { failing, leftOut } from "./differences.ts";

const root = join(import.meta.dir, "../..");

/** The files with tests of operations, from one call to what several do together. */
const folders = [
  "tools/!(core|drafts)",
  "tools/drafts",
  ...["approvals", "auth", "calls", "claims", "followers", "listings", "orders", "owner", "rest", "votes"].map(
    (name) => `test/${name}`,
  ),
];

export const testsOfOperations = (): string[] =>
  folders
    .flatMap((folder) => [...new Bun.Glob(`${folder}/*.test.ts`).scanSync({ cwd: root })])
    .filter((file) => !leftOut.has(file))
    .sort();

export interface Again {
  passed: number;
  /** What failed, but for differences that are known. */
  failed: string[];
  /** Differences of which nothing was seen. */
  unseen: string[];
}

/** Runs tests with every store of `sqld` and every server two, of which the one that reads is asked. */
export async function runOnNodes(files: string[]): Promise<Again> {
  const child = Bun.spawn([process.execPath, "test", "--timeout", "90000", "--parallel=2", "--no-isolate", ...files], {
    cwd: root,
    env: { ...process.env, TEST_NODES: "1" },
    stdout: "ignore",
    stderr: "pipe",
  });
  const said = await new Response(child.stderr).text();
  await child.exited;
  const names = new Set([...said.matchAll(/^\(fail\) (.*?)(?: \[[\d.]+ms\])?$/gm)].map(([, name]) => name!));
  const passed = Number(/^ (\d+) pass$/m.exec(said)?.[1] ?? 0);
  const errors = /^ [1-9]\d* errors?$/m.exec(said)?.[0] ?? (passed === 0 ? said.slice(-2000) : null);
  const known = [...failing.keys()];
  const isKnown = (name: string) => known.some((beginning) => name.startsWith(beginning));
  return {
    passed,
    failed: [...[...names].filter((name) => !isKnown(name)), ...(errors === null ? [] : [errors.trim()])],
    unseen: known.filter((beginning) => ![...names].some((name) => name.startsWith(beginning))),
  };
}
