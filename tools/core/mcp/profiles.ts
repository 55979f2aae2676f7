import { Problem } from "../errors/errors.ts";
import type { AnyTool } from "../operations/define.ts";
import { isTeamTool } from "../operations/team-tool.ts";
import { type ToolSet, toolSet } from "../operations/tool-set.ts";
import { closestMatch } from "../text/closest-match.ts";

interface Profile {
  name: string;
  about: string;
  has(tool: Pick<AnyTool, "effect" | "scopes" | "family">): boolean;
}

const forReaders = ["Launches", "Leaderboards", "Blog", "Awards"];

export const profiles: readonly Profile[] = [
  {
    name: "read",
    about: "tools that read public data and need no sign-in",
    has: ({ effect, scopes }) => effect === "read" && scopes.length === 0,
  },
  {
    name: "owner",
    about: "tools for submitting, claiming, editing and launching the user's own products",
    has: ({ family }) => !forReaders.includes(family),
  },
  {
    name: "no-commerce",
    about: "tools for everything except prices and orders",
    has: ({ family }) => family !== "Orders",
  },
];

const team: Profile = {
  name: "team",
  about: "tools of the team, for API keys with team scopes",
  has: isTeamTool,
};

/** Throws a Problem that lists the valid values. `all` includes the team's tools, which only their profile offers. */
export function toolSetAt(all: readonly AnyTool[], query: URLSearchParams): ToolSet {
  const [wanted, names] = ["profile", "tools"].map((name) => query.getAll(name).join(",").trim()) as [string, string];
  const tools = all.filter((tool) => !isTeamTool(tool));
  if (query.has("profile") && query.has("tools"))
    throw new Problem(
      "bad_request",
      "Send either profile or tools, not both. Each of them selects the tools offered at this URL.",
    );
  if (query.has("tools")) return selectedTools(tools, names);
  if (!query.has("profile")) return toolSet(tools);
  const known = [...profiles, team];
  const profile = known.find(({ name }) => name === wanted);
  if (!profile) throw unknown("profile", wanted, known);
  const { name, about, has } = profile;
  return toolSet(profile === team ? all : tools, { query: `profile=${name}`, about, has });
}

function selectedTools(tools: readonly AnyTool[], requested: string): ToolSet {
  const names = new Set(requested.split(",").map((name) => name.trim()));
  for (const one of names) if (!tools.some(({ name }) => name === one)) throw unknown("tool", one, tools);
  // The names are in the order of `tools`, so that the same selection always has the same URL.
  const selected = tools.map(({ name }) => name).filter((name) => names.has(name));
  return toolSet(tools, {
    query: `tools=${selected.join(",")}`,
    about: "tools named in the URL",
    has: ({ name }) => names.has(name),
  });
}

function unknown(what: string, requested: string, all: readonly { name: string }[]): Problem {
  const known = all.map(({ name }) => name);
  const match = closestMatch(requested.slice(0, 80), known);
  const suggestion = match === null ? "" : ` Did you mean ${match}?`;
  return new Problem(
    "bad_request",
    `There is no ${what} "${requested.slice(0, 80)}".${suggestion} Valid values: ${known.join(", ")}. /mcp without a selection offers every public tool.`,
  );
}
