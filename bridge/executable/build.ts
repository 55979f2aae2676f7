import { mkdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { billOfMaterials, librariesIn, licenceList } from "./libraries.ts";

/**
 * Writes these files to dist/, or to the folder in the first argument:
 * - slipway: the program, its libraries and Bun in one executable for this machine's system and processor
 * - slipway.cdx.json: all libraries in the CycloneDX format
 * - licences.txt: the licences of all libraries
 * - SHA256SUMS: the checksums of these files
 */

const root = join(import.meta.dir, "../..");
const out = resolve(process.argv[2] ?? join(root, "dist"));
const work = join(tmpdir(), `slipway-build-${process.pid}`);

/** Files that a running server never reads. */
const unused =
  /\.test\.ts$|^bridge\/executable\/|^node_modules\/(?:.*\.(?:d\.[cm]?ts|map|md|markdown)$|(?:.*\/node_modules\/)?(?:\.bin|\.cache|typescript|bun-types|@types)\/)/;

mkdirSync(work);
try {
  for (const name of ["package.json", "bun.lock"]) await Bun.write(join(work, name), Bun.file(join(root, name)));
  bun("install", "--frozen-lockfile", "--production", "--silent");

  const files = new Map<string, Uint8Array>();
  const add = async (folder: string, pattern: string) => {
    for (const file of new Bun.Glob(pattern).scanSync({ cwd: folder, dot: true }))
      if (!unused.test(file)) files.set(file, await Bun.file(join(folder, file)).bytes());
  };
  await add(root, "package.json");
  await add(root, "{auth,bridge,db,docs,tools}/**");
  await add(work, "node_modules/**");
  const packed = await Bun.zstdCompress(await new Bun.Archive(Object.fromEntries(files)).bytes(), { level: 15 });
  const archive = `${Bun.hash(packed).toString(36)}.tar.zst`;
  await Bun.write(join(work, archive), packed);

  const noSettings = ["--no-compile-autoload-dotenv", "--no-compile-autoload-bunfig"];
  const target = [`--asset=${archive}`, `--outfile=${join(out, "slipway")}`, join(import.meta.dir, "main.ts")];
  bun("build", "--compile", ...noSettings, ...target);

  const libraries = await librariesIn(work, (file) => !unused.test(file));
  await Bun.write(
    join(out, "slipway.cdx.json"),
    billOfMaterials(await Bun.file(join(root, "package.json")).json(), libraries),
  );
  await Bun.write(join(out, "licences.txt"), licenceList(libraries));
  const names = ["slipway", "slipway.cdx.json", "licences.txt"];
  const sums = await Promise.all(
    names.map(
      async (name) =>
        `${new Bun.CryptoHasher("sha256").update(await Bun.file(join(out, name)).bytes()).digest("hex")}  ${name}\n`,
    ),
  );
  await Bun.write(join(out, "SHA256SUMS"), sums.join(""));
  console.log(`${join(out, "slipway")} contains ${files.size} files, of ${libraries.length} libraries and Slipway.`);
} finally {
  rmSync(work, { recursive: true, force: true });
}

function bun(...args: string[]): void {
  const { exitCode, stdout, stderr } = Bun.spawnSync([process.execPath, ...args], { cwd: work });
  if (exitCode !== 0) throw new Error(`bun ${args[0]} failed: ${stdout}${stderr}`);
}
