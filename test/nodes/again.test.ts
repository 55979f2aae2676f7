import { expect, test } from "bun:test";
import { join } from "node:path";

/** Tests that run again on two nodes: each change there is, and all that an owner asks for. */
const again = ["test/calls/one-entry.test.ts", "tools/owner"];

test("operations do on two nodes what they do on a file", async () => {
  const child = Bun.spawn([process.execPath, "test", "--timeout", "90000", ...again], {
    cwd: join(import.meta.dir, "../.."),
    env: { ...process.env, TEST_NODES: "1" },
    stdout: "ignore",
    stderr: "pipe",
  });
  const said = await new Response(child.stderr).text();
  const failed = said.split("\n").filter((line) => line.startsWith("(fail)"));
  expect([await child.exited, failed]).toEqual([0, []]);
  expect(Number(/^ (\d+) pass$/m.exec(said)?.[1])).toBeGreaterThan(200);
}, 600_000);
