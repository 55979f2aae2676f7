-- The search index also says when a listing launched, and in which year its launch week is. It is filled anew at the next start (db/queries/check.ts).
INSERT INTO `listing_search` (`listing_search`) VALUES ('delete-all');
--> statement-breakpoint
UPDATE `listings` SET `search_key` = NULL;
