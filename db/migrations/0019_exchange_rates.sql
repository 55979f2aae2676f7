CREATE TABLE `exchange_rates` (
	`currency` text NOT NULL,
	`day` text NOT NULL,
	`rate` text NOT NULL,
	`source` text NOT NULL,
	PRIMARY KEY(`currency`, `day`)
);
--> statement-breakpoint
ALTER TABLE `orders` ADD `via` text DEFAULT 'browser' NOT NULL;--> statement-breakpoint
ALTER TABLE `orders` ADD `needs_owner` integer DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX `orders_via` ON `orders` (`account_id`,`via`,`created_at`);