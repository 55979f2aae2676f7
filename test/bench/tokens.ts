import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { filterByToolSet } from "#tools/core/mcp/filter-by-tool-set.ts";
import { profiles, toolSetAt } from "#tools/core/mcp/profiles.ts";
import { describeTools } from "#tools/core/mcp/server.ts";
import { tools } from "#tools/registry.ts";
import { keyFor } from "../support/records/account.ts";
import { draftFor } from "../support/records/draft.ts";
import { startTestServer } from "../support/server/harness.ts";
import type { Row } from "./table.ts";

const maxListed = new Map([
  ["", 16_000],
  ["profile=read", 6000],
]);
const maxOfWhole = 0.5;

/**
 * Measures the tokens (o200k) of MCP responses on the demo directory: the structured content and the text, beside the
 * whole REST response. Hosts show the model either or both.
 */
export async function measureTokens(): Promise<Row[]> {
  const server = await startTestServer();
  try {
    const { key, account } = await keyFor(server.store, { scopes: ["account:read", "listings:write"] });
    const { id } = await draftFor(server.store, account.id);
    const caller = server.as(key);
    const calls: [name: string, input: Record<string, unknown>][] = [
      ...tools
        .filter(({ scopes }) => scopes.length === 0)
        .flatMap(({ name, examples }) => examples.map((input): [string, typeof input] => [name, input])),
      ["search_listings", {}],
      ["list_awards", {}],
      ["list_blog_posts", {}],
      ["list_founders", {}],
      ["get_account", {}],
      ["list_my_drafts", {}],
      ["get_draft", { id }],
      ["get_listing", { slug: "no-such-thing" }],
      ["search_listings", { min_dr: 1000, sort: "best" }],
    ];
    const rows = ["", ...profiles.map(({ name }) => `profile=${name}`)].map(listRow);
    for (const [name, input] of calls) {
      const { body } = await caller.call(name, input);
      const { structuredContent, text, isError } = await caller.mcp(name, input);
      const isBrief = !isError && tools.find((tool) => tool.name === name)!.brief !== undefined;
      const [own, whole] = [structuredContent, body].map((value) => countTokens(JSON.stringify(value)));
      rows.push({
        what: `${name} ${JSON.stringify(input)}`,
        listings: 0,
        slipway: `${own} tokens`,
        comparedWith: isBrief ? `${whole} over REST` : "",
        ratio: isBrief ? own! / whole! : null,
        target: isBrief ? { max: maxOfWhole } : null,
        notes: `${countTokens(text)} as text`,
      });
    }
    return rows;
  } finally {
    await server.stop();
  }
}

function listRow(query: string): Row {
  const set = toolSetAt(tools, new URLSearchParams(query));
  const tokens = countTokens(JSON.stringify({ tools: describeTools(set.tools, filterByToolSet(set)) }));
  const max = maxListed.get(query);
  return {
    what: `tools/list${query && ` of ?${query}`}, ${set.tools.length} tools`,
    listings: 0,
    slipway: `${tokens} tokens`,
    comparedWith: max ? `${max} tokens` : "",
    ratio: max ? tokens / max : null,
    target: max ? { max: 1 } : null,
    notes: "",
  };
}
