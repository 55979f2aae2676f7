CREATE TABLE `badge_checks` (
	`listing_id` integer PRIMARY KEY NOT NULL,
	`is_found` integer DEFAULT false NOT NULL,
	`fault` text,
	`detail` text,
	`checked_at` text,
	`misses` integer DEFAULT 0 NOT NULL,
	`warned_at` text,
	FOREIGN KEY (`listing_id`) REFERENCES `listings`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "badge_checks_fault" CHECK(fault IN ('absent', 'link_alone', 'elsewhere', 'in_code', 'hidden', 'unreachable', 'robots', 'needs_scripts'))
);
--> statement-breakpoint
ALTER TABLE `listings` ADD `queued_at` text;--> statement-breakpoint
ALTER TABLE `sites` ADD `opened_week` text;--> statement-breakpoint
ALTER TABLE `sites` ADD `closed_month` text;--> statement-breakpoint
-- The last word on how many free places a week has, whoever asks; 50 is the default of tools/site/rules.ts.
CREATE TRIGGER `listings_free_places` BEFORE UPDATE OF `launch_week`, `plan` ON `listings`
WHEN new.plan = 'free' AND new.launched_at IS NULL AND new.launch_week IS NOT NULL
  AND (old.launch_week IS NOT new.launch_week OR old.plan <> 'free')
  AND (SELECT count(*) FROM `listings` WHERE site_id = new.site_id AND launch_week = new.launch_week AND plan = 'free'
    AND status IN ('scheduled', 'awaiting_badge', 'live') AND id <> new.id)
  >= (SELECT ifnull(json_extract(settings, '$.freeQueue.placesPerWeek'), 50) FROM `sites` WHERE id = new.site_id)
BEGIN
  SELECT RAISE(ABORT, 'the launch week has no free place left');
END;
