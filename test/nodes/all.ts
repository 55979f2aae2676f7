import { failing, leftOut } from "./differences.ts";
import { runOnNodes, testsOfOperations } from "./operations.ts";

/** Runs all tests of operations on two nodes and prints the differences. Exits with 1 if there are unknown ones. */

const files = testsOfOperations();
/** Fewer tests mean that files were not found or did not run. */
const minTests = 700;
const { passed, failed, obsolete } = await runOnNodes(files);
console.log(`${passed} tests of ${files.length} files passed on a writer and a reader.`);
console.log("\nKnown differences:");
for (const [name, why] of [...leftOut, ...failing]) console.log(`  ${name}: ${why}`);
for (const name of failed) console.log(`\nFAILED ${name}`);
for (const name of obsolete) console.log(`\nDID NOT FAIL ${name}; remove it from the list`);
process.exit(failed.length + obsolete.length === 0 && passed > minTests ? 0 : 1);
