import { rmSync } from "node:fs";
import { parseArgs } from "node:util";
import { temporary } from "../support/server/temporary.ts";
import { type Block, documentAt, root } from "../surface/documents.ts";
import { endMachines, makeBareSystem } from "./machine.ts";
import { createReader, notExecuted } from "./reader.ts";

/**
 * Executes every block of the documents for operators, in their order, on bare Debian systems. Prints a verdict for each
 * block. Exits with 1 if one fails, or if it is neither executed nor named in `notExecuted`.
 */

const { values } = parseArgs({ options: { bare: { type: "string", default: `${temporary}/bare` } } });
const paths = ["docs/deployment.md", "docs/backup-and-upgrade.md", "docs/several-machines.md"];
const verdicts: { block: string; line: string; verdict: string }[] = [];

process.on("SIGINT", () => process.exit(130));
process.on("SIGTERM", () => process.exit(143));
process.on("exit", () => {
  endMachines();
  rmSync(temporary, { recursive: true, force: true });
});

/** Places of the blocks of a document: the heading and the number below it. */
function placesOf(blocks: Block[]): [place: string, Block][] {
  const count = new Map<string, number>();
  return blocks.map((block) => {
    const number = (count.get(block.heading) ?? 0) + 1;
    count.set(block.heading, number);
    return [`${block.heading} ${number}`, block];
  });
}

const stale = new Set(Object.keys(notExecuted));
await makeBareSystem(values.bare);
const reader = await createReader(`${values.bare}/root`);
const failures: string[] = [];
for (const path of paths) {
  reader.open(path);
  for (const [place, block] of placesOf(documentAt(path).blocks)) {
    const name = `${path.slice("docs/".length)}: ${place}`;
    stale.delete(name);
    const at = Date.now();
    const verdict = await reader.follow(name, block).catch((error) => {
      failures.push(`${name}\n${error.message}`);
      return "FAILED";
    });
    verdicts.push({ block: name, line: `${path}:${block.line}`, verdict });
    console.log(`${verdict.padEnd(9)} ${path}:${block.line}  ${place} (${Math.round((Date.now() - at) / 1000)} s)`);
    if (verdict === "FAILED") console.log(failures.at(-1));
  }
}

console.log(`\nOf ${root}:`);
console.table(verdicts);
for (const name of stale) console.log(`\nThere is no block ${name}; remove it from the list.`);
process.exit(failures.length + stale.size === 0 ? 0 : 1);
