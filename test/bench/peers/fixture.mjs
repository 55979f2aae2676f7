import { readFileSync } from "node:fs";
import * as z from "zod";

/**
 * The tools a peer serves: Slipway's own, by name, schema and description, answering from a map of what Slipway
 * answered. No database and no queries, which is in the peers' favour.
 */
export function readFixture(path) {
  const { tools, answers } = JSON.parse(readFileSync(path, "utf8"));
  const known = new Map(answers.map(({ name, input, result }) => [keyOf(name, input), result]));
  return tools.map((tool) => ({
    ...tool,
    input: z.fromJSONSchema(tool.inputSchema),
    output: objectOf(tool.outputSchema),
    answer: (input) => known.get(keyOf(tool.name, input)),
  }));
}

// The peers take objects only: no alternatives beside the properties.
function objectOf({ type, properties, required, additionalProperties }) {
  return z.fromJSONSchema({ type, properties, required, additionalProperties });
}

// Defaults are filled in by some peers before the handler sees the input.
const keyOf = (name, { page = 1, q, slug }) => JSON.stringify([name, q, slug, page]);
