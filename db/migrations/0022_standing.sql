ALTER TABLE `listings` ADD `stars` integer;--> statement-breakpoint
-- Row ids of the search index now also say how well known a listing is. The index is made anew at the next start (db/queries/check.ts).
DROP TABLE `listing_search`;
--> statement-breakpoint
CREATE VIRTUAL TABLE `listing_search` USING fts5(
  doc, content = '', contentless_delete = 1, detail = 'none', prefix = '2 3 4 5',
  tokenize = "ascii"
);
--> statement-breakpoint
-- As in 0001 and 0011.
INSERT INTO `listing_search` (`listing_search`, `rank`) VALUES ('pgsz', 400), ('hashsize', 16777216), ('usermerge', 2);
--> statement-breakpoint
UPDATE `listings` SET `search_key` = NULL;
--> statement-breakpoint
-- The tokens of the index in their order, for words that were written with slips.
CREATE VIRTUAL TABLE `listing_words` USING fts5vocab('listing_search', 'row');
