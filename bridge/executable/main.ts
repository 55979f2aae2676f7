import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";

/**
 * The entry of the executable that `bun run build` makes. It contains the program as an archive. The first start
 * unpacks it into DATA_DIR/program and each start continues there as Bun, so that files, threads, processes and native
 * libraries have the same paths as in a checkout.
 */

const [archive] = Bun.embeddedFiles as (Blob & { name: string })[];
if (archive === undefined) throw new Error("This file contains no program. Make the executable with: bun run build");

const programs = resolve(process.env.DATA_DIR || "data", "program");
const program = join(programs, archive.name.split(".")[0]!);
if (!existsSync(program)) await unpack(archive);

const [first, ...rest] = process.argv.slice(2);
if (first === "program") {
  // The supervisor of a running server asks before it starts a worker.
  console.log(program);
  process.exit(0);
}
const script = first === "admin" ? "bridge/commands/main.ts" : "bridge/start/main.ts";
const args = first === "admin" ? rest : process.argv.slice(2);
// With BUN_BE_BUN, the executable behaves as Bun, also in the processes that the server starts.
const environment = { ...process.env, BUN_BE_BUN: "1" } as Record<string, string>;
process.execve!(process.execPath, [process.execPath, join(program, script), ...args], environment);

/** An interrupted start leaves no incomplete program: the folder gets its name when it is complete. */
async function unpack(packed: Blob): Promise<void> {
  const partial = `${program}.${process.pid}`;
  try {
    const files = await new Bun.Archive(await Bun.zstdDecompress(await packed.bytes())).files();
    mkdirSync(programs, { recursive: true, mode: 0o700 });
    for (const [path, file] of files) {
      mkdirSync(dirname(join(partial, path)), { recursive: true });
      writeFileSync(join(partial, path), await file.bytes());
    }
    renameSync(partial, program);
    // The previous program stays, because it may still be running.
    const age = (name: string) => statSync(join(programs, name)).mtimeMs;
    const older = readdirSync(programs)
      .sort((a, b) => age(b) - age(a))
      .slice(2);
    for (const name of older) rmSync(join(programs, name), { recursive: true });
  } catch (error) {
    rmSync(partial, { recursive: true, force: true });
    // Another process was faster.
    if (existsSync(program)) return;
    console.error(`The program cannot be unpacked into ${programs}: ${(error as Error).message}.`);
    console.error("Set DATA_DIR to a folder that Slipway may write to and that has 200 MB of free space.");
    process.exit(1);
  }
}
