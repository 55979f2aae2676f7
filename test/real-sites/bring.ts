import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { RealSite } from "./sites.ts";

/** URL of the repositories with `{owner}` and `{name}`; a local folder is read in place. */
const source = process.env.REAL_SITES_GIT ?? "https://github.com/{owner}/{name}.git";
const root = join(tmpdir(), "slipway-real-sites");

/** Returns the folder with a site's files, fetched if it is missing; null if the repository does not have it. */
export function bring({ host, repository, commit, folder }: RealSite): string | null {
  const files = join(root, `${host}-${commit.slice(0, 12)}`);
  if (existsSync(files)) return files;
  const unfinished = `${files}.unfinished`;
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished, { recursive: true });
  const [owner = "", name = ""] = repository.split("/");
  const address = source.replace("{owner}", owner).replace("{name}", name);
  const isHere = existsSync(address);
  const repositoryFolder = isHere ? address : join(unfinished, "git");
  try {
    if (!isHere) {
      git(repositoryFolder, ["init", "--quiet", "--bare"]);
      git(repositoryFolder, ["fetch", "--quiet", "--depth=1", address, commit]);
    }
    const tree = join(unfinished, "tree");
    mkdirSync(tree);
    for (const [path, bytes] of filesOf(repositoryFolder, folder === "" ? commit : `${commit}:${folder}`)) {
      mkdirSync(dirname(join(tree, path)), { recursive: true });
      writeFileSync(join(tree, path), bytes);
    }
    renameSync(tree, files);
    return files;
  } catch (error) {
    console.error(`${repository}: ${error}`);
    return null;
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
}

/** Returns paths and contents below a tree; large files may be missing, and they are not needed. */
function* filesOf(repositoryFolder: string, tree: string): Generator<[string, Uint8Array]> {
  const entries = git(repositoryFolder, ["ls-tree", "-r", "-z", tree]).toString().split("\0").filter(Boolean);
  const listed = entries.flatMap((entry) => {
    const [, id, path] = /^100\d+ blob (\w+)\t(.+)$/s.exec(entry) ?? [];
    return id && path && !path.split("/").includes("..") ? [{ id, path }] : [];
  });
  const contents = git(repositoryFolder, ["cat-file", "--batch"], listed.map(({ id }) => `${id}\n`).join(""));
  let at = 0;
  for (const { path } of listed) {
    const end = contents.indexOf("\n", at);
    const size = /^\w+ blob (\d+)$/.exec(contents.subarray(at, end).toString())?.[1];
    at = end + 1;
    if (size === undefined) continue;
    yield [path, contents.subarray(at, at + Number(size))];
    at += Number(size) + 1;
  }
}

function git(repositoryFolder: string, args: string[], input = ""): Buffer {
  const ran = Bun.spawnSync(["git", "--git-dir", repositoryFolder, ...args], { stdin: Buffer.from(input) });
  if (!ran.success) throw new Error(`git ${args[0]}: ${ran.stderr.toString().slice(0, 300)}`);
  return ran.stdout;
}
