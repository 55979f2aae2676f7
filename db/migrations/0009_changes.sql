CREATE TABLE `change_subjects` (
	`subject` text NOT NULL,
	`change_id` integer NOT NULL,
	`position` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`subject`, `change_id`),
	FOREIGN KEY (`change_id`) REFERENCES `changes`(`id`) ON UPDATE no action ON DELETE cascade
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `change_subjects_change` ON `change_subjects` (`change_id`);--> statement-breakpoint
CREATE TABLE `changes` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`at` text NOT NULL,
	`action` text NOT NULL,
	`account_id` integer,
	`site_id` integer,
	`via` text NOT NULL,
	`before` text DEFAULT '{}' NOT NULL,
	`after` text DEFAULT '{}' NOT NULL,
	`request_id` text
);
--> statement-breakpoint
CREATE INDEX `changes_account` ON `changes` (`account_id`,`id`);--> statement-breakpoint
CREATE INDEX `changes_action` ON `changes` (`action`,`id`);--> statement-breakpoint
INSERT INTO `changes` (`id`, `at`, `action`, `account_id`, `via`, `after`, `request_id`) SELECT `id`, `at`, `action`, `account_id`, `via`, `detail`, `request_id` FROM `audit_entries`;--> statement-breakpoint
INSERT INTO `change_subjects` (`subject`, `change_id`) SELECT `subject`, `id` FROM `audit_entries` WHERE `subject` <> '';
