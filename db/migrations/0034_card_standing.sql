ALTER TABLE `listing_cards` ADD `votes` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `listing_cards` ADD `week_rank` integer;
--> statement-breakpoint
UPDATE `listing_cards` SET (votes, week_rank) = (SELECT votes, week_rank FROM `listings` WHERE id = listing_id);
--> statement-breakpoint
CREATE TRIGGER `listings_cards_standing` AFTER UPDATE OF `votes`, `week_rank` ON `listings` BEGIN
  UPDATE `listing_cards` SET votes = new.votes, week_rank = new.week_rank WHERE listing_id = new.id;
END;
