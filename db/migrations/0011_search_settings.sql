-- What a transaction adds to the index is gathered in memory and written as one tree: 1,000 listings of an import take some 10 MB.
INSERT INTO `listing_search` (`listing_search`, `rank`) VALUES ('hashsize', 16777216);--> statement-breakpoint
-- By itself FTS5 merges no fewer than four trees of a size, and a search looks every word up in each tree.
INSERT INTO `listing_search` (`listing_search`, `rank`) VALUES ('usermerge', 2);
