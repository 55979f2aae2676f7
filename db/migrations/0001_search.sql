-- The search index: contentless, its row ids ordered by votes, so that the first matches are the most voted ones.
-- Words are folded before they come here (db/queries/search-text.ts); private-use characters mark what kind a token is.
-- `ascii` takes every character beyond ASCII as part of a word: the tokens are those the documents are made of.
CREATE VIRTUAL TABLE `listing_search` USING fts5(
  doc, content = '', contentless_delete = 1, detail = 'none', prefix = '2 3 4 5',
  tokenize = "ascii"
);
--> statement-breakpoint
-- Small pages: where a rare and a common word meet, each match is looked up by going through one page of the common one.
INSERT INTO `listing_search` (`listing_search`, `rank`) VALUES ('pgsz', 400);
--> statement-breakpoint
CREATE TRIGGER `listings_count_insert` AFTER INSERT ON `listings` WHEN new.status = 'live' BEGIN
  UPDATE `sites` SET listing_count = listing_count + 1 WHERE id = new.site_id;
END;
--> statement-breakpoint
CREATE TRIGGER `listings_count_update` AFTER UPDATE OF `status` ON `listings` WHEN (old.status = 'live') <> (new.status = 'live') BEGIN
  UPDATE `sites` SET listing_count = listing_count + iif(new.status = 'live', 1, -1) WHERE id = new.site_id;
  UPDATE `categories` SET listing_count = listing_count + iif(new.status = 'live', 1, -1)
    WHERE id IN (SELECT category_id FROM `listing_categories` WHERE listing_id = new.id);
END;
--> statement-breakpoint
CREATE TRIGGER `listings_count_delete` BEFORE DELETE ON `listings` WHEN old.status = 'live' BEGIN
  UPDATE `sites` SET listing_count = listing_count - 1 WHERE id = old.site_id;
  UPDATE `categories` SET listing_count = listing_count - 1
    WHERE id IN (SELECT category_id FROM `listing_categories` WHERE listing_id = old.id);
END;
--> statement-breakpoint
CREATE TRIGGER `listings_search_delete` AFTER DELETE ON `listings` WHEN old.search_key IS NOT NULL BEGIN
  DELETE FROM `listing_search` WHERE rowid = old.search_key;
END;
--> statement-breakpoint
CREATE TRIGGER `listing_categories_count_insert` AFTER INSERT ON `listing_categories` BEGIN
  UPDATE `categories` SET listing_count = listing_count + 1
    WHERE id = new.category_id AND (SELECT status FROM `listings` WHERE id = new.listing_id) = 'live';
END;
--> statement-breakpoint
CREATE TRIGGER `listing_categories_count_delete` AFTER DELETE ON `listing_categories` BEGIN
  UPDATE `categories` SET listing_count = listing_count - 1
    WHERE id = old.category_id AND (SELECT status FROM `listings` WHERE id = old.listing_id) = 'live';
END;
--> statement-breakpoint
CREATE TRIGGER `listing_categories_same_site` BEFORE INSERT ON `listing_categories`
WHEN (SELECT site_id FROM `listings` WHERE id = new.listing_id) <> (SELECT site_id FROM `categories` WHERE id = new.category_id) BEGIN
  SELECT RAISE(ABORT, 'the category belongs to another site than the listing');
END;
--> statement-breakpoint
CREATE UNIQUE INDEX `sites_default` ON `sites` (ifnull(`host`, ''));
