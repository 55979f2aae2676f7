CREATE TABLE `followed_searches` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`account_id` integer NOT NULL,
	`site_id` integer NOT NULL,
	`query` text NOT NULL,
	`created_at` text NOT NULL,
	`told_until` text NOT NULL,
	`told_at` text,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`site_id`) REFERENCES `sites`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `followed_searches_account` ON `followed_searches` (`account_id`,`site_id`,`query`);--> statement-breakpoint
CREATE INDEX `followed_searches_query` ON `followed_searches` (`site_id`,`query`);