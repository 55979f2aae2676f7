DROP INDEX `vote_counts_board`;--> statement-breakpoint
ALTER TABLE `vote_counts` ADD `is_live` integer DEFAULT true NOT NULL;--> statement-breakpoint
CREATE INDEX `vote_counts_board` ON `vote_counts` (`site_id`,`period`,`is_live`,"votes" desc,`voted_at`,`listing_id`);--> statement-breakpoint
ALTER TABLE `companies` ADD `verified_at` text;--> statement-breakpoint
CREATE INDEX `companies_by_verification` ON `companies` ("verified_at" desc,"id" desc) WHERE "companies"."verified_at" IS NOT NULL;--> statement-breakpoint
CREATE INDEX `awards_newest` ON `awards` (`site_id`,"created_at" desc,`board`,`rank`);--> statement-breakpoint
CREATE INDEX `awards_period` ON `awards` (`site_id`,`period`,`board`,`rank`);--> statement-breakpoint
CREATE INDEX `listings_by_place` ON `listings` (`site_id`,`launch_week`,`status`,`id`,`plan`);--> statement-breakpoint
CREATE INDEX `listings_by_launch` ON `listings` (`site_id`,`status`,"launched_at" desc,"id" desc);--> statement-breakpoint
UPDATE `vote_counts` SET is_live = 0 WHERE listing_id IN (SELECT id FROM `listings` WHERE status <> 'live');--> statement-breakpoint
CREATE TRIGGER `vote_counts_live_insert` AFTER INSERT ON `vote_counts` WHEN (SELECT status FROM `listings` WHERE id = new.listing_id) <> 'live' BEGIN
  UPDATE `vote_counts` SET is_live = 0 WHERE listing_id = new.listing_id AND period = new.period;
END;
--> statement-breakpoint
CREATE TRIGGER `vote_counts_live_update` AFTER UPDATE OF `status` ON `listings` WHEN (old.status = 'live') <> (new.status = 'live') BEGIN
  UPDATE `vote_counts` SET is_live = (new.status = 'live') WHERE listing_id = new.id;
END;
