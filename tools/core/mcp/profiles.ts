import { Problem } from "../errors/errors.ts";
import type { AnyTool } from "../operations/define.ts";
import { type ToolSet, toolSet } from "../operations/tool-set.ts";
import { nearest } from "../text/nearest.ts";

/** A set of tools at the URL `/mcp?profile=<name>`. */
interface Profile {
  name: string;
  /** Completes the sentence about the tools of this URL. */
  about: string;
  has(tool: Pick<AnyTool, "effect" | "scopes" | "family">): boolean;
}

/** Families that only serve readers of the directory. */
const forReaders = ["Launches", "Leaderboards", "Blog", "Awards"];

export const profiles: readonly Profile[] = [
  {
    name: "read",
    about: "reading what is public, without a sign-in",
    has: ({ effect, scopes }) => effect === "read" && scopes.length === 0,
  },
  {
    name: "owner",
    about: "submitting, claiming, editing and launching one's own products",
    has: ({ family }) => !forReaders.includes(family),
  },
  { name: "no-commerce", about: "all but products and orders", has: ({ family }) => family !== "Orders" },
];

const profileNames = profiles.map(({ name }) => name);

/**
 * Returns the tools that a URL selects with `profile=read` or `tools=a,b`. Other parameters are ignored. Throws a
 * Problem that lists the valid values.
 */
export function toolSetAt(tools: readonly AnyTool[], query: URLSearchParams): ToolSet {
  const [profile, names] = ["profile", "tools"].map((name) => query.getAll(name).join(",").trim());
  if (query.has("profile") && query.has("tools"))
    throw new Problem("bad_request", "profile and tools each choose the tools of this address: send one of them.");
  if (query.has("profile")) return profileOf(tools, profile!);
  return query.has("tools") ? chosen(tools, names!) : toolSet(tools);
}

function profileOf(tools: readonly AnyTool[], asked: string): ToolSet {
  const profile = profiles.find(({ name }) => name === asked);
  if (!profile) throw unknown("profile", asked, profileNames);
  return toolSet(tools, { query: `profile=${profile.name}`, about: profile.about, has: profile.has });
}

function chosen(tools: readonly AnyTool[], asked: string): ToolSet {
  const all = tools.map(({ name }) => name);
  const names = new Set(asked.split(",").map((name) => name.trim()));
  for (const name of names) if (!all.includes(name)) throw unknown("tool", name, all);
  // In the order of the list, so that the same selection always has the same URL.
  const query = `tools=${all.filter((name) => names.has(name)).join(",")}`;
  return toolSet(tools, { query, about: "those named in its address", has: ({ name }) => names.has(name) });
}

function unknown(what: string, asked: string, known: readonly string[]): Problem {
  const meant = nearest(asked.slice(0, 80), known);
  const guess = meant === null ? "" : ` Did you mean ${meant}?`;
  return new Problem(
    "bad_request",
    `There is no ${what} "${asked.slice(0, 80)}".${guess} There are ${known.join(", ")}; /mcp without a choice has every tool.`,
  );
}
