CREATE TABLE `follows` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`account_id` integer NOT NULL,
	`listing_id` integer NOT NULL,
	`created_at` text NOT NULL,
	`told_update_id` integer NOT NULL,
	`told_at` text,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`listing_id`) REFERENCES `listings`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `follows_account` ON `follows` (`account_id`,`listing_id`);--> statement-breakpoint
CREATE INDEX `follows_listing` ON `follows` (`listing_id`);--> statement-breakpoint
ALTER TABLE `accounts` ADD `digests_stopped_at` text;--> statement-breakpoint
ALTER TABLE `accounts` ADD `mail_refused_at` text;--> statement-breakpoint
ALTER TABLE `accounts` ADD `mail_refusal` text;--> statement-breakpoint
ALTER TABLE `mails` ADD `unsubscribe_url` text;--> statement-breakpoint
CREATE INDEX `listing_updates_latest` ON `listing_updates` ("created_at" desc,"id" desc);