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
  if (query.get("profile") === team.name && !query.has("tools"))
    return toolSet(all, { query: `profile=${team.name}`, ...team });
  const tools = all.filter((tool) => !isTeamTool(tool));
  const [profile, names] = ["profile", "tools"].map((name) => query.getAll(name).join(",").trim());
  if (query.has("profile") && query.has("tools"))
    throw new Problem(
      "bad_request",
      "Send either profile or tools, not both. Each of them selects the tools offered at this URL.",
    );
  if (query.has("profile")) return profileOf(tools, profile!);
  return query.has("tools") ? selectedTools(tools, names!) : toolSet(tools);
}

function profileOf(tools: readonly AnyTool[], requested: string): ToolSet {
  const profile = profiles.find(({ name }) => name === requested);
  if (!profile)
    throw unknown(
      "profile",
      requested,
      [...profiles, team].map(({ name }) => name),
    );
  return toolSet(tools, { query: `profile=${profile.name}`, about: profile.about, has: profile.has });
}

function selectedTools(tools: readonly AnyTool[], requested: string): ToolSet {
  const all = tools.map(({ name }) => name);
  const names = new Set(requested.split(",").map((name) => name.trim()));
  for (const name of names) if (!all.includes(name)) throw unknown("tool", name, all);
  // The names are in the order of `tools`, so that the same selection always has the same URL.
  const query = `tools=${all.filter((name) => names.has(name)).join(",")}`;
  return toolSet(tools, { query, about: "tools named in the URL", has: ({ name }) => names.has(name) });
}

function unknown(what: string, requested: string, known: readonly string[]): Problem {
  const match = closestMatch(requested.slice(0, 80), known);
  const suggestion = match === null ? "" : ` Did you mean ${match}?`;
  return new Problem(
    "bad_request",
    `There is no ${what} "${requested.slice(0, 80)}".${suggestion} Valid values: ${known.join(", ")}. /mcp without a selection offers every public tool.`,
  );
}
