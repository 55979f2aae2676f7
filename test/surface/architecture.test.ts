import { expect, test } from "bun:test";

async function run(...command: string[]): Promise<{ exitCode: number; output: string }> {
  const child = Bun.spawn([process.execPath, "--bun", ...command], {
    stdout: "pipe",
    stderr: "pipe",
    cwd: `${import.meta.dir}/../..`,
  });
  const [out, err] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()]);
  return { exitCode: await child.exited, output: out + err };
}

test("modules import only what their layer may (.dependency-cruiser.cjs)", async () => {
  const { exitCode, output } = await run(
    "node_modules/.bin/depcruise",
    "--config",
    ".dependency-cruiser.cjs",
    "tools",
    "bridge",
    "db",
    "auth",
    "test",
  );
  expect(output).toContain("no dependency violations found");
  expect(output).not.toContain("(0 modules");
  expect(exitCode).toBe(0);
});

test("nothing is exported, declared or depended on that nobody uses (knip)", async () => {
  const { exitCode, output } = await run("node_modules/.bin/knip", "--config", ".knip.json", "--no-progress");
  expect(output.trim()).toBe("");
  expect(exitCode).toBe(0);
});
