import { dirname, join } from "node:path";

interface Library {
  name: string;
  version: string;
  /** An SPDX expression, or null if the library names none. */
  licence: string | null;
  /** Texts of the licence files. */
  texts: string[];
}

/** Reads the libraries in the folder's node_modules, ordered by name and version, each version once. */
export async function librariesIn(folder: string, isUsed: (file: string) => boolean): Promise<Library[]> {
  const found = new Map<string, Library>();
  for await (const file of new Bun.Glob("**/package.json").scan({ cwd: folder, dot: true })) {
    if (!/(?:^|\/)node_modules\/(?:@[^/]+\/)?[^/]+\/package\.json$/.test(file) || !isUsed(file)) continue;
    const { name, version, license } = await Bun.file(join(folder, file)).json();
    if (!name || !version) continue;
    const cwd = join(folder, dirname(file));
    const texts = [...new Bun.Glob("{LICEN[CS]E,COPYING,NOTICE}*").scanSync({ cwd })].sort();
    found.set(`${name}@${version}`, {
      ...{ name, version, licence: license?.type ?? license ?? null },
      texts: await Promise.all(texts.map((text) => Bun.file(join(cwd, text)).text())),
    });
  }
  return [...found].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, library]) => library);
}

/** Returns the libraries as CycloneDX 1.6 JSON (ECMA-424). */
export function billOfMaterials(program: { name: string; version: string }, libraries: Library[]): string {
  const component = (type: string, { name, version }: { name: string; version: string }) => {
    const purl = `pkg:npm/${name.replace("@", "%40")}@${version}`;
    return { type, "bom-ref": purl, name, version, purl };
  };
  const bill = {
    bomFormat: "CycloneDX",
    specVersion: "1.6",
    version: 1,
    metadata: { component: component("application", program) },
    components: [
      ...libraries.map((library) => ({
        ...component("library", library),
        ...(library.licence && { licenses: [{ expression: library.licence }] }),
      })),
      { type: "platform", "bom-ref": "bun", name: "bun", version: Bun.version },
    ],
  };
  return `${JSON.stringify(bill, null, 2)}\n`;
}

export const licenceList = (libraries: Library[]): string =>
  libraries
    .map(({ name, version, licence, texts }) => {
      const heading = `${name} ${version}: ${licence ?? "no licence named"}`;
      return [heading, "-".repeat(heading.length), ...texts, ""].join("\n\n");
    })
    .join("\n");
