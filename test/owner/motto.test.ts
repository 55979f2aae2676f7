import { expect, test } from "bun:test";
import { cpSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporary } from "../support/server/temporary.ts";

const root = join(import.meta.dir, "../..");

test("a text field takes its entry in the declaration and a generated migration, and is everywhere", async () => {
  const copy = join(temporary, "with-motto");
  const copied = ["auth", "bridge", "db", "test", "tools", "package.json", "tsconfig.json", "bunfig.toml"];
  for (const name of copied) cpSync(join(root, name), join(copy, name), { recursive: true });
  symlinkSync(join(root, "node_modules"), join(copy, "node_modules"));
  // The example of CONTRIBUTING.md, so that it stays true.
  const [entry] = /^ {5}motto: \{\n[\s\S]*?^ {5}\},\n/m.exec(readFileSync(join(root, "CONTRIBUTING.md"), "utf8"))!;
  const path = join(copy, "db/schema/listing-fields.ts");
  const declared = readFileSync(path, "utf8");
  writeFileSync(path, declared.replace("} as const satisfies", `${entry}} as const satisfies`));

  const run = (...command: string[]) =>
    Bun.spawnSync([process.execPath, ...command], { cwd: copy, stdout: "pipe", stderr: "pipe" });
  const migrated = run("run", "migration", "--name=motto");
  expect([migrated.exitCode, migrated.exitCode && migrated.stderr.toString()]).toEqual([0, 0]);
  const probe = run("test/owner/with-motto.ts", "Books that float");
  expect([probe.exitCode, probe.exitCode && probe.stderr.toString()]).toEqual([0, 0]);
  const { openApi, sites, ...found } = await Bun.file(join(copy, "test/owner/found.json")).json();
  expect(Object.entries(found).filter(([, isFound]) => isFound !== true)).toEqual([]);
  expect([openApi > 3, sites > 1]).toEqual([true, true]);
});
