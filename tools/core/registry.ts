import listAwards from "../awards/list-awards.ts";
import getLaunchWeek from "../launches/get-launch-week.ts";
import listLaunches from "../launches/list-launches.ts";
import getLeaderboard from "../leaderboards/get-leaderboard.ts";
import compareListings from "../listings/compare-listings.ts";
import getAlternatives from "../listings/get-alternatives.ts";
import getBadges from "../listings/get-badges.ts";
import getListing from "../listings/get-listing.ts";
import searchListings from "../listings/search-listings.ts";
import type { AnyTool } from "./define.ts";

/** All operations in the one order that `tools/list`, OpenAPI and the README show. */
export const tools: readonly AnyTool[] = [
  searchListings,
  getListing,
  getAlternatives,
  compareListings,
  getBadges,
  getLaunchWeek,
  listLaunches,
  getLeaderboard,
  listAwards,
];

const byName = new Map(tools.map((tool) => [tool.name, tool]));

export const toolByName = (name: string): AnyTool | undefined => byName.get(name);
