-- The search index also says which words of a name or headline are neighbours. It is filled anew at the next start (db/queries/sites/check.ts).
INSERT INTO `listing_search` (`listing_search`) VALUES ('delete-all');
--> statement-breakpoint
UPDATE `listings` SET `search_key` = NULL;
