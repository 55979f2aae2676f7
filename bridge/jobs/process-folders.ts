import { mkdtempSync, readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Makes an empty folder in the system's temporary one, named after this process so that it can be swept when that is gone. */
export const makeProcessFolder = (prefix: string): string => mkdtempSync(join(tmpdir(), `${prefix}${process.pid}-`));

/** The folders that processes have made with `prefix`, each with the id of its process. */
export const processFolders = (prefix: string): { path: string; pid: number }[] =>
  readdirSync(tmpdir())
    .filter((name) => name.startsWith(prefix))
    .map((name) => ({ path: join(tmpdir(), name), pid: Number(name.slice(prefix.length).split("-")[0]) }));
