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
