import getListing from "../listings/get-listing.ts";
import searchListings from "../listings/search-listings.ts";
import type { AnyTool } from "./define.ts";

/** All operations in the one order that `tools/list`, OpenAPI and the README show. */
export const tools: readonly AnyTool[] = [searchListings, getListing];
