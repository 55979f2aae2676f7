import { mkdtempSync, readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Creates a temporary folder named after this process, so that it can be deleted once the process has ended. */
export const makeProcessFolder = (prefix: string): string => mkdtempSync(join(tmpdir(), `${prefix}${process.pid}-`));

export const processFolders = (prefix: string): { path: string; pid: number }[] =>
  readdirSync(tmpdir())
    .filter((name) => name.startsWith(prefix))
    .map((name) => ({ path: join(tmpdir(), name), pid: Number(name.slice(prefix.length).split("-")[0]) }));
