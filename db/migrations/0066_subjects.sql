CREATE TABLE `listing_subjects` (
	`listing_id` integer NOT NULL,
	`subject_id` integer NOT NULL,
	`name` text NOT NULL,
	`since` text NOT NULL,
	PRIMARY KEY(`listing_id`, `subject_id`),
	FOREIGN KEY (`listing_id`) REFERENCES `listings`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`subject_id`) REFERENCES `subjects`(`id`) ON UPDATE no action ON DELETE cascade
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `listing_subjects_subject` ON `listing_subjects` (`subject_id`,`since`);--> statement-breakpoint
CREATE TABLE `subject_keys` (
	`site_id` integer NOT NULL,
	`key` text NOT NULL,
	`subject_id` integer NOT NULL,
	PRIMARY KEY(`site_id`, `key`),
	FOREIGN KEY (`site_id`) REFERENCES `sites`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`subject_id`) REFERENCES `subjects`(`id`) ON UPDATE no action ON DELETE cascade
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `subject_keys_subject` ON `subject_keys` (`subject_id`);--> statement-breakpoint
CREATE TABLE `subjects` (
	`id` integer PRIMARY KEY NOT NULL,
	`site_id` integer NOT NULL,
	`slug` text NOT NULL,
	`name` text NOT NULL,
	`url` text,
	`also_known_as` text DEFAULT '[]' NOT NULL,
	FOREIGN KEY (`site_id`) REFERENCES `sites`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `subjects_slug` ON `subjects` (`site_id`,`slug`);