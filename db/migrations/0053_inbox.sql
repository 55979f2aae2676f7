CREATE TABLE `bulk_actions` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`site_id` integer NOT NULL,
	`account_id` integer NOT NULL,
	`operation` text NOT NULL,
	`shared` text NOT NULL,
	`items` text NOT NULL,
	`position` integer DEFAULT 0 NOT NULL,
	`failed` integer DEFAULT 0 NOT NULL,
	`failures` text DEFAULT '[]' NOT NULL,
	`created_at` text NOT NULL,
	`finished_at` text,
	FOREIGN KEY (`site_id`) REFERENCES `sites`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `bulk_actions_account` ON `bulk_actions` (`account_id`);--> statement-breakpoint
CREATE TABLE `case_assignees` (
	`kind` text NOT NULL,
	`item_id` integer NOT NULL,
	`account_id` integer NOT NULL,
	`assigned_at` text NOT NULL,
	PRIMARY KEY(`kind`, `item_id`),
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `case_assignees_account` ON `case_assignees` (`account_id`);--> statement-breakpoint
CREATE TABLE `case_seen` (
	`kind` text NOT NULL,
	`item_id` integer NOT NULL,
	`account_id` integer NOT NULL,
	`seen_at` text NOT NULL,
	PRIMARY KEY(`account_id`, `kind`, `item_id`),
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `decision_undos` (
	`change_id` integer PRIMARY KEY NOT NULL,
	`site_id` integer NOT NULL,
	`listing_id` integer NOT NULL,
	`mails` text NOT NULL,
	`before` text NOT NULL,
	`after` text NOT NULL,
	`until` text NOT NULL,
	FOREIGN KEY (`change_id`) REFERENCES `changes`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`site_id`) REFERENCES `sites`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`listing_id`) REFERENCES `listings`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `decision_undos_until` ON `decision_undos` (`site_id`,`until`);--> statement-breakpoint
CREATE INDEX `decision_undos_listing` ON `decision_undos` (`listing_id`);